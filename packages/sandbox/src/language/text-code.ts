import { type Coder, Decoder, Encoder, type Interval, Model } from './arithmetic-coding.js';
import { findPlace, type Language, languages, listWords } from './lists.js';
import { alphabets } from './spelling.js';

// A text as a number: of a word in the lists, the language and the rank; other words are spelled.

const END = 0;
const LISTED = 1;
const SPELLED = 2;
const kinds = new Model([4, 8, 5]);
const tongues = new Model(languages.map((language) => (language === 'en' ? 24 : 1)));
const rankModels = new Map<Language, Model>();

function rankWords(language: Language): Model {
  const model = rankModels.get(language) ?? new Model(listWords(language).map(() => 1));
  rankModels.set(language, model);
  return model;
}

const scripts = new Model(alphabets.map(({ weight }) => weight));

/** Goes through a word letter by letter; a decoder is given none, and finds it. Nothing when it does not fit. */
function codeSpelling(coder: Coder, word: string | undefined, least: bigint): string | undefined {
  const given = word === undefined ? [] : [...word];
  const alphabetWith = (letter: string) => alphabets.findIndex(({ letters }) => letters.includes(letter));
  let spelled = '';
  let alphabet: (typeof alphabets)[number] | undefined;
  while (coder.interval.width >= least) {
    const letter = given[spelled.length];
    if (!alphabet) {
      const own = letter === undefined ? 0 : alphabetWith(letter);
      alphabet = own < 0 ? undefined : alphabets[coder.code(scripts, own)];
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
 * The numbers of so many bits that stand for a text: words in lower case, with single spaces between.
 *
 * @param least how many numbers are needed
 * @returns nothing when the text is too long for that, or has signs that no word has
 */
export function encodeText(text: string, bits: number, least: number): Interval | undefined {
  const coder = new Encoder(bits);
  const enough = BigInt(least);
  for (const word of text.split(' ')) {
    const place = findPlace(word);
    if (place) {
      coder.code(kinds, LISTED);
      coder.code(tongues, languages.indexOf(place.language));
      coder.code(rankWords(place.language), place.rank);
    } else {
      coder.code(kinds, SPELLED);
      if (codeSpelling(coder, word, enough) === undefined) return undefined;
    }
    if (coder.interval.width < enough) return undefined;
  }
  coder.code(kinds, END);
  return coder.interval.width < enough ? undefined : coder.interval;
}

/** Reads the lists, which else the first question would have to wait for. */
export const learnWords = (): void => {
  encodeText('words that no list has, such as qwx', 64, 1);
};

/** The beginning of a text that fits: as many of its words as do, else as much of the first. */
export function cutBeginning(text: string, bits: number, least: number): string {
  let beginning = text;
  while (beginning.length > 1 && !encodeText(beginning, bits, least)) {
    beginning = beginning.includes(' ') ? beginning.slice(0, beginning.lastIndexOf(' ')) : beginning.slice(0, -1);
  }
  return beginning;
}

/** A text, which of the numbers that stand for it a number was, and how many do. */
export interface Decoded {
  readonly text: string;
  readonly offset: bigint;
  readonly width: bigint;
}

/** The text that a number stands for, if at least so many others do. */
export function decodeText(number: bigint, bits: number, least: number): Decoded | undefined {
  const coder = new Decoder(bits, number);
  const enough = BigInt(least);
  const words: string[] = [];
  while (coder.interval.width >= enough) {
    const kind = coder.code(kinds);
    if (kind === END) break;
    const word = kind === LISTED ? listed(coder) : codeSpelling(coder, undefined, enough);
    if (!word) return undefined;
    words.push(word);
  }
  const { low, width } = coder.interval;
  const text = words.join(' ');
  // A word can be spelled though the lists have it, but the text's own numbers are others then.
  if (width < enough || encodeText(text, bits, least)?.low !== low) return undefined;
  return { text, offset: number - low, width };
}

function listed(coder: Coder): string | undefined {
  const language = languages[coder.code(tongues)];
  return language && listWords(language)[coder.code(rankWords(language))];
}
