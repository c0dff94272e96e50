import { findPlace } from './lists.js';

/** True for names that the sandbox reports as not found. */
export const isUnknown = (name: string): boolean => /unknown/i.test(name);

/** Upper bound of the letters that fit into an id. */
const MOST_LETTERS = 100;

/** Normalizes a query: words in lower case with single spaces between, without punctuation. */
export const toPhrase = (text: string): string =>
  text
    .slice(0, MOST_LETTERS)
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[’‘`´]/g, "'")
    .replace(/[^\p{L}\p{M}\p{N}'&+#]+/gu, ' ')
    .split(' ')
    .map((word) => word.replace(/^['&+#]+|['&]+$/g, ''))
    .filter(Boolean)
    .join(' ');

/** Words of a query that do not belong to its topic. */
const FILLERS = new Set(
  (
    'a an the of to in on at for from by with and or is are was be do does did can could should would will my your our their i me we ' +
    'you it this that these those how what why when where who which best top good great new latest video videos channel channels ' +
    'playlist tutorial tutorials guide tips learn make making get near vs about full free online 2023 2024 2025 2026'
  ).split(' '),
);

/** Returns the topic of a query: its words without fillers, or all if it has no others. */
export function findSubject(phrase: string): string {
  const words = phrase.split(' ').filter((word) => !FILLERS.has(word));
  return words.length > 0 ? words.join(' ') : phrase;
}

/** True if all words are in a dictionary. A name such as `mkbhd` is not. */
export const isCommon = (phrase: string): boolean => phrase.split(' ').every((word) => findPlace(word) !== undefined);

/** Words that are in lower case within titles. */
const SMALL = new Set(
  'a an the of to in on at for from by with and or vs nor but as de la el le les des du von und y e'.split(' '),
);
const SHORT_FORMS = new Set(
  'ai diy usa uk nasa bbc nba nfl nhl ufc css html sql php api vr ar pc tv dj asmr edm ios ui ux hiit'.split(' '),
);

/** Writes a phrase in title case: `the beauty of html` → `The Beauty of HTML`. */
export const toTitleCase = (phrase: string): string =>
  phrase
    .split(' ')
    .map((word, index) => (index > 0 && SMALL.has(word) ? word : capitalize(word)))
    .join(' ');

function capitalize(word: string): string {
  // Without a vowel it is pronounced letter by letter: HTML, BTS, MKBHD.
  if (
    SHORT_FORMS.has(word) ||
    /^(?!(mrs?|dr|st|th|nd|shh+|hm+|[bcdfghjklmnpqrstvwxz])$)[bcdfghjklmnpqrstvwxz]{2,6}$/.test(word)
  ) {
    return word.toUpperCase();
  }
  const [first = '', ...rest] = word;
  return first.toLocaleUpperCase('en') + rest.join('');
}

/** Countable nouns that people search for in the singular. */
const COUNTED = new Set(
  (
    'cat dog puppy kitten bird fish horse rabbit car bike motorcycle truck bus train plane boat drone phone laptop computer camera ' +
    'guitar piano violin drum trumpet song movie film game book recipe cake cookie sandwich burger pancake dumpling salad soup tree flower ' +
    'plant garden house kitchen robot planet star volcano dinosaur shark whale elephant lion tiger spider snake bee castle bridge museum ' +
    'beach mountain river lake island shoe dress jacket hat watch chair table sofa knife pen'
  ).split(' '),
);

/** Returns the form of a phrase in sentences: the plural of countable nouns. */
export function toSentenceForm(phrase: string): string {
  const last = phrase.split(' ').at(-1) ?? '';
  if (!COUNTED.has(last)) return phrase;
  if (/[^aeiou]y$/.test(phrase)) return `${phrase.slice(0, -1)}ies`;
  if (/knife$/.test(phrase)) return phrase.replace(/fe$/, 'ves');
  return /(s|x|sh|ch)$/.test(phrase) ? `${phrase}es` : `${phrase}s`;
}

/** Grammatical role of a topic in sentences: a plural, a pastime, or a name. */
export type Manner = 'many' | 'pastime' | 'name';

export function findManner(spoken: string): Manner {
  const last = spoken.split(' ').at(-1) ?? '';
  if (/[a-z]{2}ing$/.test(last) && !/^(king|ring|thing|spring|string|wing|morning|evening|beijing|sting)$/.test(last))
    return 'pastime';
  if (COUNTED.has(last.replace(/e?s$/, '')) || COUNTED.has(last.replace(/ies$/, 'y')) || last === 'knives')
    return 'many';
  const place = findPlace(last);
  const one = place?.language === 'en' && /[^su]s$/.test(last) ? findPlace(last.slice(0, -1)) : undefined;
  return one?.language === 'en' && last.length > 3 && !/(ics|news|series|species|physics|paris)$/.test(last)
    ? 'many'
    : 'name';
}
