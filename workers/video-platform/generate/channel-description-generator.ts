import { channelDescriptionGenerator } from '../../../shared/contract/catalogue/video-platform-generate.js';
import { object, text } from '../../../shared/contract/fields.js';
import { cutAtSentence } from '../../lib/text/plain-text.js';
import { CHANNEL_DESCRIPTIONS } from './examples.js';
import { generator } from './generator.js';
import { LIMITS } from './limits.js';

export default generator(channelDescriptionGenerator, {
  name: 'channel_description',
  draft: object({ channelDescription: text() }),
  instructions:
    'The description of a channel about the topic: 300 to 480 characters, who it is for, what one finds there, an ' +
    'invitation to subscribe. A good one could be of no other channel: things rather than praise. Invent nothing about its maker.',
  examples: CHANNEL_DESCRIPTIONS,
  maxTokens: 300,
  compose: ({ composer }) => ({ channelDescription: composer.channelDescription() }),
  finish: ({ channelDescription }) => ({
    channelDescription: cutAtSentence(channelDescription, LIMITS.channelDescription, 150),
  }),
});
