import { signs } from '../../../shared/contract/catalogue/horoscope-names.js';
import { unusable } from '../llm/unusable.js';
import type { Pack } from '../writing/pack.js';
import type { Prose } from './prose.js';

/**
 * Checks that a model's texts state nothing that was not calculated: no number, and with it no date, and no zodiac
 * sign that neither the facts nor the draft has.
 *
 * @param known the facts and the draft, as JSON
 * @param pack the words in which signs are named
 * @throws Unusable naming what was added
 */
export function checkFacts(prose: Prose, known: string, pack: Pack): void {
  const texts = Object.values(prose).join('\n');
  const numbers = new Set(numbersIn(known));
  const added = numbersIn(texts).find((number) => !numbers.has(number));
  if (added !== undefined) throw unusable(`the answer has the number ${added}, which is not among the facts`);
  for (const sign of signs) {
    const names = [english(sign), inPack(sign, pack)];
    if (known.includes(`"${sign}"`) || names.some((name) => says(known, name))) continue;
    if (names.some((name) => says(texts, name)))
      throw unusable(`the answer speaks of ${sign}, which is not in the facts`);
  }
}

const numbersIn = (text: string): number[] => (text.match(/\d+/g) ?? []).map(Number);

const english = (sign: string): string => sign.slice(0, 1).toUpperCase() + sign.slice(1);

/** The name out of a phrase such as `in der Jungfrau`. */
const inPack = (sign: string, { phrases }: Pack): string =>
  phrases[`in.${sign}`]?.[0]?.split(' ').at(-1) ?? english(sign);

/** Whether a text has a name as a word of its own, capitals and all: cancer is not Cancer. */
const says = (text: string, name: string): boolean => new RegExp(`(?<!\\p{L})${name}(?!\\p{L})`, 'u').test(text);
