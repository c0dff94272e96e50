import { titleGenerator } from '../../../shared/contract/catalogue/video-platform-generate.js';
import { handle } from '../../handle.js';
import { readBrief } from './writing/brief.js';
import { titleKind } from './writing/kinds/title.js';
import { warmUp } from './writing/warm-up.js';
import { write } from './writing/write.js';

export default handle(
  titleGenerator,
  async (input, call) => ({ title: await write(titleKind(input.emojis_mode), await readBrief(input, call), call) }),
  warmUp,
);
