import { unusable } from '../../../lib/llm/unusable.js';
import { type EmojiMode, withEmoji, withoutEmoji } from '../../../lib/text/emoji.js';
import { type HashtagMode, hashtagsOf, withHashtags, withoutHashtags } from '../../../lib/text/hashtags.js';
import { cutAtSentence, cutAtWord, plainLine, plainText } from '../../../lib/text/plain-text.js';
import { everyWord } from '../../../lib/text/words.js';
import type { Random } from '../../../lib/writing/random.js';

/**
 * What is promised of every text, whoever wrote it. Each function takes a draft and gives the text as it is served:
 * plain, within its limits, with emoji and hashtags where the caller wants them. A draft
 * that cannot be mended is refused, and is then written again.
 */
export interface Terms {
  readonly random: Random;
  /** Emoji that suit the text, best first. */
  readonly emoji: readonly string[];
  /** Hashtags that suit the text, most specific first. */
  readonly hashtags: readonly string[];
}

export const LIMITS = {
  title: 150,
  description: { least: 700, most: 1_300 },
  comment: 1_000,
  channelDescription: 500,
  channelName: 60,
  /** All tags together, as the platform counts: separators, and quotes around tags of several words. */
  tags: 500,
  tag: 60,
  hashtags: { least: 3, most: 15 },
  names: 10,
  script: { leastWords: 300, most: 12_000 },
  post: { VIDEO_PLATFORM: 1_000, MICROBLOG: 280, SOCIAL_NETWORK: 1_500 },
} as const;

/** @throws Unusable when there is no word in the text */
function worded(text: string): string {
  if (!/[\p{L}\p{N}]/u.test(text)) throw unusable('the text was empty');
  return text;
}

/** A line or a text without anything that we put in ourselves. */
const bareLine = (draft: string): string => withoutHashtags(withoutEmoji(plainLine(draft)));
const bareText = (draft: string): string => withoutHashtags(withoutEmoji(plainText(draft)));

/** One line of at most 150 characters. */
export function settleTitle(draft: string, mode: EmojiMode, terms: Terms): string {
  const title = worded(bareLine(draft)).replace(/(?<=[^.])\.$/, '');
  if (title.length > LIMITS.title * 2) throw unusable('the title was far too long');
  return withEmoji(title, mode, terms.emoji, LIMITS.title, terms.random);
}

/** Plain text of 700 to 1,300 characters, emoji and hashtags included. */
export function settleDescription(draft: string, emojis: EmojiMode, hashtags: HashtagMode, terms: Terms): string {
  const { least, most } = LIMITS.description;
  const text = worded(bareText(draft));
  if (text.length < least) throw unusable(`the description was shorter than ${least} characters`);
  const short = cutAtSentence(text, most - 80, least);
  const decorated = withEmoji(short, emojis, terms.emoji, most, terms.random);
  return withHashtags(decorated, hashtags, terms.hashtags, most, terms.random);
}

/** At most 1,000 characters. */
export function settleComment(draft: string, mode: EmojiMode, terms: Terms): string {
  const comment = cutAtSentence(worded(bareText(draft)), LIMITS.comment, 200);
  return withEmoji(comment, mode, terms.emoji, LIMITS.comment, terms.random);
}

/** At most 500 characters. */
export const settleChannelDescription = (draft: string): string =>
  cutAtSentence(worded(bareText(draft)), LIMITS.channelDescription, 150);

/** Ten different names; `more` fills up where the draft has too few. */
export function settleNames(drafts: readonly string[], more: readonly string[]): string[] {
  const names = drafts.slice(0, 50).map((draft) => bareLine(draft).replace(/^\d{1,2}[.)]\s*/, ''));
  const usable = names.filter((name) => name.length <= LIMITS.channelName && /[\p{L}\p{N}]/u.test(name));
  return different([...usable, ...more]).slice(0, LIMITS.names);
}

/** Different tags of at most 500 characters together; `more` is used when the draft has none. */
export function settleTags(drafts: readonly string[], more: readonly string[]): string[] {
  const clean = (drafted: readonly string[]) =>
    different(
      drafted.slice(0, 100).map((draft) =>
        cutAtWord(
          bareLine(draft)
            // A comma parts tags, also one in a number.
            .replace(/(?<=\p{N}),(?=\p{N}{3})/gu, '')
            .replace(/[",<>#]/g, ' ')
            .replace(/\s+/g, ' ')
            .trim(),
          LIMITS.tag,
        ),
      ),
    ).filter((tag) => /[\p{L}\p{N}]/u.test(tag));
  const tags = clean(drafts);
  const kept: string[] = [];
  let used = 0;
  for (const tag of tags.length >= 3 ? tags : clean([...tags, ...more])) {
    const cost = tag.length + (tag.includes(' ') ? 2 : 0) + (kept.length > 0 ? 1 : 0);
    if (used + cost > LIMITS.tags) continue;
    kept.push(tag);
    used += cost;
  }
  return kept;
}

/** Three to fifteen hashtags; `more` fills up where the draft has too few. */
export function settleHashtags(drafts: readonly string[], more: readonly string[], most: number): string[] {
  const own = hashtagsOf(drafts.slice(0, 100).map(bareOfEmoji)).slice(0, most);
  return own.length >= LIMITS.hashtags.least ? own : hashtagsOf([...own, ...more]).slice(0, most);
}

const bareOfEmoji = (draft: string): string => withoutEmoji(plainLine(draft));

/** Plain text of at least 300 words. */
export function settleScript(draft: string): string {
  const script = worded(bareText(draft));
  const words = everyWord(script).length;
  if (words < LIMITS.script.leastWords) throw unusable(`the script had only ${words} words`);
  return cutAtSentence(script, LIMITS.script.most, 0);
}

/** A post within the limit of its network, hashtags included. */
export function settlePost(draft: string, network: keyof typeof LIMITS.post, mode: HashtagMode, terms: Terms): string {
  const post = worded(bareText(draft));
  const text = network === 'MICROBLOG' ? post.replace(/\s*\n+\s*/g, ' ') : post;
  return withHashtags(text, mode, terms.hashtags, LIMITS.post[network], terms.random);
}

/** Each text once, whatever its letter case, in order; no empty ones. */
export function different(texts: readonly string[]): string[] {
  const kept = new Map<string, string>();
  for (const text of texts) {
    const key = text.toLowerCase();
    if (text !== '' && !kept.has(key)) kept.set(key, text);
  }
  return [...kept.values()];
}
