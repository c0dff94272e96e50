import dictionary from 'dictionary-en';
import { stopWords } from './words.js';

/** Everyday words that are mostly meant as names when a topic begins with them in upper case. */
const NAMES = new Set(['rust', 'excel', 'word', 'windows', 'switch', 'notion', 'figma', 'canva', 'unity', 'go']);

/** Names of several everyday words, which nothing but knowing them tells from a phrase. */
const NAMES_OF_WORDS = new Map(
  `Star Wars;Star Trek;Harry Potter;Game of Thrones;Breaking Bad;Stranger Things;Lord of the Rings;Call of Duty;Grand Theft Auto;
  Red Dead Redemption;Elden Ring;Animal Crossing;Stardew Valley;Pulp Fiction;Black Mirror;Toy Story;Iron Man;Dark Souls;God of War;
  World of Warcraft;League of Legends;Hollow Knight;Mad Max;Top Gun;Black Friday;Wall Street;Silicon Valley;New York;Los Angeles;
  South Korea;North Korea;Middle East;White House;World Cup;Super Bowl;Premier League;Champions League;Apple Watch;Apple Music;
  Google Maps;Google Sheets;Steam Deck;Home Assistant;Visual Studio;Big Ben;Cold War;Middle Ages;Black Death;Silk Road;Taylor Swift;
  Roman Empire;Ottoman Empire;British Empire;Byzantine Empire;French Revolution;Russian Revolution;Industrial Revolution;World War;
  Bronze Age;Stone Age;Iron Age;Ice Age;Great Wall;Great Depression;Big Bang;Wild West;Milky Way;Grand Canyon;Golden Gate;
  Great Barrier Reef;New Zealand;South Africa;South America;North America;Latin America;United States;United Kingdom;Great Britain`
    .split(/;\s*/)
    .map((name) => [name.toLowerCase(), name]),
);
const NAME_OF_WORDS = new RegExp(`(?<!\\p{L})(?:${[...NAMES_OF_WORDS.keys()].join('|')})(?!\\p{L})`, 'giu');

/** The phrase with the names in it as they are spelt, where they were typed with capitals. */
const named = (phrase: string, typed: string): string =>
  phrase.replace(NAME_OF_WORDS, (found, at: number) =>
    /\p{Lu}/u.test(typed.slice(at, at + found.length)) ? (NAMES_OF_WORDS.get(found.toLowerCase()) ?? found) : found,
  );

let english: { common: ReadonlySet<string>; names: ReadonlySet<string> } | undefined;

function englishWords() {
  if (!english) {
    const stems = Buffer.from(dictionary.dic)
      .toString('utf8')
      .split('\n')
      .map((line) => line.split('/', 1)[0] ?? '');
    english = {
      common: new Set(stems.filter((stem) => /^\p{Ll}/u.test(stem))),
      names: new Set(stems.filter((stem) => /^\p{Lu}\p{Ll}/u.test(stem)).map((stem) => stem.toLowerCase())),
    };
  }
  return english;
}

/** Names that begin many topics, in the languages whose dictionary we do not have. */
const ROMANCE_NAMES = new Set(
  `roma londres londra lisboa lisbona parís paris parigi berlín berlino napoli nápoles venezia venecia firenze florencia milano
  turín torino atenas atene marte júpiter saturno giove messi ronaldo napoleón napoleone napoléon cleopatra cléopâtre naruto
  fortnite roblox photoshop excel instagram chatgpt android python javascript java linux blender canva pokémon`.split(
    /\s+/,
  ),
);

/** Words from English that Romance languages write like their own. */
const LOANS = new Set(
  `sport film bar marketing gaming computer design fitness smartphone tennis rock jazz blog tram podcast vlog software hardware
  web trekking running shopping streaming trading stretching coaching makeup kit kiwi kayak karate karaoke ketchup whisky
  yoga ski show snack sandwich burger test tour trend look hobby hip hop rap pop robot drone set start top best week-end`.split(
    /\s+/,
  ),
);

const ROMANCE: ReadonlySet<string> = new Set(['es', 'fr', 'pt', 'it']);

/** Words of these languages that English knows as names only. */
const NO_NAMES = new Set(
  `noche poisson voyager flores luz cruz luna leon león santos mora sol amor rosa rosas reina rey reyes marina aurora blanco negro
  pastor campos prado torres vega rivera montes castillo lago bella gala corona champagne cologne vino casa moreno terra villa
  salsa vera alma gloria bruno dolce oro perla stella angelo fiore monte sierra costa guerra bianco chat lune`.split(
    /\s+/,
  ),
);

const countriesByLanguage = new Map<string, ReadonlySet<string>>();

/** Names of countries that are one word, in lower case, as the language calls them. */
export function countriesIn(language: string): ReadonlySet<string> {
  let countries = countriesByLanguage.get(language);
  if (!countries) {
    const names = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' });
    const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
    const all = letters.flatMap((one) => letters.map((other) => names.of(one + other)));
    countries = new Set(
      all.filter((name) => name !== undefined && !/\s/.test(name)).map((name) => String(name).toLowerCase()),
    );
    countriesByLanguage.set(language, countries);
  }
  return countries;
}

