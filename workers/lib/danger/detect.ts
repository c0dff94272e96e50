import { readFileSync } from 'node:fs';
import Type, { type Static } from 'typebox';
import { Parse } from 'typebox/value';
import { projectFile } from '../../../shared/process/project-file.js';
import { compilePatterns, type Patterns } from './patterns.js';
import { correctSpelling, readText } from './read-text.js';

/** Dangers to life and limb, the gravest first. */
export const dangers = ['suicide', 'child', 'violence', 'selfharm', 'harm'] as const;
export type Danger = (typeof dangers)[number];

/** Weighty subjects, on which an oracle says neither yes, no nor wait. The first that fits applies. */
export const burdens = ['missing', 'pregnancy', 'illness', 'death', 'law', 'money'] as const;
export type Burden = (typeof burdens)[number];

/** Danger or weighty subject of a text, and the language in which it was found. */
export type Concern =
  | { readonly tier: 'danger'; readonly about: Danger; readonly language: string }
  | { readonly tier: 'weighty'; readonly about: Burden; readonly language: string };

const patterns = Type.Array(Type.String());
const grammarFile = Type.Object(
  {
    /** Alternative spellings of letters, e.g. `ae` for `ä`, which is folded to `a`. */
    spellings: Type.Optional(Type.Record(Type.String(), Type.String())),
    /** Word classes by name (subjects, verbs of wanting, …), which patterns combine to an intent. */
    classes: Type.Record(Type.String(), Type.String()),
    /** Figures of speech, which are removed before the search. */
    idioms: patterns,
    danger: Type.Object(Object.fromEntries(dangers.map((danger) => [danger, patterns]))),
    weighty: Type.Object(Object.fromEntries(burdens.map((burden) => [burden, patterns]))),
    /** Frequent words, by which the language of a text is recognised. */
    common: Type.String(),
    /** Words that are recognised with a typing error. */
    spelled: patterns,
  },
  { additionalProperties: false },
);
type GrammarFile = Static<typeof grammarFile>;

/** Compiled grammar of one language. */
interface Grammar {
  readonly language: string;
  readonly spellings: readonly (readonly [string, string])[];
  readonly spelled: readonly string[];
  readonly idioms: Patterns;
  readonly danger: ReadonlyMap<Danger, Patterns>;
  readonly weighty: ReadonlyMap<Burden, Patterns>;
  /** All words of the grammar. The language of a text is the one with most of its words. */
  readonly vocabulary: ReadonlySet<string>;
}

/** Languages with a grammar. Suicide is recognised in the languages of `grammar/elsewhere.json` too. */
export const LANGUAGES = ['en', 'de', 'es', 'fr', 'it', 'pt'] as const;

const FOLDER = 'workers/lib/danger/grammar';

let grammars: readonly Grammar[] | undefined;
let elsewhere: readonly (readonly [language: string, suicide: Patterns])[] | undefined;

/**
 * Finds a danger in a question or a topic, or else a subject that is too weighty for an oracle. All languages are
 * searched, whatever the language of the response.
 */
export function detectConcern(text: string): Concern | undefined {
  const words = readText(text);
  const readings = readInLanguages(words);
  const danger = findDanger(words, readings);
  if (danger) return { tier: 'danger', ...danger };
  const weighty = findIn(readings.filter(isLikely), ({ weighty }) => weighty);
  return weighty && { tier: 'weighty', ...weighty };
}

/**
 * Finds a danger in a text: a person wants to die, is beaten, or means to hurt another.
 *
 * @returns the danger and the language in which it was found, or undefined
 */
export function detectDanger(text: string): DangerFound | undefined {
  const words = readText(text);
  return findDanger(words, readInLanguages(words));
}

interface DangerFound {
  readonly about: Danger;
  readonly language: string;
}

function findDanger(words: readonly string[], readings: readonly Reading[]): DangerFound | undefined {
  const found = findIn(readings, ({ danger }) => danger);
  if (found) return found;
  const [language] = loadOtherPatterns().find(([, suicide]) => suicide.matches(words)) ?? [];
  return language === undefined ? undefined : { about: 'suicide', language };
}

