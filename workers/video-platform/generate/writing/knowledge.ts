import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { projectFile } from '../../../../shared/process/project-file.js';

/** One side of a field: what a part of a video can be about. */
export interface Part {
  /** As it is named in a sentence, with its article where it has one: `hydration`, `the oven`. */
  readonly name: string;
  /** Words of a topic without which this part is not spoken of; empty: it always may be. */
  readonly only: readonly string[];
  /** A sentence of substance on it, true whatever the topic of the field is. */
  readonly fact: string;
  /** What to film for it. */
  readonly shot: string;
}

/** What is known of a field of life, in one language. */
export interface Field {
  readonly id: string;
  /** Whether its videos mostly show how something is done, and not what something is. */
  readonly done: boolean;
  /** What the field as a whole is called, so that all that is known of it is true of the topic, in lower case. */
  readonly names: readonly string[];
  /** Words of topics that speak for the field, in lower case; with a capital where only the name does: `Apple`. */
  readonly words: readonly string[];
  /** Names of what topics of the field are kinds of, for a lexical database: a saxophone is a `musical instrument`. */
  readonly of: readonly string[];
  readonly hashtags: readonly string[];
  /** In the order in which they are told. */
  readonly parts: readonly Part[];
  /** Things with their articles: `a digital scale`. */
  readonly tools: readonly string[];
  /** What people do wrong, as the subject of a sentence: `cutting the loaf while it still steams`. */
  readonly mistakes: readonly string[];
  /** How one tells that it is right, as a clause: `the base sounds hollow when knocked`. */
  readonly signs: readonly string[];
  /** What people ask, with the mark. */
  readonly questions: readonly string[];
}

const FOLDER = 'workers/video-platform/generate/knowledge';

const opened = new Map<string, readonly Field[]>();

/**
 * The fields that are known in a language, none where nothing is written for it yet. How the files are written is told
 * in `knowledge/README.md`.
 *
 * @throws SyntaxError when a file has a line that is not understood, or a field lacks something
 */
export function fieldsIn(language: string): readonly Field[] {
  let fields = opened.get(language);
  if (!fields) {
    const folder = join(projectFile(FOLDER), language);
    const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.md')) : [];
    fields = files.sort().flatMap((name) => readFields(readFileSync(join(folder, name), 'utf8'), basename(name)));
    opened.set(language, fields);
  }
  return fields;
}

const LISTS = ['tools', 'mistakes', 'signs', 'questions'] as const;
const PART = /^- (?<name>[^:(]+?)(?: \((?<only>[^)]+)\))?: (?<fact>.+?) > (?<shot>.+)$/u;
const HEAD = /^## (?<id>[a-z]+): (?<manner>done|known)$/;
const ROW = /^(?<name>names|words|of|hashtags|tools|mistakes|signs|questions): (?<list>.+)$/;

/** Reads the fields of a file. @throws SyntaxError that names the file and the line */
export function readFields(text: string, file: string): Field[] {
  return text
    .split(/^(?=## )/m)
    .filter((section) => section.trim() !== '')
    .map((section) => readField(section, file));
}

function readField(section: string, file: string): Field {
  const [first = '', ...lines] = section.split('\n').filter((line) => line.trim() !== '');
  const head = HEAD.exec(first)?.groups;
  if (!head) throw new SyntaxError(`${file}: "${first}" is no head of a field`);
  const rows = new Map<string, readonly string[]>();
  const parts: Part[] = [];
  for (const line of lines) {
    const part = PART.exec(line)?.groups;
    const row = ROW.exec(line)?.groups;
    if (part) {
      const { name = '', only = '', fact = '', shot = '' } = part;
      parts.push({ name, only: listOf(only, ','), fact, shot });
    } else if (row) {
      const { name = '', list = '' } = row;
      rows.set(
        name,
        listOf(list, name === 'names' || name === 'words' || name === 'of' || name === 'hashtags' ? ',' : ';'),
      );
    } else {
      throw new SyntaxError(`${file}: in ${head.id} the line "${line}" is not understood`);
    }
  }
  const row = (name: string): readonly string[] => rows.get(name) ?? [];
  const lacking = ['names', 'words', ...LISTS].find((name) => row(name).length === 0);
  if (lacking !== undefined || parts.length < 3)
    throw new SyntaxError(`${file}: ${head.id} lacks ${lacking ?? 'parts'}`);
  return {
    id: head.id ?? '',
    done: head.manner === 'done',
    names: row('names'),
    words: row('words'),
    of: row('of'),
    hashtags: row('hashtags'),
    parts,
    tools: row('tools'),
    mistakes: row('mistakes'),
    signs: row('signs'),
    questions: row('questions'),
  };
}

const listOf = (text: string, separator: string): string[] =>
  text
    .split(separator)
    .map((one) => one.trim())
    .filter(Boolean);

const nouns = new Map<string, ReadonlyMap<string, string>>();

/** The words that the fields of a language write with a capital inside their sentences, by their small letters. */
export function nounsIn(language: string): ReadonlyMap<string, string> {
  let known = nouns.get(language);
  if (!known) {
    const told = fieldsIn(language).flatMap(({ parts, tools, mistakes, signs, questions }) => [
      ...parts.flatMap(({ name, fact, shot }) => [name, fact, shot]),
      ...[...tools, ...mistakes, ...signs, ...questions],
    ]);
    const inside = told.flatMap((sentence) => sentence.match(/(?<=[\p{Ll},] )\p{Lu}\p{Ll}+/gu) ?? []);
    known = new Map(inside.map((noun) => [noun.toLowerCase(), noun]));
    nouns.set(language, known);
  }
  return known;
}
