import { findPlace } from '../language/lists.js';
import { findManner, isCommon, type Manner, toSentenceForm, toTitleCase } from '../language/phrase.js';
import { between, pick } from '../world.js';
import { coinedNames, english, englishGaps, englishTitles, type Wording, wordings } from './wording.js';

const SHORT_SECONDS = 240;
const LONG_SECONDS = 1_800;

/** Detects the language of a phrase, among those with titles. The default is English. */
export function detectLanguage(phrase: string): string {
  const scripts = [
    ['ja', /[\u3040-\u30ff]/],
    ['ko', /[\uac00-\ud7a3]/],
    ['ru', /[\u0400-\u04ff]/],
    ['ar', /[\u0600-\u06ff]/],
  ] as const;
  const script = scripts.find(([, letters]) => letters.test(phrase))?.[0];
  if (script) return script;
  const tongues = phrase.split(' ').map((word) => findPlace(word)?.language);
  const [first] = tongues;
  if (first !== undefined && first in wordings && tongues.every((tongue) => tongue === first)) return first;
  return /\p{Script=Han}/u.test(phrase) ? 'zh' : 'en';
}

export const findWording = (language: string): Wording => wordings[language] ?? english;

/** Writes a phrase as in titles and names of a language. */
export const createName = (phrase: string, language: string): string =>
  language === 'en' || !isCommon(phrase)
    ? toTitleCase(toSentenceForm(phrase))
    : phrase.charAt(0).toLocaleUpperCase('en') + phrase.slice(1);

/** Writes a phrase as in a sentence: a name keeps its capitals. */
export const inSentences = (phrase: string, language: string): string =>
  language === 'en' && (findManner(toSentenceForm(phrase)) === 'name' || !isCommon(phrase))
    ? toTitleCase(phrase)
    : toSentenceForm(phrase);

/** Lists a pattern with each of the words for its gaps. */
function fillGaps(pattern: string): string[] {
  for (const [gap, words] of Object.entries(gaps)) {
    if (pattern.includes(`{${gap}}`)) return words.flatMap((word) => fillGaps(pattern.replace(`{${gap}}`, word)));
  }
  return [pattern];
}

const gaps: Readonly<Record<string, readonly string[]>> = { ...englishGaps, n: ['3', '4', '5', '7', '8', '10', '12'] };

const sentence = (text: string): string => text.charAt(0).toLocaleUpperCase('en') + text.slice(1);

/** Returns a choice for each number, which repeats only after all others, and the number of completed rounds. */
function choose<T>(choices: readonly T[], number: number, seed: string): { choice: T; round: number } {
  const count = choices.length;
  const steps = Array.from({ length: count }, (_, step) => step + 1).filter((step) => areCoprime(step, count));
  const start = between(0, count - 1, `start ${seed}`);
  const choice = choices[(start + number * pick(steps, `step ${seed}`)) % count];
  if (choice === undefined) throw new RangeError('nothing to choose from');
  return { choice, round: Math.floor(number / count) };
}

const areCoprime = (a: number, b: number): boolean => (b === 0 ? a === 1 : areCoprime(b, a % b));

/** Lists the patterns of a language for videos of a length, with filled gaps. */
function listPatterns(language: string, manner: Manner, length: 'any' | 'short' | 'long'): readonly string[] {
  const name = `${language} ${manner} ${length}`;
  const known = patterns.get(name);
  if (known) return known;
  const { titles, short, long } = findWording(language);
  const any = language === 'en' ? [...titles, ...englishTitles[manner]] : titles;
  const fitting = ({ short, long, any }[length] ?? any).flatMap(fillGaps);
  patterns.set(name, fitting);
  return fitting;
}

const patterns = new Map<string, readonly string[]>();

/** Creates the title of a video about a phrase. No two titles of a channel are the same. */
export function createTitle(phrase: string, language: string, index: number, seconds: number, seed: string): string {
  const length = seconds < SHORT_SECONDS ? 'short' : seconds > LONG_SECONDS ? 'long' : 'any';
  // A language without titles for a length uses those for any length, and rounds count for all of them.
  const kind = findWording(language)[length === 'any' ? 'titles' : length] ? length : 'any';
  const { choice, round } = choose(
    listPatterns(language, findManner(toSentenceForm(phrase)), kind),
    index,
    `${seed} ${kind}`,
  );
  const title = sentence(choice.replace('{s}', () => createName(phrase, language)));
  if (round === 0) return title;
  const { sequels, part } = findWording(language);
  const first = between(0, sequels.length - 1, `sequel ${seed} ${choice}`);
  const sequel =
    round <= sequels.length
      ? sequels[(first + round) % sequels.length]
      : part.replace('{n}', String(round - sequels.length + 1));
  return `${title}${language === 'ja' || language === 'zh' ? '｜' : ' | '}${sequel}`;
}

/** Creates the name of a channel about a phrase by its number. */
export const createChannelName = (phrase: string, language: string, number: number): string =>
  sentence(
    choose(findWording(language).channels, number, phrase).choice.replace('{s}', () => createName(phrase, language)),
  );

/** Coins the name of a channel. */
export const coinName = (seed: string): string =>
  `${pick(coinedNames.first, `first ${seed}`)} ${pick(coinedNames.last, `last ${seed}`)}`;
