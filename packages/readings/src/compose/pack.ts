import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import Type, { type Static } from 'typebox';
import { type Group, type Joins, type Line, parseLine } from './line.js';

/** The phrases of a language. */
export interface Phrases {
  /** Code of the language. */
  readonly language: string;
  /** Phrases by name, e.g. the names of months in the case that the lines need. */
  readonly phrases: Readonly<Record<string, readonly string[]>>;
  readonly joins: Joins;
}

/** The lines and phrases of one subject in one language. */
export interface Pack extends Phrases {
  /** Lines by move. */
  readonly moves: ReadonlyMap<string, readonly Line[]>;
  /** The pack for readers under age, where the language has one: without lines on romance, alcohol and bets. */
  readonly forMinors?: Pack;
}

const allowed = Type.Union([Type.String(), Type.Number(), Type.Boolean()]);
const movesFile = Type.Record(
  Type.String(),
  Type.Array(
    Type.Object(
      {
        when: Type.Optional(Type.Record(Type.String(), Type.Union([allowed, Type.Array(allowed)]))),
        say: Type.Array(Type.String({ pattern: '\\S' }), { minItems: 1 }),
      },
      { additionalProperties: false },
    ),
  ),
);
const languageFile = Type.Object(
  {
    joins: Type.Optional(Type.Record(Type.String(), Type.Record(Type.String(), Type.String()))),
    phrases: Type.Optional(Type.Record(Type.String(), Type.Array(Type.String()))),
    /** Beginnings of words or regular expressions that texts for minors leave out, and phrases in place of others. */
    minors: Type.Optional(
      Type.Object({
        without: Type.Array(Type.String()),
        phrases: Type.Record(Type.String(), Type.Array(Type.String())),
      }),
    ),
  },
  { additionalProperties: false },
);

/** File of a pack that holds its joins and phrases; every other one holds moves. */
const LANGUAGE_FILE = 'language.json';

/** Language that stands in for languages without a pack. Every subject has it. */
const FALLBACK = 'en';

/** The packs of a subject: one folder per language, each read on first use and cached. */
export interface Packs {
  /** Codes of the languages that have a pack, in order. */
  readonly languages: readonly string[];
  /** Returns the pack of a language (`pt` for `pt-BR`), else the English one: `pack.language` says which. */
  of(language: string): Pack;
}

/**
 * Opens a folder of packs.
 *
 * @param root absolute path of a folder with one folder per language
 */
export function openPacks(root: string): Packs {
  const languages = readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
  const opened = new Map<string, Pack>();
  return {
    languages,
    of(requested) {
      const code = languageCode(requested);
      const language = languages.includes(code) ? code : FALLBACK;
      const pack = opened.get(language) ?? readPack(join(root, language), language);
      opened.set(language, pack);
      return pack;
    },
  };
}

/** Returns the two letters of a language: `pt` for `pt-BR`. */
export const languageCode = (language: string): string => language.toLowerCase().split(/[-_]/, 1)[0] ?? language;

function readPack(folder: string, language: string): Pack {
  const moves = new Map<string, Line[]>();
  const groups = new Map<string, Group>();
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.json') && name !== LANGUAGE_FILE)) {
    const written = readJson(join(folder, file), movesFile);
    for (const [move, writtenGroups] of Object.entries(written)) {
      const lines = moves.get(move) ?? [];
      for (const { when = {}, say } of writtenGroups) {
        const name = `${move} ${JSON.stringify(Object.entries(when).sort())}`;
        const group = groups.get(name) ?? { name, size: 0 };
        groups.set(name, group);
        lines.push(...say.map((source) => parseLine(source, when, group)));
      }
      moves.set(move, lines);
    }
  }
  const path = join(folder, LANGUAGE_FILE);
  const { joins = {}, phrases = {}, minors } = existsSync(path) ? readJson(path, languageFile) : {};
  const pack: Pack = { language, moves, joins, phrases };
  if (!minors) return pack;
  const unsuitable = new RegExp(`(?<!\\p{L})(?:${minors.without.join('|')})`, 'iu');
  const suitable = [...moves].map(([move, lines]) => [move, withoutUnsuitable(lines, unsuitable)] as const);
  return { ...pack, forMinors: { ...pack, moves: new Map(suitable), phrases: { ...phrases, ...minors.phrases } } };
}

/** Removes the lines that match. A group of which all lines match stays whole, since a text may need it. */
function withoutUnsuitable(lines: readonly Line[], unsuitable: RegExp): Line[] {
  const left = lines.filter(({ source }) => !unsuitable.test(source));
  const groups = new Set(left.map(({ group }) => group));
  return lines.filter((line) => !groups.has(line.group) || !unsuitable.test(line.source));
}

// The schemas are made by typebox: compiling the metaschema to check them takes a fifth of a second.
const ajv = new Ajv({ allowUnionTypes: true, validateSchema: false });

function readJson<Schema extends typeof movesFile | typeof languageFile>(path: string, schema: Schema): Static<Schema> {
  const read: unknown = JSON.parse(readFileSync(path, 'utf8'));
  const validate = ajv.compile(schema);
  if (validate(read)) return read as Static<Schema>;
  const wrong = validate.errors?.[0];
  throw new SyntaxError(`${path}${wrong?.instancePath}: ${wrong?.message}`);
}
