import { type Coder, Decoder, Encoder, type Interval, Model } from './arithmetic-coding.js';
import { findPlace, type Language, languages, listWords } from './lists.js';
import { alphabets } from './spelling.js';

// Codes texts as numbers: a listed word by its language and rank, another word by its letters.

const END = 0;
const LISTED = 1;
const SPELLED = 2;
const kinds = new Model([4, 8, 5]);
const languageModel = new Model(languages.map((language) => (language === 'en' ? 24 : 1)));
const rankModels = new Map<Language, Model>();

function getRankModel(language: Language): Model {
  const model = rankModels.get(language) ?? new Model(listWords(language).map(() => 1));
  rankModels.set(language, model);
  return model;
}

const scripts = new Model(alphabets.map(({ weight }) => weight));

/** Codes a word letter by letter; a decoder passes undefined. @returns the word, or undefined if it does not fit */
function codeSpelledWord(coder: Coder, word: string | undefined, least: bigint): string | undefined {
  const characters = word === undefined ? [] : [...word];
  const alphabetWith = (letter: string) => alphabets.findIndex(({ letters }) => letters.includes(letter));
  let spelled = '';
  let alphabet: (typeof alphabets)[number] | undefined;
  while (coder.interval.width >= least) {
    const letter = characters[spelled.length];
    if (!alphabet) {
      const script = letter === undefined ? 0 : alphabetWith(letter);
      alphabet = script < 0 ? undefined : alphabets[coder.code(scripts, script)];
      if (!alphabet) return undefined;
    }
    const { letters, stop, other } = alphabet;
    const place = letter === undefined ? stop : letters.indexOf(letter);
    const symbol = coder.code(alphabet.next(spelled), place < 0 ? other : place);
    if (symbol === stop) return spelled;
    if (symbol === other) alphabet = undefined;
    else spelled += letters.charAt(symbol);
  }
  return undefined;
}

/**
 * Returns the interval of numbers that represent a text: words in lower case, with single spaces between.
 *
 * @param bits size of the numbers
 * @param least required width of the interval
 * @returns undefined if the text is too long for that, or has characters that no word has
 */
export function encodeText(text: string, bits: number, least: number): Interval | undefined {
  const coder = new Encoder(bits);
  const enough = BigInt(least);
  for (const word of text.split(' ')) {
    const place = findPlace(word);
    if (place) {
      coder.code(kinds, LISTED);
      coder.code(languageModel, languages.indexOf(place.language));
      coder.code(getRankModel(place.language), place.rank);
    } else {
      coder.code(kinds, SPELLED);
      if (codeSpelledWord(coder, word, enough) === undefined) return undefined;
    }
    if (coder.interval.width < enough) return undefined;
  }
  coder.code(kinds, END);
  return coder.interval.width < enough ? undefined : coder.interval;
}

/** Loads the lists of words, so that the first request does not wait for them. */
export const loadWords = (): void => {
  encodeText('words that no list has, such as qwx', 64, 1);
};

/** Cuts a text to as many of its words as can be encoded, or else to the beginning of the first one. */
export function cutToFit(text: string, bits: number, least: number): string {
  let beginning = text;
  while (beginning.length > 1 && !encodeText(beginning, bits, least)) {
    beginning = beginning.includes(' ') ? beginning.slice(0, beginning.lastIndexOf(' ')) : beginning.slice(0, -1);
  }
  return beginning;
}

/** Decoded text, with the position of the number in its interval. */
export interface Decoded {
  readonly text: string;
  readonly offset: bigint;
  readonly width: bigint;
}

/** Decodes a number. @param least required width of the interval of its text */
export function decodeText(number: bigint, bits: number, least: number): Decoded | undefined {
  const coder = new Decoder(bits, number);
  const enough = BigInt(least);
  const words: string[] = [];
  while (coder.interval.width >= enough) {
    const kind = coder.code(kinds);
    if (kind === END) break;
    const word = kind === LISTED ? decodeListedWord(coder) : codeSpelledWord(coder, undefined, enough);
    if (!word) return undefined;
    words.push(word);
  }
  const { low, width } = coder.interval;
  const text = words.join(' ');
  // Listed words can be spelled as well, but `encodeText` never does that.
  if (width < enough || encodeText(text, bits, least)?.low !== low) return undefined;
  return { text, offset: number - low, width };
}

function decodeListedWord(coder: Coder): string | undefined {
  const language = languages[coder.code(languageModel)];
  return language && listWords(language)[coder.code(getRankModel(language))];
}
