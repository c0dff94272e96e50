import { readFileSync } from 'node:fs';
import Type, { type Static } from 'typebox';
import { Parse } from 'typebox/value';
import { projectFile } from '../../../shared/process/project-file.js';
import { type Patterns, readPatterns } from './patterns.js';
import { correctSpelling, readText } from './read-text.js';

/** Dangers to somebody's life or body, the gravest first. A person in one of them needs help. */
export const dangers = ['suicide', 'child', 'violence', 'selfharm', 'harm'] as const;
export type Danger = (typeof dangers)[number];

/** Subjects on which nobody is told yes, no or wait; the first that fits is spoken of. */
export const burdens = ['missing', 'pregnancy', 'illness', 'death', 'law', 'money'] as const;
export type Burden = (typeof burdens)[number];

export type Concern =
  | { readonly tier: 'danger'; readonly about: Danger; readonly language: string }
  | { readonly tier: 'weighty'; readonly about: Burden; readonly language: string };

const patterns = Type.Array(Type.String());
const grammarFile = Type.Object(
  {
    /** Spellings that stand for another letter, e.g. `ae` for `ä`, which is looked for as `a`. */
    spellings: Type.Optional(Type.Record(Type.String(), Type.String())),
    /** Words of one kind, e.g. who wants, wants, ends: a phrase combines them to an intent. */
    classes: Type.Record(Type.String(), Type.String()),
    /** Patterns that speak of something else: they are taken out before anything is looked for. */
    idioms: patterns,
    danger: Type.Object(Object.fromEntries(dangers.map((danger) => [danger, patterns]))),
    weighty: Type.Object(Object.fromEntries(burdens.map((burden) => [burden, patterns]))),
    /** Frequent words, by which the language of a text is told. */
    common: Type.String(),
    /** Words that are recognised with a typing error in them. */
    spelled: patterns,
  },
  { additionalProperties: false },
);
type GrammarFile = Static<typeof grammarFile>;

/** Patterns in which one language speaks of danger. */
interface Grammar {
  readonly language: string;
  readonly spellings: readonly (readonly [string, string])[];
  readonly spelled: readonly string[];
  readonly idioms: Patterns;
  readonly danger: ReadonlyMap<Danger, Patterns>;
  readonly weighty: ReadonlyMap<Burden, Patterns>;
  /** All its words: which language a text is in is told by how many of them it has. */
  readonly vocabulary: ReadonlySet<string>;
}

/** Languages with a grammar of every danger. Suicide alone is recognised in those of `grammar/elsewhere.json` too. */
export const LANGUAGES = ['en', 'de', 'es', 'fr', 'it', 'pt'] as const;

const FOLDER = 'workers/lib/danger/grammar';

let grammars: readonly Grammar[] | undefined;
let elsewhere: readonly (readonly [language: string, suicide: Patterns])[] | undefined;

/**
 * Finds the danger that a question or a topic speaks of, or else a subject that is too weighty for an oracle. All
 * languages are looked through, whatever language the answer will be in.
 */
export function detectConcern(text: string): Concern | undefined {
  const words = readText(text);
  const readings = readInLanguages(words);
  const danger = dangerIn(words, readings);
  if (danger) return { tier: 'danger', ...danger };
  const weighty = findIn(readings.filter(isLikely), ({ weighty }) => weighty);
  return weighty && { tier: 'weighty', ...weighty };
}

/**
 * Finds in a text that its writer or somebody else is in danger: wants to die, is beaten, means to hurt somebody.
 * Nothing that is light, clever or an oracle's may be made of it.
 *
 * @returns the danger and the language in which it is spoken of, undefined when there is none
 */
export function detectDanger(text: string): DangerFound | undefined {
  const words = readText(text);
  return dangerIn(words, readInLanguages(words));
}

interface DangerFound {
  readonly about: Danger;
  readonly language: string;
}

function dangerIn(words: readonly string[], readings: readonly Reading[]): DangerFound | undefined {
  const found = findIn(readings, ({ danger }) => danger);
  if (found) return found;
  const [language] = suicideElsewhere().find(([, suicide]) => suicide.isIn(words)) ?? [];
  return language === undefined ? undefined : { about: 'suicide', language };
}

