import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Type, { type Static } from 'typebox';
import { Parse } from 'typebox/value';
import { projectFile } from '../../../shared/process/project-file.js';
import { type Danger, detectDanger } from '../danger/detect.js';
import { type Phrase, type Phrases, phrasesOf, wordedPlainly } from './phrases.js';

/** What a topic can be about that does not bear every tone. */
export const sensitivities = [
  'suicide',
  'selfharm',
  'abuse',
  'war',
  'minors',
  'sexual',
  'drugs',
  'weapons',
  'illness',
  'death',
  'person',
] as const;
export type Sensitivity = (typeof sensitivities)[number];

/** What a text is about and whether it asks for something that harms by itself. */
export interface Judgement {
  readonly about: Sensitivity;
  readonly harmful: boolean;
}

const listsOf = Type.Partial(Type.Record(Type.Enum([...sensitivities]), Type.Array(Type.String())));
const lexiconFile = Type.Object(
  {
    /** Phrases in which a word of the lists below means something else. */
    harmless: Type.Array(Type.String()),
    /** What is no person when it dies: a species, a star, a language, a battery. */
    lifeless: Type.Object({
      things: Type.Array(Type.String()),
      /** Whether things stand without an article too, as in "how stars die"; else a bare one is somebody's name: "Stella è morta". */
      bare: Type.Boolean(),
      /** What stands before a thing, also behind its end: "cuando muere una lengua". None: things are not named there. */
      articles: Type.Array(Type.String()),
      /** What may stand between a thing and its end: "the oldest tree in the world has died". */
      between: Type.Array(Type.String()),
      dies: Type.Array(Type.String()),
      deathOf: Type.Array(Type.String()),
      /** Persons, and animals that are mourned as such: with one of them in it, a text may be about their death. */
      unless: Type.Array(Type.String()),
    }),
    held: listsOf,
    refused: listsOf,
    /** Words beside which what is refused is spoken about, or is a toy, so that it is only held. */
    unless: Type.Array(Type.String()),
    person: Type.Object({
      /** Who a person is to the one that writes: a name behind one of these is that of a private person. */
      relations: Type.Array(Type.String()),
      about: Type.Array(Type.String()),
      harassed: Type.Array(Type.String()),
    }),
  },
  { additionalProperties: false },
);
type LexiconFile = Static<typeof lexiconFile>;

/** The lists of one language. */
interface Lexicon {
  /** Without one of these, nothing has ended: what is lifeless is a hundred times as much to look for. */
  readonly ends: Phrases;
  readonly lifeless: Phrases;
  readonly mourned: Phrases;
  readonly unless: Phrases;
  readonly refused: readonly (readonly [Sensitivity, Phrases])[];
  readonly relations: Phrases;
  readonly about: Phrases;
  readonly harassed: Phrases;
}

interface Lexicons {
  readonly each: readonly Lexicon[];
  /** Of all languages together. */
  readonly harmless: Phrases;
  readonly held: readonly (readonly [Sensitivity, Phrases])[];
}

const FOLDER = 'workers/lib/topics/lexicon';

let read: Lexicons | undefined;

/**
 * Tells what a topic or a question is about when that is death, violence, illness or the like, and whether it asks
 * for harm. The lists of every language are looked through, as a topic may be in another one than its text.
 *
 * @returns undefined when it bears any tone
 */
export function judge(text: string): Judgement | undefined {
  const { each, harmless, held } = lexicons();
  const plain = wordedPlainly(text);
  for (const lexicon of each) {
    const about = harmOf(text, plain, lexicon);
    if (about) return { about, harmful: true };
  }
  const meant = harmless.masked(each.reduce(withoutLifeless, plain));
  const [about] = held.find(([, phrases]) => phrases.in(meant)) ?? [];
  if (about) return { about, harmful: false };
  const exposes = each.some((lexicon) => lexicon.about.in(meant) && namesPrivatePerson(text, lexicon));
  if (exposes) return { about: 'person', harmful: false };
  const danger = detectDanger(text);
  return danger && { about: sensitivityOf[danger.about], harmful: false };
}

