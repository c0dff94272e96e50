import { channelDescriptionGenerator } from '../../../shared/contract/catalogue/video-platform-generate.js';
import { handle } from '../../handle.js';
import { readBrief } from './writing/brief.js';
import { channelDescriptionKind } from './writing/kinds/channel-description.js';
import { warmUp } from './writing/warm-up.js';
import { write } from './writing/write.js';

export default handle(
  channelDescriptionGenerator,
  async (input, call) => ({
    channelDescription: await write(channelDescriptionKind, await readBrief(input, call), call),
  }),
  warmUp,
);