/** Languages in which suicide is recognised. */
export const listSuicideLanguages = (): string[] => [
  ...LANGUAGES,
  ...loadOtherPatterns().map(([language]) => language),
];

/** Compiles the grammars before the first request. */
export function warmUpDanger(): void {
  for (let time = 0; time < 2; time++) detectConcern('The first words of the day');
}

/** A text as a grammar reads it. */
interface Reading {
  readonly grammar: Grammar;
  /** The words as typed, and with possible corrections, without idioms. */
  readonly spellings: readonly (readonly string[])[];
  /** Share of the words that the grammar knows, relative to the one that knows most: 0 to 1. */
  readonly familiarity: number;
}

/** Reads the words with each grammar, the most likely language first. */
function readInLanguages(words: readonly string[]): Reading[] {
  const distinct = [...new Set(words)];
  const known = readGrammars().map(({ vocabulary }) => distinct.filter((word) => vocabulary.has(word)).length);
  const most = Math.max(...known, 1);
  const inGrammars = readGrammars()
    .map((grammar, at) => ({ grammar, familiarity: (known[at] ?? 0) / most }))
    .sort((one, other) => other.familiarity - one.familiarity);
  // Idioms of likely languages are removed for all: a similar language would take them literally.
  const meant = inGrammars
    .filter(isLikely)
    .reduce<readonly string[]>((left, { grammar }) => grammar.idioms.remove(left), words);
  return inGrammars.map((reading) => ({
    ...reading,
    spellings: isLikely(reading)
      ? listSpellings(meant, reading.grammar).map((spelling) => reading.grammar.idioms.remove(spelling))
      : [meant],
  }));
}

/** True if the text may be in the language. Idioms and weighty subjects of other languages are false friends. */
const isLikely = ({ familiarity }: Pick<Reading, 'familiarity'>): boolean => familiarity > 0.7;

/** Finds the gravest subject in the first language that has a match. */
function findIn<About extends Danger | Burden>(
  readings: readonly Reading[],
  select: (grammar: Grammar) => ReadonlyMap<About, Patterns>,
): { about: About; language: string } | undefined {
  for (const { grammar, spellings } of readings) {
    for (const [about, kind] of select(grammar)) {
      if (spellings.some((spelling) => kind.matches(spelling))) return { about, language: grammar.language };
    }
  }
  return undefined;
}

/** Lists the readings of a text: as typed, with typing errors corrected, and with spellings such as `ae` replaced as well. */
function listSpellings(words: readonly string[], { spellings, spelled }: Grammar): (readonly string[])[] {
  const corrected = correctSpelling(words, spelled);
  const respelled = corrected.map((word) => spellings.reduce((text, [from, to]) => text.replaceAll(from, to), word));
  return [words, corrected, respelled].filter(
    (one, at, all) => at === all.findIndex((other) => `${other}` === `${one}`),
  );
}

function readGrammars(): readonly Grammar[] {
  grammars ??= LANGUAGES.map((language) =>
    compileGrammar(language, Parse(grammarFile, readJson(`${FOLDER}/${language}.json`))),
  );
  return grammars;
}

function loadOtherPatterns(): readonly (readonly [string, Patterns])[] {
  elsewhere ??= Object.entries(Parse(Type.Record(Type.String(), patterns), readJson(`${FOLDER}/elsewhere.json`))).map(
    ([language, suicide]) => [language, compilePatterns(suicide)] as const,
  );
  return elsewhere;
}

const readJson = (file: string): unknown => JSON.parse(readFileSync(projectFile(file), 'utf8'));

function compileGrammar(language: string, file: GrammarFile): Grammar {
  const { classes, idioms, spelled } = file;
  const compiled = <Kind extends string>(kinds: readonly Kind[], lists: Readonly<Record<string, string[]>>) =>
    new Map(kinds.map((kind) => [kind, compilePatterns(lists[kind] ?? [], classes)] as const));
  return {
    language,
    spellings: Object.entries(file.spellings ?? {}),
    spelled,
    idioms: compilePatterns(idioms, classes),
    danger: compiled(dangers, file.danger),
    weighty: compiled(burdens, file.weighty),
    vocabulary: new Set(JSON.stringify(file).match(/\p{L}+/gu)),
  };
}
