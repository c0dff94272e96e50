import { emojiName, emojiOf, withoutEmoji } from '../../../lib/text/emoji.js';
import { naturalCase } from '../../../lib/text/natural-case.js';
import { cleanLine, cutAtWord } from '../../../lib/text/plain-text.js';
import { shapeOf, type TopicShape } from './shapes.js';

/** How many characters of a topic are used. */
const USED = 120;

/** Longest beginning of a topic that is looked at: markup may take more room than the words in it. */
const READ = 4_000;

/** What the text is about, taken apart. */
export interface Topic {
  /** The caller's words, cleaned: plain text of at most 120 characters, without emoji. */
  readonly text: string;
  readonly shape: TopicShape;
  /** The words as they stand in the middle of a sentence (`sourdough bread`). */
  readonly natural: string;
  /** What is done, without "how to", when the topic is an action (`bake sourdough bread`). */
  readonly action: string | undefined;
  /** Emoji of the topic itself. */
  readonly emoji: readonly string[];
}

/** Reads a topic of any kind, or nothing when no word is left of it once it is cleaned. */
export function readTopic(raw: string, language: string): Topic | undefined {
  const cleaned = cleanLine(raw.slice(0, READ));
  const emoji = emojiOf(cleaned);
  const worded = unwrap(withoutEmoji(cleaned)) || namesOf(emoji, language);
  const text = unwrap(cutAtWord(worded, USED));
  if (!/[\p{L}\p{N}]/u.test(text)) return undefined;
  const { shape, action } = shapeOf(text, language);
  const bare = shape === 'question' ? text : text.replace(/[.!,;:]+$/u, '');
  return {
    text: bare,
    shape,
    natural: naturalCase(bare, language),
    action: action === undefined ? undefined : naturalCase(action.replace(/[.!?]+$/u, ''), language),
    emoji: [...new Set(emoji)],
  };
}

/** The text without markdown signs, hashtags' signs and the quotes around it. */
function unwrap(text: string): string {
  return text
    .replace(/(^|\s)#+(?=\S)/g, '$1')
    .replace(/[*_`~|\\{}[\]"“”«»„]+|\(\s*\)/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[\s"'“”«»‘’\-–—•,.;:!?#>]+/u, '')
    .replace(/[\s"“”«»‘\-–—•,;:#]+$/u, '')
    .trim();
}

/** Emoji as words: 🍕🎸 → "pizza & guitar". */
function namesOf(emoji: readonly string[], language: string): string {
  const names = emoji.map((one) => emojiName(one, language) ?? emojiName(one, 'en'));
  return [...new Set(names)]
    .filter((name) => name !== undefined)
    .slice(0, 4)
    .join(' & ');
}