/** Languages in which suicide is recognised. */
export const suicideLanguages = (): string[] => [...LANGUAGES, ...suicideElsewhere().map(([language]) => language)];

/** Compiles the grammars, which the first call would otherwise wait for. */
export function warmUpDanger(): void {
  for (let time = 0; time < 2; time++) detectConcern('The first words of the day');
}

/** A text as a grammar reads it. */
interface Reading {
  readonly grammar: Grammar;
  /** The words as they are spelled, and as they may be meant, without idioms. */
  readonly spellings: readonly (readonly string[])[];
  /** Share of the words that the grammar knows, relative to the one that knows most: 0 to 1. */
  readonly familiarity: number;
}

/** The words as each grammar reads them, beginning with the language that they are most likely in. */
function readInLanguages(words: readonly string[]): Reading[] {
  const distinct = [...new Set(words)];
  const known = readGrammars().map(({ vocabulary }) => distinct.filter((word) => vocabulary.has(word)).length);
  const most = Math.max(...known, 1);
  const inGrammars = readGrammars()
    .map((grammar, at) => ({ grammar, familiarity: (known[at] ?? 0) / most }))
    .sort((one, other) => other.familiarity - one.familiarity);
  // An idiom of the text's language is none of a similar language, which would take it at its word.
  const meant = inGrammars
    .filter(isLikely)
    .reduce<readonly string[]>((left, { grammar }) => grammar.idioms.withoutThem(left), words);
  return inGrammars.map((reading) => ({
    ...reading,
    spellings: isLikely(reading)
      ? spellingsOf(meant, reading.grammar).map((spelling) => reading.grammar.idioms.withoutThem(spelling))
      : [meant],
  }));
}

/** True if the text may be in the language: words that look like those of another say nothing. */
const isLikely = ({ familiarity }: Pick<Reading, 'familiarity'>): boolean => familiarity > 0.7;

/** The gravest of what a text speaks of, in the first language in which it speaks of any. */
function findIn<About extends Danger | Burden>(
  readings: readonly Reading[],
  kindsOf: (grammar: Grammar) => ReadonlyMap<About, Patterns>,
): { about: About; language: string } | undefined {
  for (const { grammar, spellings } of readings) {
    for (const [about, kind] of kindsOf(grammar)) {
      if (spellings.some((spelling) => kind.isIn(spelling))) return { about, language: grammar.language };
    }
  }
  return undefined;
}

/** The text as it is spelled, and with what may be a typing error or a letter spelled as two put right. */
function spellingsOf(words: readonly string[], { spellings, spelled }: Grammar): (readonly string[])[] {
  const corrected = correctSpelling(words, spelled);
  const respelled = corrected.map((word) => spellings.reduce((text, [from, to]) => text.replaceAll(from, to), word));
  return [words, corrected, respelled].filter(
    (one, at, all) => at === all.findIndex((other) => `${other}` === `${one}`),
  );
}

function readGrammars(): readonly Grammar[] {
  grammars ??= LANGUAGES.map((language) =>
    grammarOf(language, Parse(grammarFile, readJson(`${FOLDER}/${language}.json`))),
  );
  return grammars;
}

function suicideElsewhere(): readonly (readonly [string, Patterns])[] {
  elsewhere ??= Object.entries(Parse(Type.Record(Type.String(), patterns), readJson(`${FOLDER}/elsewhere.json`))).map(
    ([language, suicide]) => [language, readPatterns(suicide)] as const,
  );
  return elsewhere;
}

const readJson = (file: string): unknown => JSON.parse(readFileSync(projectFile(file), 'utf8'));

function grammarOf(language: string, file: GrammarFile): Grammar {
  const { classes, idioms, spelled } = file;
  const compiled = <Kind extends string>(kinds: readonly Kind[], lists: Readonly<Record<string, string[]>>) =>
    new Map(kinds.map((kind) => [kind, readPatterns(lists[kind] ?? [], classes)] as const));
  return {
    language,
    spellings: Object.entries(file.spellings ?? {}),
    spelled,
    idioms: readPatterns(idioms, classes),
    danger: compiled(dangers, file.danger),
    weighty: compiled(burdens, file.weighty),
    vocabulary: new Set(JSON.stringify(file).match(/\p{L}+/gu)),
  };
}
