import type { Random } from 'readings/compose';
import type { networks } from '../../../shared/contract/catalogue/video-platform-generate.js';
import { type EmojiMode, removeEmoji, withEmoji } from '../../lib/text/emoji.js';
import { type HashtagMode, toHashtags, withHashtags } from '../../lib/text/hashtags.js';
import { weighMicroblog } from '../../lib/text/microblog.js';
import { cutAtSentence, cutAtWord, plainLine } from '../../lib/text/plain-text.js';
import { uniqueTexts } from './topic.js';

export type Network = (typeof networks)[number];

/** Limits of texts, in UTF-16 units unless noted otherwise. They apply to models and the composer. */
export const LIMITS = {
  title: 150,
  description: 1_300,
  comment: 1_000,
  channelDescription: 500,
  channelName: 60,
  /** All tags together as the platform counts them: with separators, and quotes around tags of several words. */
  tags: 500,
  tag: 60,
  hashtags: { least: 3, most: 15 },
  names: 10,
  script: 12_000,
  post: { VIDEO_PLATFORM: 1_000, MICROBLOG: 280, SOCIAL_NETWORK: 1_500 },
} as const;

/** Emoji and hashtags for a text, best first. */
export interface Decoration {
  readonly random: Random;
  readonly emoji: readonly string[];
  readonly hashtags: readonly string[];
}

/** Limits a title and adds emoji. */
export const finishTitle = (title: string, mode: EmojiMode, { emoji, random }: Decoration): string =>
  withEmoji(title.replace(/(?<=[^.])\.$/, ''), mode, emoji, LIMITS.title, random);

/** Number of characters of a description that are reserved for emoji and hashtags. */
const DESCRIPTION_DECORATION = 80;

/** Limits a description and adds emoji and hashtags. */
export function finishDescription(
  description: string,
  emojis: EmojiMode,
  hashtags: HashtagMode,
  decoration: Decoration,
): string {
  const { description: most } = LIMITS;
  const text = cutAtSentence(description, most - DESCRIPTION_DECORATION, most / 2);
  const decorated = withEmoji(text, emojis, decoration.emoji, most, decoration.random);
  return withHashtags(decorated, hashtags, decoration.hashtags, most, decoration.random);
}

/** Limits a comment and adds emoji. */
export const finishComment = (comment: string, mode: EmojiMode, { emoji, random }: Decoration): string =>
  withEmoji(cutAtSentence(comment, LIMITS.comment, LIMITS.comment / 5), mode, emoji, LIMITS.comment, random);

/** Returns ten different names, filled up from `more` if there are too few. */
export function limitNames(names: readonly string[], more: readonly string[]): string[] {
  const bare = names.slice(0, 50).map((name) => name.replace(/^\d{1,2}[.)]\s*/, ''));
  const usable = bare.filter((name) => name.length <= LIMITS.channelName && /[\p{L}\p{N}]/u.test(name));
  return uniqueTexts([...usable, ...more]).slice(0, LIMITS.names);
}

/** Returns different tags within the platform's limit, filled up from `more` if there are fewer than three. */
export function limitTags(drafts: readonly string[], more: readonly string[]): string[] {
  const own = cleanTags(drafts);
  const kept: string[] = [];
  let used = 0;
  for (const tag of own.length >= 3 ? own : cleanTags([...own, ...more])) {
    const cost = tag.length + (tag.includes(' ') ? 2 : 0) + (kept.length > 0 ? 1 : 0);
    if (used + cost > LIMITS.tags) continue;
    kept.push(tag);
    used += cost;
  }
  return kept;
}

const cleanTags = (drafts: readonly string[]): string[] =>
  uniqueTexts(
    drafts.slice(0, 100).map((draft) =>
      cutAtWord(
        plainLine(draft)
          // A comma would separate tags, even inside a number.
          .replace(/(?<=\p{N}),(?=\p{N}{3})/gu, '')
          // The sign of a hashtag goes, that of C# stays.
          .replace(/[",<>]|(?<!\p{L})#|#(?=\p{L})/gu, ' ')
          .replace(/\s+/g, ' ')
          .trim(),
        LIMITS.tag,
      ),
    ),
  ).filter((tag) => /[\p{L}\p{N}]/u.test(tag));

/** Returns three to `most` hashtags, filled up from `more` if there are too few. */
export function limitHashtags(drafts: readonly string[], more: readonly string[], most: number): string[] {
  const own = toHashtags(drafts.slice(0, 100).map((draft) => removeEmoji(plainLine(draft)))).slice(0, most);
  return own.length >= LIMITS.hashtags.least ? own : toHashtags([...own, ...more]).slice(0, most);
}

/** Limits a post to what its network allows, hashtags included. */
export function finishPost(post: string, network: Network, mode: HashtagMode, decoration: Decoration): string {
  const { hashtags, random } = decoration;
  if (network !== 'MICROBLOG') return withHashtags(post, mode, hashtags, LIMITS.post[network], random);
  const text = post.replace(/\s*\n+\s*/g, ' ');
  let room: number = LIMITS.post.MICROBLOG;
  for (;;) {
    const whole = withHashtags(text, mode, hashtags, room, random);
    const excess = weighMicroblog(whole) - LIMITS.post.MICROBLOG;
    if (excess <= 0 || room <= 0) return whole;
    room = Math.min(room, whole.length) - Math.ceil(excess / 2);
  }
}