/** How words of a Romance language do not look: with k or w, or ending in a consonant that its own words do not end in. */
const UNLIKE: Readonly<Record<string, RegExp>> = {
  es: /[kw]|[bcdfghkmpqtvw]$/u,
  fr: /[kw]/u,
  pt: /[kwy]|[bcdfghkpqtvwy]$/u,
  it: /[jkwxy]|[^aeiouàèéìòù]$/u,
};

/** Whether the capital of a topic's first word is a name's, and not only a beginning's. */
function isRomanceName(word: string, next: string | undefined, language: string): boolean {
  const small = word.toLowerCase().replace(/[,:]$/, '');
  if (stopWords(language).has(small) || LOANS.has(small)) return false;
  if (ROMANCE_NAMES.has(small) || countriesIn(language).has(small) || UNLIKE[language]?.test(small)) return true;
  const { common, names } = englishWords();
  if (names.has(small) && !common.has(small) && !NO_NAMES.has(small)) return true;
  return next !== undefined && /^(?:\p{Lu}\p{Ll}|\d)/u.test(next);
}

/** Loads the word list. */
export const warmUpNaturalCase = (): void => void englishWords();

/** The word and what it may be a form of: breads, baking, stopped, tidier → bread, bake, stop, tidy. */
function stemsOf(word: string): string[] {
  const bare = word.replace(/['’]s$/, '');
  const cut = bare.replace(/(?:ing|ed|er|est|es|s|ly)$/, '');
  const stems = [bare, cut, `${cut}e`, cut.replace(/i$/, 'y'), cut.replace(/(.)\1$/, '$1')];
  // The dictionary has "store" and what may stand before it: restoring.
  return [...stems, ...stems.filter((stem) => /^(?:re|un).{4}/.test(stem)).map((stem) => stem.slice(2))];
}

/** Whether a word in lower case is an ordinary English word and not also a name. */
function isOrdinary(word: string): boolean {
  const { common, names } = englishWords();
  if (NAMES.has(word) || names.has(word)) return false;
  return stemsOf(word).some((stem) => stem.length > 1 && common.has(stem));
}

/**
 * A phrase as it is written in the middle of a sentence: ordinary words in lower case, names and acronyms as they
 * are. TITLE SHOUTING and Title Case are undone.
 */
export const naturalCase = (phrase: string, language: string): string => named(calmed(phrase, language), phrase);

function calmed(phrase: string, language: string): string {
  const words = phrase.split(' ');
  const letters = phrase.replace(/[^\p{L}]/gu, '');
  const shouted =
    words.length > 2 && letters.length > 8 && letters === letters.toUpperCase() && /\p{Lu}/u.test(letters);
  if (shouted) return words.map((word) => calm(word.toLowerCase(), language)).join(' ');
  const capitals = words.filter((word) => /^\p{Lu}/u.test(word)).length;
  // In a Romance language two capitals are a beginning and a name: "Viajar pelo Japão".
  const isRomance = ROMANCE.has(language);
  const looksTitled = words.length > 2 && capitals / words.length > 0.6 && (!isRomance || capitals > 2);
  const titled = looksTitled && !(language === 'en' && hasName(words));
  const isName = isRomance && !titled && isRomanceName(words[0] ?? '', words[1], language);
  return words.map((word, at) => ((at === 0 && !isName) || titled ? lower(word, language, titled) : word)).join(' ');
}

/** Whether ordinary words stand in small letters beside a name of several words: "the Dyatlov Pass incident". */
function hasName(words: readonly string[]): boolean {
  const isSmall = (word: string) => /^\p{Ll}{4,}$/u.test(word) && !stopWords('en').has(word);
  const isName = (word = '') => /^\p{Lu}\p{Ll}+$/u.test(word) && !isOrdinary(word.toLowerCase());
  return words.some(isSmall) && words.some((word, at) => isName(word) && /^\p{Lu}/u.test(words[at + 1] ?? ''));
}

/** A shouted word in lower case, names restored where the language's dictionary knows them. */
function calm(word: string, language: string): string {
  const isName = language === 'en' && englishWords().names.has(word) && !englishWords().common.has(word);
  return isName ? word.charAt(0).toUpperCase() + word.slice(1) : word;
}

function lower(word: string, language: string, titled: boolean): string {
  // What English says of oneself is an article in Italian: "I gatti".
  const isI = language !== 'it' && /^I(?:['’]|$)/.test(word);
  // Behind an elided article a capital was meant: "L'Empire romain".
  if (!titled && /^\p{Lu}['’]\p{Lu}/u.test(word)) return word.charAt(0).toLowerCase() + word.slice(1);
  if (isI || !/^\p{Lu}\p{Ll}*(?:['’-]\p{L}+)*[,:]?$/u.test(word)) return word;
  const small = word.toLowerCase();
  const bare = small.replace(/[,:]$/, '');
  if (stopWords(language).has(bare)) return small;
  if (language === 'en') return isOrdinary(bare) ? small : word;
  // German nouns keep their capitals; in the Romance languages only names have one, and a first word is rarely a name.
  if (language === 'de') return word;
  return titled ? word : small;
}
