import { socialPostGenerator } from '../../../shared/contract/catalogue/video-platform-generate.js';
import type { Input } from '../../../shared/contract/contract.js';
import { object, text } from '../../../shared/contract/fields.js';
import type { Composer } from '../../lib/writing/compose.js';
import type { Brief } from './writing/brief.js';
import { withPlace } from './writing/composer.js';
import { generator } from './writing/generator.js';
import { LIMITS, settlePost } from './writing/guarantees.js';
import { viewerSlots } from './writing/slots.js';
import { tellerOf } from './writing/teller.js';
import { POSTS } from './writing/worked-examples.js';

type Network = Input<typeof socialPostGenerator>['network'];

const ORDERS: Readonly<Record<Network, string>> = {
  VIDEO_PLATFORM:
    'A post on the community page of a video channel that announces a new video on the topic: 250 to 500 characters, a question to the viewers at the end.',
  MICROBLOG: 'A post of at most 200 characters that announces a video on the topic and makes one want to see it.',
  SOCIAL_NETWORK:
    'A post of 400 to 700 characters in two or three short paragraphs, personal, that announces a video on the topic to friends and followers.',
};

const GOOD =
  'A good one tells one small thing that happened or could happen to the reader, and then what the video is about; it does not praise the video.';

/** Room that a microblog post leaves for its hashtags. */
const HASHTAG_ROOM = 70;

export default generator(socialPostGenerator, {
  name: 'social_post',
  draft: object({ post: text() }),
  order: ({ network }) => `${ORDERS[network]} ${GOOD}`,
  examples: POSTS,
  maxTokens: 400,
  compose: ({ input, brief, composer }) => ({ post: composePost(input.network, brief, composer) }),
  settle: ({ post }, { input, terms }) => ({ post: settlePost(post, input.network, input.hashtags_mode, terms) }),
});

function composePost(network: Network, brief: Brief, composer: Composer): string {
  const teller = tellerOf(brief, composer);
  const ask = { facts: { network }, slots: viewerSlots(brief) };
  const opening = [teller.find('post-label'), teller.say('post-hook')].filter(Boolean).join(' ');
  const body = (): string => teller.say('post-body');
  switch (network) {
    case 'MICROBLOG': {
      const room = LIMITS.post.MICROBLOG - HASHTAG_ROOM - opening.length - 1;
      const call = teller.find('post-cta', { ...ask, max: room });
      return [opening, call].filter(Boolean).join(' ');
    }
    case 'VIDEO_PLATFORM':
      return `${opening} ${body()}\n\n${withPlace(body(), brief, composer)} ${teller.say('post-cta', ask)}`;
    case 'SOCIAL_NETWORK':
      return [
        `${opening} ${body()}`,
        `${body()} ${teller.say('post-personal')}`,
        withPlace(teller.say('post-cta', ask), brief, composer),
      ].join('\n\n');
  }
}