/** Sensitivity of each danger, which may be typed as a topic: "I want to kill myself" is on no list. */
const sensitivityOf: Readonly<Record<Danger, Sensitivity>> = {
  suicide: 'suicide',
  selfharm: 'selfharm',
  violence: 'abuse',
  child: 'abuse',
  harm: 'abuse',
};

/** The more pressing of what several texts are about: what is harmful, else the first in the order of sensitivities. */
export function judgeAll(texts: readonly string[]): Judgement | undefined {
  const found = texts.map(judge).filter((one) => one !== undefined);
  const rank = ({ about, harmful }: Judgement) => (harmful ? 0 : sensitivities.length) + sensitivities.indexOf(about);
  return found.sort((one, other) => rank(one) - rank(other))[0];
}

function harmOf(text: string, plain: string, lexicon: Lexicon): Sensitivity | undefined {
  if (lexicon.harassed.in(plain) && namesPrivatePerson(text, lexicon)) return 'person';
  if (lexicon.unless.in(plain)) return undefined;
  return lexicon.refused.find(([, phrases]) => phrases.in(plain))?.[0];
}

/** The text without the ends of what is no person, where it names none. */
const withoutLifeless = (plain: string, { ends, lifeless, mourned }: Lexicon): string =>
  ends.in(plain) && !mourned.in(plain) ? lifeless.masked(plain) : plain;

const NAME = /^\p{Lu}\p{Ll}+/u;

/** Whether somebody is named by who they are to the one that writes: "my neighbour Karen Miller". */
function namesPrivatePerson(text: string, { relations }: Lexicon): boolean {
  const words = text.split(/\s+/);
  return words.some((word, at) => {
    if (!relations.in(wordedPlainly(word))) return false;
    return words.slice(at + 1, at + 3).some((next) => NAME.test(next));
  });
}

function lexicons(): Lexicons {
  read ??= lexiconsOf(
    readdirSync(projectFile(FOLDER))
      .filter((name) => name.endsWith('.json'))
      .map((name) => Parse(lexiconFile, JSON.parse(readFileSync(join(projectFile(FOLDER), name), 'utf8')))),
  );
  return read;
}

/** Reads and compiles the lists, which the first call would otherwise wait for. An expression is compiled for good when it is used again. */
export function warmUpSensitivities(): void {
  for (let time = 0; time < 2; time++) judge('The first words of the day');
}

function lexiconsOf(files: readonly LexiconFile[]): Lexicons {
  const lists = (kind: 'held' | 'refused', of: readonly LexiconFile[]) =>
    sensitivities.map((about) => [about, phrasesOf(of.flatMap((file) => file[kind][about] ?? []))] as const);
  return {
    each: files.map((file) => ({
      ends: phrasesOf([...file.lifeless.dies, ...file.lifeless.deathOf]),
      lifeless: phrasesOf(lifelessEnds(file.lifeless)),
      mourned: phrasesOf(file.lifeless.unless),
      unless: phrasesOf(file.unless),
      refused: lists('refused', [file]),
      relations: phrasesOf(file.person.relations),
      about: phrasesOf(file.person.about),
      harassed: phrasesOf(file.person.harassed),
    })),
    harmless: phrasesOf(files.flatMap((file) => file.harmless)),
    held: lists('held', files),
  };
}

/** How many words may stand between a thing and its end. */
const BETWEEN = 4;

/** Phrases for the end of a thing: it died, the death of it, and died it did. */
function lifelessEnds({ things, bare, articles, between, dies, deathOf }: LexiconFile['lifeless']): Phrase[] {
  const thing = things.join('|');
  const article = articles.join('|');
  const before = bare ? '' : `${article} `;
  const gap = `${between.join('|')}? `.repeat(BETWEEN);
  return [
    [[`${before}${thing} ${gap}`], dies],
    [deathOf.map((death) => `${death} ..`), [thing]],
    ...(article === '' ? [] : [[dies, [`${article} ${thing}`]]]),
  ];
}
