import { descriptionGenerator } from '../../../shared/contract/catalogue/video-platform-generate.js';
import { handle } from '../../handle.js';
import { readBrief } from './writing/brief.js';
import { descriptionKind } from './writing/kinds/description.js';
import { warmUp } from './writing/warm-up.js';
import { write } from './writing/write.js';

export default handle(
  descriptionGenerator,
  async (input, call) => ({
    description: await write(
      descriptionKind(input.emojis_mode, input.hashtags_mode),
      await readBrief(input, call),
      call,
    ),
  }),
  warmUp,
);
