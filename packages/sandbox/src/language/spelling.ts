import { Model } from './arithmetic-coding.js';
import { type Language, listWords } from './lists.js';

/** Letters that go together in words. */
export interface Alphabet {
  readonly letters: string;
  /** Likelihood relative to others. */
  readonly weight: number;
  /** The symbols beside the letters: the word's end, and a letter of another alphabet. */
  readonly stop: number;
  readonly other: number;
  /** Continuations of a prefix of a word. */
  next(spelled: string): Model;
}

const range = (first: number, last: number): string =>
  String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, index) => first + index));

/** A letter of a script with thousands of them tells little about the next. */
const MOST_TELLING = 300;

export const alphabets: readonly Alphabet[] = [
  alphabet(64, range(0x61, 0x7a) + range(0xdf, 0x17f), ['en', 'es', 'de', 'fr']),
  alphabet(8, '0123456789', []),
  alphabet(4, "'&+#", []),
  alphabet(4, range(0x430, 0x45f), ['ru']),
  alphabet(2, range(0x386, 0x3ce), ['el']),
  alphabet(2, range(0x5d0, 0x5ea), ['he']),
  alphabet(2, range(0x620, 0x6d3), ['ar']),
  alphabet(2, range(0x901, 0x9ff), ['hi']),
  alphabet(2, range(0xe01, 0xe4e), ['th']),
  alphabet(2, range(0x3041, 0x30fe), ['ja']),
  alphabet(2, range(0x4e00, 0x9fff), ['zh']),
  alphabet(2, range(0xac00, 0xd7a3), ['ko']),
  alphabet(1, range(0x180, 0x24f) + range(0x1ea0, 0x1eff), []),
  alphabet(1, range(0x561, 0x587) + range(0xa01, 0xdff) + range(0xe81, 0x137f) + range(0x1780, 0x17d3), []),
];

/**
 * Learns the likelihood of letters from the words of languages: alone, after the previous letter, and after the previous two.
 */
function alphabet(weight: number, letters: string, languages: readonly Language[]): Alphabet {
  const [stop, other] = [letters.length, letters.length + 1];
  const isTelling = letters.length < MOST_TELLING;
  const models = new Map<string, Model>();
  let learned: ReadonlyMap<string, Counts> | undefined;
  return {
    letters,
    weight,
    stop,
    other,
    next(spelled) {
      learned ??= learn(letters, languages, isTelling);
      const context = toContext(spelled);
      // Only what has been met is kept, whatever is spelled.
      const before = [context, context.slice(-1)].find((one) => learned?.has(one)) ?? '';
      let model = models.get(before);
      if (!model) {
        model = new Model(weightsAfter(before, learned, other + 1));
        models.set(before, model);
      }
      return model;
    },
  };
}

const toContext = (spelled: string): string => `^${spelled}`.slice(-2);

/** Number of occurrences of each symbol in a context. */
interface Counts {
  readonly of: Uint32Array;
  total: number;
}

function learn(letters: string, languages: readonly Language[], isTelling: boolean): Map<string, Counts> {
  const places = new Map([...letters].map((letter, place) => [letter, place]));
  const learned = new Map<string, Counts>();
  const count = (context: string, symbol: number) => {
    let counts = learned.get(context);
    if (!counts) {
      counts = { of: new Uint32Array(letters.length + 2), total: 0 };
      learned.set(context, counts);
    }
    counts.of[symbol] = (counts.of[symbol] ?? 0) + 1;
    counts.total += 1;
  };
  for (const language of languages) {
    for (const word of listWords(language)) {
      for (let index = 0; index <= word.length; index += 1) {
        const symbol = index === word.length ? letters.length : (places.get(word.charAt(index)) ?? letters.length + 1);
        count('', symbol);
        if (isTelling) {
          const context = toContext(word.slice(0, index));
          count(context.slice(-1), symbol);
          if (context.length > 1) count(context, symbol);
        }
        if (symbol > letters.length) break;
      }
    }
  }
  return learned;
}

/** A context counts three times as much as the one that is a letter shorter, the more so the better it is known. */
const TELLS = 3;
const SHARE = 4_096;
const DOUBT = 40;
/** Likelihood of symbols that were never seen. */
const FLOOR = 8;

function weightsAfter(context: string, learned: ReadonlyMap<string, Counts>, size: number): number[] {
  const contexts = [...new Set(['', context.slice(-1), context])];
  const shares = contexts.map((one, index) => ({ counts: learned.get(one), most: SHARE * TELLS ** index }));
  return Array.from({ length: size }, (_, symbol) =>
    shares.reduce(
      (sum, { counts, most }) => sum + (counts ? (most * (counts.of[symbol] ?? 0)) / (counts.total + DOUBT) : 0),
      FLOOR,
    ),
  ).map(Math.ceil);
}
