import { channelNameIdeas } from '../../../shared/contract/catalogue/video-platform-generate.js';
import { handle } from '../../handle.js';
import { readBrief } from './writing/brief.js';
import { channelNamesKind } from './writing/kinds/channel-names.js';
import { warmUp } from './writing/warm-up.js';
import { write } from './writing/write.js';

export default handle(
  channelNameIdeas,
  async (input, call) => ({ suggestions: await write(channelNamesKind, await readBrief(input, call), call) }),
  warmUp,
);
