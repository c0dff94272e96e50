import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Type, { type Static } from 'typebox';
import { Parse } from 'typebox/value';
import { projectFile } from '../../../shared/process/project-file.js';
import { type Danger, detectDanger } from '../danger/detect.js';
import { compilePhrases, normaliseWords, type Phrase, type Phrases } from './phrases.js';

/** Grave subjects, which do not suit every tone, gravest first. */
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

/** Grave subject of a text. */
interface Judgement {
  readonly about: Sensitivity;
  /** True if the text asks for something that is harmful by itself. */
  readonly harmful: boolean;
}

const subjectLists = Type.Partial(Type.Record(Type.Enum([...sensitivities]), Type.Array(Type.String())));
const lexiconFile = Type.Object(
  {
    /** Phrases in which a word of the other lists means something else. */
    harmless: Type.Array(Type.String()),
    /** Things that can die: a species, a star, a language, a battery. */
    lifeless: Type.Object({
      things: Type.Array(Type.String()),
      /** True if things may have no article, as in "how stars die". Elsewhere such a word is a name: "Stella è morta". */
      bare: Type.Boolean(),
      /** Articles of things. If there are none, things do not follow the verb as in "cuando muere una lengua". */
      articles: Type.Array(Type.String()),
      /** Words between a thing and its verb: "the oldest tree in the world has died". */
      between: Type.Array(Type.String()),
      dies: Type.Array(Type.String()),
      deathOf: Type.Array(Type.String()),
      /** Persons and pets: a text that names one may be about their death. */
      unless: Type.Array(Type.String()),
    }),
    held: subjectLists,
    refused: subjectLists,
    /** Words that make a refused subject a matter of discussion, or a toy. */
    unless: Type.Array(Type.String()),
    person: Type.Object({
      /** Relations to the author: a name after one of these is that of a private person. */
      relations: Type.Array(Type.String()),
      about: Type.Array(Type.String()),
      harassed: Type.Array(Type.String()),
    }),
  },
  { additionalProperties: false },
);
type LexiconFile = Static<typeof lexiconFile>;

/** Phrases of one language. */
interface Lexicon {
  /** Cheap check before `lifeless`, which is a hundred times as expensive. */
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
  /** Phrases of all languages together. */
  readonly harmless: Phrases;
  readonly held: readonly (readonly [Sensitivity, Phrases])[];
}

const FOLDER = 'workers/lib/topics/lexicon';

let read: Lexicons | undefined;

/**
 * Judges a topic or a question by the phrases of all languages, as a topic may be in another language than its text.
 *
 * @returns undefined if the subject is not grave
 */
export function judgeTopic(text: string): Judgement | undefined {
  const { each, harmless, held } = lexicons();
  const plain = normaliseWords(text);
  for (const lexicon of each) {
    const about = findHarm(text, plain, lexicon);
    if (about) return { about, harmful: true };
  }
  const meant = harmless.mask(each.reduce(withoutLifeless, plain));
  const [about] = held.find(([, phrases]) => phrases.matches(meant)) ?? [];
  if (about) return { about, harmful: false };
  const exposes = each.some((lexicon) => lexicon.about.matches(meant) && namesPrivatePerson(text, lexicon));
  if (exposes) return { about: 'person', harmful: false };
  const danger = detectDanger(text);
  return danger && { about: SENSITIVITIES[danger.about], harmful: false };
}

/** Sensitivity of each danger, which may be typed as a topic: "I want to kill myself" is on no list. */
const SENSITIVITIES: Readonly<Record<Danger, Sensitivity>> = {
  suicide: 'suicide',
  selfharm: 'selfharm',
  violence: 'abuse',
  child: 'abuse',
  harm: 'abuse',
};

/** Returns the gravest judgement of several texts, harmful ones first. */
export function judgeTopics(texts: readonly string[]): Judgement | undefined {
  const found = texts.map(judgeTopic).filter((one) => one !== undefined);
  const rank = ({ about, harmful }: Judgement) => (harmful ? 0 : sensitivities.length) + sensitivities.indexOf(about);
  return found.sort((one, other) => rank(one) - rank(other))[0];
}

function findHarm(text: string, plain: string, lexicon: Lexicon): Sensitivity | undefined {
  if (lexicon.harassed.matches(plain) && namesPrivatePerson(text, lexicon)) return 'person';
  if (lexicon.unless.matches(plain)) return undefined;
  return lexicon.refused.find(([, phrases]) => phrases.matches(plain))?.[0];
}

/** Masks the ends of things in a text that names no person. */
const withoutLifeless = (plain: string, { ends, lifeless, mourned }: Lexicon): string =>
  ends.matches(plain) && !mourned.matches(plain) ? lifeless.mask(plain) : plain;

const NAME = /^\p{Lu}\p{Ll}+/u;

/** True if a text names a private person by their relation to the author: "my neighbour Karen Miller". */
function namesPrivatePerson(text: string, { relations }: Lexicon): boolean {
  const words = text.split(/\s+/);
  return words.some((word, at) => {
    if (!relations.matches(normaliseWords(word))) return false;
    return words.slice(at + 1, at + 3).some((next) => NAME.test(next));
  });
}

function lexicons(): Lexicons {
  read ??= compileLexicons(
    readdirSync(projectFile(FOLDER))
      .filter((name) => name.endsWith('.json'))
      .map((name) => Parse(lexiconFile, JSON.parse(readFileSync(join(projectFile(FOLDER), name), 'utf8')))),
  );
  return read;
}

/** Loads and compiles the lists before the first request. V8 compiles an expression when it is used for the second time. */
export function warmUpSensitivities(): void {
  for (let time = 0; time < 2; time++) judgeTopic('The first words of the day');
}

function compileLexicons(files: readonly LexiconFile[]): Lexicons {
  const lists = (kind: 'held' | 'refused', from: readonly LexiconFile[]) =>
    sensitivities.map((about) => [about, compilePhrases(from.flatMap((file) => file[kind][about] ?? []))] as const);
  return {
    each: files.map((file) => ({
      ends: compilePhrases([...file.lifeless.dies, ...file.lifeless.deathOf]),
      lifeless: compilePhrases(lifelessEnds(file.lifeless)),
      mourned: compilePhrases(file.lifeless.unless),
      unless: compilePhrases(file.unless),
      refused: lists('refused', [file]),
      relations: compilePhrases(file.person.relations),
      about: compilePhrases(file.person.about),
      harassed: compilePhrases(file.person.harassed),
    })),
    harmless: compilePhrases(files.flatMap((file) => file.harmless)),
    held: lists('held', files),
  };
}

/** Maximum number of words between a thing and its verb. */
const MAX_BETWEEN = 4;

/** Returns phrases for the end of a thing: "the star died", "the death of a star", and the verb first. */
function lifelessEnds({ things, bare, articles, between, dies, deathOf }: LexiconFile['lifeless']): Phrase[] {
  const thing = things.join('|');
  const article = articles.join('|');
  const before = bare ? '' : `${article} `;
  const gap = `${between.join('|')}? `.repeat(MAX_BETWEEN);
  return [
    [[`${before}${thing} ${gap}`], dies],
    [deathOf.map((death) => `${death} ..`), [thing]],
    ...(article === '' ? [] : [[dies, [`${article} ${thing}`]]]),
  ];
}
