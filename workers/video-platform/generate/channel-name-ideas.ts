import { channelNameIdeas } from '../../../shared/contract/catalogue/video-platform-generate.js';
import { list, object, text } from '../../../shared/contract/fields.js';
import { NAMES } from './examples.js';
import { generator } from './generator.js';
import { limitNames } from './limits.js';

export default generator(channelNameIdeas, {
  name: 'channel_names',
  draft: object({ suggestions: list(text()) }),
  instructions:
    'Twelve different names for a channel about the topic: two to four words each, easy to say and to remember. Good ones ' +
    'have a picture in them, each another one; no "World", "Hub", "Pro" or "Academy".',
  examples: NAMES,
  maxTokens: 300,
  compose: ({ composer }) => ({ suggestions: composer.channelNames() }),
  finish: ({ suggestions }, { composer }) => ({ suggestions: limitNames(suggestions, composer.channelNames()) }),
});
