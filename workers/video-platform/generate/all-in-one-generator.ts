import { allInOneGenerator } from '../../../shared/contract/catalogue/video-platform-generate.js';
import { handle } from '../../handle.js';
import { readBrief } from './writing/brief.js';
import { allInOneKind } from './writing/kinds/all-in-one.js';
import { warmUp } from './writing/warm-up.js';
import { write } from './writing/write.js';

export default handle(
  allInOneGenerator,
  async (input, call) => write(allInOneKind, await readBrief(input, call), call),
  warmUp,
);
