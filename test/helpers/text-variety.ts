import type { Line, Pack, When } from 'readings/compose';
import type { Endpoint } from '../../shared/contract/endpoint.js';
import type { Handler } from '../../workers/handle.js';
import { addDays } from '../../workers/lib/sky/days.js';
import { runHandler } from './run-handler.js';

/** End of a sentence. The full stop of a German "3. März" is not one. */
const SENTENCE_END =
  /(?<=[.!?…])(?<!\b\d{1,2}\.)\s+|(?<=\b\d{1,2}\.)\s+(?!\p{Lu}\p{L}*(?:uar|uär|ärz|ril|ai|uni|uli|ust|ber)\b)/u;

/** The sentences, titles and items of lists of a reading. */
export function listTexts(reading: unknown): string[] {
  if (typeof reading === 'string') return reading.split(SENTENCE_END);
  return typeof reading === 'object' && reading ? Object.values(reading).flatMap(listTexts) : [];
}

/** Its sentences: a mood, a colour or a title is none. */
const listSentences = (reading: unknown): string[] => listTexts(reading).filter((text) => /[.!?…]$/.test(text));

/** Request for a reading, and its day. */
export interface ReadingInput {
  readonly now?: string;
  readonly [field: string]: unknown;
}

/** Response of an endpoint on a day: calculated facts and text. */
export async function readOn(handler: Handler<Endpoint>, { now, ...raw }: ReadingInput): Promise<Answer> {
  const clock = { now: () => new Date(`${now ?? '2026-01-01'}T09:00:00Z`) };
  const answer: { readonly computed_data?: unknown; readonly reading?: unknown } = Object(
    await runHandler(handler, raw, { clock }),
  );
  return { computed: answer.computed_data, reading: answer.reading };
}

/** Calculated facts, and the text about them. */
interface Answer {
  readonly computed: unknown;
  readonly reading: unknown;
}

/** Repetition of sentences in a series of days. */
interface Repetition {
  readonly sentences: number;
  /** Number of times that the most frequent sentence occurs. */
  readonly most: number;
  /** The sentences that are said more than twice, and how often. */
  readonly often: ReadonlyMap<string, number>;
  /** The sentences that are said twice within thirty days. */
  readonly soon: readonly string[];
}

const SOON_DAYS = 30;

/** Reads one series day by day. `asked` makes the question of each day. */
export async function measureRepetition(
  handler: Handler<Endpoint>,
  { first, days, asked }: { first: string; days: number; asked: (date: string) => ReadingInput },
): Promise<Repetition> {
  const said = new Map<string, number[]>();
  let sentences = 0;
  for (let day = 0; day < days; day++) {
    for (const sentence of listSentences((await readOn(handler, asked(addDays(first, day)))).reading)) {
      sentences++;
      said.set(sentence, [...(said.get(sentence) ?? []), day]);
    }
  }
  const all = [...said];
  return {
    sentences,
    most: Math.max(...all.map(([, times]) => times.length)),
    often: new Map(all.filter(([, times]) => times.length > 2).map(([sentence, times]) => [sentence, times.length])),
    soon: all
      .filter(([, times]) => times.some((day, at) => at > 0 && day - Number(times[at - 1]) < SOON_DAYS))
      .map(([sentence]) => sentence),
  };
}

/** Share of text that readings have in common, by pair. */
interface Sharing {
  readonly mean: number;
  readonly most: number;
  readonly pairs: number;
  /** Number of pairs that share more than half of their text. */
  readonly overHalf: number;
}

const DATE = /^\d{4}-\d{2}(?:-\d{2})?$/;

/** The share of sentences and items of lists, 0 to 1, that each two of the readings have in common. A date is no text. */
export function measureSharing(readings: readonly unknown[]): Sharing {
  const said = readings.map((reading) => new Set(listTexts(reading).filter((text) => !DATE.test(text))));
  const shares = listPairs(said).map(
    ([one, other]) => common(one, other).length / Math.max(1, Math.min(one.size, other.size)),
  );
  const sum = shares.reduce((total, share) => total + share, 0);
  return {
    mean: sum / Math.max(1, shares.length),
    most: Math.max(0, ...shares),
    pairs: shares.length,
    overHalf: shares.filter((share) => share > 0.5).length,
  };
}

/** The same of sentences alone: the element of a sign, its traits and the signs that it gets on with follow from it. */
export const measureSentenceSharing = (readings: readonly unknown[]): Sharing =>
  measureSharing(readings.map(listSentences));

/** Text that is the same for every subject of an endpoint. */
const CONSTANT =
  /^(?:type|period|personalized|date|month|year|week_start|week_end|forecast_year|spread|next_|response)/;

function listFacts(computed: unknown, name = ''): string[] {
  if (CONSTANT.test(name)) return [];
  if (typeof computed !== 'object' || computed === null) return [`${name}=${computed}`];
  return Object.entries(computed).flatMap(([key, value]) => listFacts(value, name === '' ? key : name));
}

