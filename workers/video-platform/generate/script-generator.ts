import { scriptGenerator } from '../../../shared/contract/catalogue/video-platform-generate.js';
import { handle } from '../../handle.js';
import { readBrief } from './writing/brief.js';
import { scriptKind } from './writing/kinds/script.js';
import { warmUp } from './writing/warm-up.js';
import { write } from './writing/write.js';

export default handle(
  scriptGenerator,
  async (input, call) => ({ script: await write(scriptKind(input.person), await readBrief(input, call), call) }),
  warmUp,
);
