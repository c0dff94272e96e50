import { unusable } from '../../../lib/llm/unusable.js';
import { isForeign } from '../../../lib/text/words.js';
import type { Brief } from './brief.js';

/** Parts of the instructions as long as this do not occur in an answer by chance. */
const TELLING = 30;

/** A model that speaks of itself or of its orders instead of the topic. */
const ABOUT_ITSELF =
  /\b(?:as an ai|language model|i(?:'m| am) (?:sorry|unable)|i can(?:no|')t (?:help|assist|comply|fulfil)|system prompt|my instructions|the user message|json (?:object|schema))\b/i;

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();

/**
 * Refuses the draft of a model that is no answer: that speaks of the model itself, repeats its instructions, is in
 * another language than asked for, or is only a part of the topic, because the model has done what the topic says.
 * What is wrong only in form is mended later.
 *
 * @throws Unusable
 */
export function judge(
  draft: Readonly<Record<string, unknown>>,
  instructions: string,
  { topic, language }: Brief,
): void {
  const told = instructions
    .split(/[\n.:;]/)
    .map(plain)
    .filter((part) => part.length >= TELLING);
  const about = plain(topic.text);
  for (const text of Object.values(draft).filter((value) => typeof value === 'string')) {
    const words = plain(text);
    if (ABOUT_ITSELF.test(text) && !ABOUT_ITSELF.test(topic.text)) throw unusable('the text was not about the topic');
    if (told.some((part) => words.includes(part))) throw unusable('the text told its instructions');
    if (words !== '' && words.length < about.length * 0.6 && ` ${about} `.includes(` ${words} `)) {
      throw unusable('the text only repeats a part of the topic');
    }
    // The topic may be in any language itself, so it does not count.
    if (isForeign(text.replaceAll(topic.text, ' '), language)) throw unusable('the text was in another language');
  }
}