/** The sentences that readings share although nothing that was calculated for them is the same. */
export function findUnrelatedSharing(answers: readonly Answer[]): {
  pairs: number;
  sentences: string[];
} {
  const known = answers.map(({ computed, reading }) => ({
    facts: new Set(listFacts(computed)),
    said: new Set(listSentences(reading)),
  }));
  const strangers = listPairs(known).filter(([one, other]) => common(one.facts, other.facts).length === 0);
  return {
    pairs: strangers.length,
    sentences: [...new Set(strangers.flatMap(([one, other]) => common(one.said, other.said)))],
  };
}

/** A sentence that two readings share, and the lines of the pack that say it. */
interface Shared {
  readonly sentence: string;
  readonly lines: readonly Line[];
}

/**
 * The sentences that some two of the readings share although they follow from no fact that both have: a line that is
 * chosen by one value of a fact, or filled with one, is only said alike where that is the same. What is left are lines for
 * several values, and lines for everybody.
 */
export function findUnexplainedSharing(readings: readonly unknown[], pack: Pack): readonly Shared[] {
  const said = readings.map((reading) => new Set(listSentences(reading)));
  const shared = new Set(listPairs(said).flatMap(([one, other]) => common(one, other)));
  const findLines = sayers(pack);
  return [...shared]
    .map((sentence) => ({ sentence, lines: findLines(sentence) }))
    .filter(({ lines }) => !lines.some(({ when, slots }) => slots.length > 0 || tellsOneFact(when)));
}

/** The most, 0 to 1, that two of the readings share of lines that are chosen by one fact and nothing else. */
export function measureFactSharing(readings: readonly unknown[], pack: Pack, fact: string): number {
  const said = readings.map((reading) => new Set(listTexts(reading).filter((text) => !DATE.test(text))));
  const findLines = sayers(pack);
  const isOfFact = (text: string): boolean =>
    findLines(text).some(({ when, slots }) => slots.length === 0 && Object.keys(when).join() === fact);
  const alone = new Map([...new Set(said.flatMap((texts) => [...texts]))].map((text) => [text, isOfFact(text)]));
  const shares = listPairs(said).map(
    ([one, other]) => common(one, other).filter((text) => alone.get(text)).length / Math.min(one.size, other.size),
  );
  return Math.max(0, ...shares);
}

const tellsOneFact = (when: When): boolean =>
  Object.entries(when).some(
    ([name, allowed]) => !name.startsWith('!') && (!Array.isArray(allowed) || allowed.length < 2),
  );

const SLOT = /\{[^{}]+\}/;

const known = new WeakMap<Pack, (sentence: string) => readonly Line[]>();

/** Finds the lines that a sentence may come from, whatever fills their slots. */
function sayers(pack: Pack): (sentence: string) => readonly Line[] {
  const findLines = known.get(pack) ?? readSayers(pack);
  known.set(pack, findLines);
  return findLines;
}

function readSayers({ moves }: Pack): (sentence: string) => readonly Line[] {
  const whole = new Map<string, Line[]>();
  const slotted: { readonly fits: (lower: string) => boolean; readonly line: Line }[] = [];
  for (const line of [...moves.values()].flat()) {
    for (const sentence of line.source.split(SENTENCE_END).map((one) => one.toLowerCase())) {
      const lines = whole.get(sentence);
      if (SLOT.test(sentence)) slotted.push({ fits: fitting(sentence), line });
      else if (lines) lines.push(line);
      else whole.set(sentence, [line]);
    }
  }
  const found = new Map<string, readonly Line[]>();
  return (sentence) => {
    const lower = sentence.toLowerCase();
    const lines =
      whole.get(lower) ?? found.get(lower) ?? slotted.filter(({ fits }) => fits(lower)).map(({ line }) => line);
    found.set(lower, lines);
    return lines;
  };
}

/** True if a sentence is a template with its slots filled, both in lower case. */
function fitting(slotted: string): (sentence: string) => boolean {
  const parts = slotted.split(new RegExp(SLOT, 'g'));
  const [begins = '', ends = ''] = [parts.at(0), parts.at(-1)];
  const pattern = new RegExp(`^${parts.map(escaped).join('.+')}$`, 'u');
  // Most are distinguished without a pattern.
  return (sentence) => sentence.startsWith(begins) && sentence.endsWith(ends) && pattern.test(sentence);
}

const escaped = (text: string): string => text.replace(/[\^$.*+?()[\]{}|/]/g, String.raw`\$&`);

const common = (one: ReadonlySet<string>, other: ReadonlySet<string>): string[] =>
  [...one].filter((item) => other.has(item));

const listPairs = <Item>(items: readonly Item[]): [Item, Item][] =>
  items.flatMap((one, at) => items.slice(at + 1).map((other): [Item, Item] => [one, other]));
