import { object, text } from '../../../../../shared/contract/fields.js';
import type { HashtagMode } from '../../../../lib/text/hashtags.js';
import type { Composer } from '../../../../lib/writing/compose.js';
import type { Brief } from '../brief.js';
import { LIMITS, settlePost } from '../guarantees.js';
import { withPlace } from '../place.js';
import type { Kind } from '../write.js';

const draft = object({ post: text() });

export type Network = keyof typeof LIMITS.post;

const ORDERS: Readonly<Record<Network, string>> = {
  VIDEO_PLATFORM:
    'A post on the community page of a video channel that announces a new video on the topic: 250 to 500 characters, a question to the viewers at the end.',
  MICROBLOG: 'A post of at most 200 characters that announces a video on the topic and makes one want to see it.',
  SOCIAL_NETWORK:
    'A post of 400 to 700 characters in two or three short paragraphs, personal, that announces a video on the topic to friends and followers.',
};

/** Room that a microblog post leaves for its hashtags. */
const HASHTAG_ROOM = 70;

/** A post that announces a video on the topic. */
export const socialPostKind = (network: Network, hashtags: HashtagMode): Kind<typeof draft, string> => ({
  name: 'social_post',
  draft,
  order: ORDERS[network],
  maxTokens: 400,
  compose: (brief, composer) => ({ post: composePost(network, brief, composer) }),
  settle: ({ post }, terms) => settlePost(post, network, hashtags, terms),
});

function composePost(network: Network, brief: Brief, composer: Composer): string {
  const label = composer.find('post-label');
  const opening = [label, composer.say('post-hook')].filter(Boolean).join(' ');
  const ask = { facts: { network } };
  switch (network) {
    case 'MICROBLOG': {
      const room = LIMITS.post.MICROBLOG - HASHTAG_ROOM - opening.length - 1;
      const call = composer.find('post-cta', { ...ask, max: room });
      return [opening, call].filter(Boolean).join(' ');
    }
    case 'VIDEO_PLATFORM':
      return `${opening} ${composer.say('post-body')}\n\n${withPlace(ofItsField(composer), brief, composer)} ${composer.say('post-cta', ask)}`;
    case 'SOCIAL_NETWORK':
      return [
        `${opening} ${composer.say('post-body')}`,
        `${ofItsField(composer)} ${composer.say('post-personal')}`,
        withPlace(composer.say('post-cta', ask), brief, composer),
      ].join('\n\n');
  }
}

/** A sentence from the topic's field, or one that fits any. */
const ofItsField = (composer: Composer): string => composer.find('desc-theme') ?? composer.say('post-body');
