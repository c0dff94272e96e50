import { socialPostGenerator } from '../../../shared/contract/catalogue/video-platform-generate.js';
import { handle } from '../../handle.js';
import { readBrief } from './writing/brief.js';
import { socialPostKind } from './writing/kinds/social-post.js';
import { warmUp } from './writing/warm-up.js';
import { write } from './writing/write.js';

export default handle(
  socialPostGenerator,
  async (input, call) => ({
    post: await write(socialPostKind(input.network, input.hashtags_mode), await readBrief(input, call), call),
  }),
  warmUp,
);
