import { hashtagGenerator } from '../../../shared/contract/catalogue/video-platform-generate.js';
import { handle } from '../../handle.js';
import { readBrief } from './writing/brief.js';
import { hashtagsKind } from './writing/kinds/hashtags.js';
import { warmUp } from './writing/warm-up.js';
import { write } from './writing/write.js';

export default handle(
  hashtagGenerator,
  async (input, call) => ({
    hashtags: await write(hashtagsKind(input.hashtags_mode), await readBrief(input, call), call),
  }),
  warmUp,
);
