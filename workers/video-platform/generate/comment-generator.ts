import { commentGenerator } from '../../../shared/contract/catalogue/video-platform-generate.js';
import { handle } from '../../handle.js';
import { readBrief } from './writing/brief.js';
import { commentKind } from './writing/kinds/comment.js';
import { warmUp } from './writing/warm-up.js';
import { write } from './writing/write.js';

export default handle(
  commentGenerator,
  async (input, call) => ({ comment: await write(commentKind(input.emojis_mode), await readBrief(input, call), call) }),
  warmUp,
);
