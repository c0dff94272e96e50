import { socialPostGenerator } from '../../../shared/contract/catalogue/video-platform-generate.js';
import { object, text } from '../../../shared/contract/fields.js';
import { POSTS } from './examples.js';
import { generator } from './generator.js';
import { finishPost, type Network } from './limits.js';

const INSTRUCTIONS: Readonly<Record<Network, string>> = {
  VIDEO_PLATFORM:
    'A post on the community page of a video channel that announces a new video on the topic: 250 to 500 characters, a question to the viewers at the end.',
  MICROBLOG: 'A post of at most 200 characters that announces a video on the topic and makes one want to see it.',
  SOCIAL_NETWORK:
    'A post of 400 to 700 characters in two or three short paragraphs, personal, that announces a video on the topic to friends and followers.',
};

const GOOD =
  'A good one tells one small thing that could happen to the reader, and then what the topic is; it does not praise the video.';

export default generator(socialPostGenerator, {
  name: 'social_post',
  draft: object({ post: text() }),
  instructions: ({ network }) => `${INSTRUCTIONS[network]} ${GOOD}`,
  examples: POSTS,
  maxTokens: 400,
  compose: ({ input, composer }) => ({ post: composer.post(input.network) }),
  finish: ({ post }, { input, decoration }) => ({
    post: finishPost(post, input.network, input.hashtags_mode, decoration),
  }),
});
