import { tagGenerator } from '../../../shared/contract/catalogue/video-platform-generate.js';
import { handle } from '../../handle.js';
import { readBrief } from './writing/brief.js';
import { tagsKind } from './writing/kinds/tags.js';
import { warmUp } from './writing/warm-up.js';
import { write } from './writing/write.js';

export default handle(
  tagGenerator,
  async (input, call) => ({ tags: await write(tagsKind, await readBrief(input, call), call) }),
  warmUp,
);
