import type { Story } from '../story.js';
import { commandStories } from './commands.js';
import { expressionStories } from './expressions.js';
import { numberStories } from './numbers.js';
import { outputStories } from './outputs.js';
import { NAME } from './setting.js';
import { stageStories } from './stages.js';
import { updateStories } from './updates.js';
import { valueStories } from './values.js';
import { walletStories } from './wallets.js';

/** Stories written by hand: the corners of each operator and command. */
export const knownStories: Story[] = [
  ...valueStories,
  ...numberStories,
  ...expressionStories,
  ...updateStories,
  ...walletStories,
  ...commandStories,
  ...stageStories,
  ...outputStories,
].map((story) => ({ ...story, collection: NAME }));
