import { Model } from './arithmetic-coding.js';
import { type Language, listWords } from './lists.js';

/** Letters that occur together in words. */
export interface Alphabet {
  readonly letters: string;
  /** Likelihood relative to others. */
  readonly weight: number;
  /** Symbols after those of the letters: the end of the word, and a letter of another alphabet. */
  readonly stop: number;
  readonly other: number;
  /** Returns the likelihood of the symbols after a prefix of a word. */
  next(spelled: string): Model;
}

const range = (first: number, last: number): string =>
  String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, index) => first + index));

/** Maximum size of an alphabet whose previous letters are used as context: in larger ones they say little about the next letter. */
const MOST_WITH_CONTEXT = 300;

export const alphabets: readonly Alphabet[] = [
  createAlphabet(64, range(0x61, 0x7a) + range(0xdf, 0x17f), ['en', 'es', 'de', 'fr']),
  createAlphabet(8, '0123456789', []),
  createAlphabet(4, "'&+#", []),
  createAlphabet(4, range(0x430, 0x45f), ['ru']),
  createAlphabet(2, range(0x386, 0x3ce), ['el']),
  createAlphabet(2, range(0x5d0, 0x5ea), ['he']),
  createAlphabet(2, range(0x620, 0x6d3), ['ar']),
  createAlphabet(2, range(0x901, 0x9ff), ['hi']),
  createAlphabet(2, range(0xe01, 0xe4e), ['th']),
  createAlphabet(2, range(0x3041, 0x30fe), ['ja']),
  createAlphabet(2, range(0x4e00, 0x9fff), ['zh']),
  createAlphabet(2, range(0xac00, 0xd7a3), ['ko']),
  createAlphabet(1, range(0x180, 0x24f) + range(0x1ea0, 0x1eff), []),
  createAlphabet(1, range(0x561, 0x587) + range(0xa01, 0xdff) + range(0xe81, 0x137f) + range(0x1780, 0x17d3), []),
];

/** Creates an alphabet with the likelihood of its letters in languages: alone, after the previous letter, and after the previous two. */
function createAlphabet(weight: number, letters: string, languages: readonly Language[]): Alphabet {
  const [stop, other] = [letters.length, letters.length + 1];
  const usesContext = letters.length < MOST_WITH_CONTEXT;
  const models = new Map<string, Model>();
  let statistics: ReadonlyMap<string, Counts> | undefined;
  return {
    letters,
    weight,
    stop,
    other,
    next(spelled) {
      statistics ??= countSymbols(letters, languages, usesContext);
      const context = toContext(spelled);
      // Only contexts of known words are cached, so that the cache stays bounded.
      const before = [context, context.slice(-1)].find((one) => statistics?.has(one)) ?? '';
      let model = models.get(before);
      if (!model) {
        model = new Model(computeWeights(before, statistics, other + 1));
        models.set(before, model);
      }
      return model;
    },
  };
}

const toContext = (spelled: string): string => `^${spelled}`.slice(-2);

/** Number of occurrences of each symbol in a context. */
interface Counts {
  readonly bySymbol: Uint32Array;
  total: number;
}

function countSymbols(letters: string, languages: readonly Language[], usesContext: boolean): Map<string, Counts> {
  const places = new Map([...letters].map((letter, place) => [letter, place]));
  const statistics = new Map<string, Counts>();
  const count = (context: string, symbol: number) => {
    let counts = statistics.get(context);
    if (!counts) {
      counts = { bySymbol: new Uint32Array(letters.length + 2), total: 0 };
      statistics.set(context, counts);
    }
    counts.bySymbol[symbol] = (counts.bySymbol[symbol] ?? 0) + 1;
    counts.total += 1;
  };
  for (const language of languages) {
    for (const word of listWords(language)) {
      for (let index = 0; index <= word.length; index += 1) {
        const symbol = index === word.length ? letters.length : (places.get(word.charAt(index)) ?? letters.length + 1);
        count('', symbol);
        if (usesContext) {
          const context = toContext(word.slice(0, index));
          count(context.slice(-1), symbol);
          if (context.length > 1) count(context, symbol);
        }
        if (symbol > letters.length) break;
      }
    }
  }
  return statistics;
}

/** Weight of a context relative to the one that is a letter shorter; frequent contexts weigh more. */
const CONTEXT_WEIGHT = 3;
const SHARE = 4_096;
const DOUBT = 40;
/** Weight of symbols that were never seen. */
const FLOOR = 8;

function computeWeights(context: string, statistics: ReadonlyMap<string, Counts>, size: number): number[] {
  const contexts = [...new Set(['', context.slice(-1), context])];
  const shares = contexts.map((one, index) => ({ counts: statistics.get(one), most: SHARE * CONTEXT_WEIGHT ** index }));
  return Array.from({ length: size }, (_, symbol) =>
    shares.reduce(
      (sum, { counts, most }) => sum + (counts ? (most * (counts.bySymbol[symbol] ?? 0)) / (counts.total + DOUBT) : 0),
      FLOOR,
    ),
  ).map(Math.ceil);
}
