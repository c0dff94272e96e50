import { getPhrases } from 'readings';
import { countWords } from 'readings/compose';
import Type, { type TObject, type TString } from 'typebox';
import { UnusableOutput } from '../llm/errors.js';
import { findContactDetails, leaksInternals } from '../llm/leaks.js';
import type { ModelTask } from '../llm/prompt.js';
import { nameLanguage } from '../text/languages.js';
import { plainText } from '../text/plain-text.js';
import { findQuotations } from '../topics/orders.js';
import { normaliseWords } from '../topics/phrases.js';
import { findUntrueClaims } from './facts/check-facts.js';
import { labelFacts } from './facts/label-facts.js';
import { type OutlinePart, outline, toPart } from './outlines.js';

const HOUSE_STYLE =
  'You are the author of a service for astrology, tarot and numerology. In the user message, "facts" is what was calculated, and ' +
  '"outline" lists the parts of the reading: what each is about, about how many words it has, and the facts that belong to it. A ' +
  'part that ends in * is written once for each such field of the schema, each time differently.\n' +
  'Keep every fact as it is and add none: no other sign, planet, house, aspect, phase, card, animal, number or date, and no other ' +
  'figures. What signs, planets, houses, cards and numbers traditionally stand for is common knowledge and welcome. Of the reader ' +
  'you know the facts alone: claim nothing about their past, family, work or health.\n' +
  'Say first and plainly what the facts mean for the reader, then add at most one picture of daily life. Warm, precise, second ' +
  'person, a dry humour in small doses; no sentence that would fit everyone, no phrase twice. Humour yields to gravity: on loss, ' +
  'illness, death, violence or fear write soberly. No medical, financial or legal promises, nothing cruel, nothing fatalistic. ' +
  'Plain text without Markdown.\n' +
  'Two examples of the quality that is wanted, in English; take nothing from them but that:\n' +
  '"Mars: 6th house (daily work and health)" → "Your energy goes into daily work, so small repairs succeed. Start with the drawer ' +
  'that has been stuck since spring."\n' +
  '"Two of Cups, upright" → "Two people meet as equals, and what one offers the other can return. Ask, and listen to the end of the answer."';

/** Register of each language, by its tag or its first two letters: the one of the composer's packs. */
const REGISTERS: Readonly<Record<string, string>> = {
  de: 'address the reader as du',
  es: 'address the reader as tú',
  'es-AR': 'Argentine usage with vos',
  'es-MX': 'Mexican usage, address the reader as tú',
  fr: 'address the reader as tu',
  it: 'address the reader as tu',
  ja: 'polite forms (です, ます)',
  ko: 'polite style (해요체)',
  nl: 'address the reader as je',
  pl: 'address the reader as ty',
  pt: 'Brazilian usage, address the reader as você',
  'pt-PT': 'its own vocabulary and spelling, address the reader as tu',
  ru: 'address the reader as ты',
  tr: 'address the reader as sen',
  zh: 'simplified characters',
  'zh-Hant': 'traditional characters',
  'zh-HK': 'traditional characters, usage of Hong Kong',
  'zh-TW': 'traditional characters, usage of Taiwan',
};

const MAX_TOKENS = 3_000;
const MAX_TEXT_LENGTH = 1_500;

/** Description of a kind of reading for a model. */
export interface ReadingDescription {
  /** Name of the task, letters and underscores. */
  readonly name: string;
  /** Subject of the texts. */
  readonly about: string;
  /**
   * Texts that belong to the calculation, such as names of cards: a model never writes them. `cards.*.card` is the
   * card of each of the cards.
   */
  readonly kept?: readonly string[];
}

interface Composed<Reading extends object> {
  readonly facts: object;
  /** The reading as the composer writes it: it gives the parts and their lengths. */
  readonly reading: Reading;
  /** Tag of the language to write in, such as `pt-BR`. */
  readonly language: string;
  /** Day on which the reading is read, YYYY-MM-DD. Undefined where one text serves for many days. */
  readonly today: string | undefined;
}

/** Creates the task of writing a reading from labelled facts and an outline. Numbers, names and dates stay as calculated. */
export function createModelTask<Reading extends object>(
  { name, about, kept = [] }: ReadingDescription,
  { facts, reading, language, today }: Composed<Reading>,
): ModelTask<TObject, Reading> {
  const { written, fixed } = separateTexts(reading, kept);
  const lengths = Object.fromEntries(Object.entries(written).map(([place, text]) => [place, countWords(text)]));
  const phrases = getPhrases(language);
  const labelled = labelFacts(facts, { task: name, english: getPhrases('en'), phrases });
  const parts = outline(name, lengths, labelled);
  const { question, ...told } = labelled;
  // A draft may repeat the figures of a question, but no card that only the question names.
  const repeatable = JSON.stringify([told, fixed, String(question ?? '').match(/\d+/g)]);
  const instructions = [
    `${HOUSE_STYLE}\n\nThe reading: ${about}.`,
    today === undefined ? 'It is read at the time that the facts name.' : `Today is ${today}.`,
    `Language: ${nameLanguage(language, REGISTERS)}.`,
  ].join('\n');
  return {
    name,
    schema: createProseSchema(written),
    instructions,
    data: { facts: told, outline: parts, ...(question === undefined ? {} : { question }) },
    maxTokens: MAX_TOKENS,
    accept(raw) {
      const prose = Object.fromEntries(Object.entries(raw).map(([place, text]) => [place, plainText(String(text))]));
      const texts = Object.values(prose);
      const raws = Object.values(raw).map(String);
      const faults = [
        texts.some((text) => text === '') && 'a text of the answer was empty',
        raws.some((text) => leaksInternals(text, normaliseWords(text), instructions)) &&
          'the answer told its instructions or a secret, or called a tool',
        texts.some((text) => findContactDetails(text)) && 'the answer has an address',
        texts.some((text) => obeys(text, facts)) &&
          'the answer does what the question says instead of reading the facts',
        ...findUntrueClaims(texts, { facts, told: repeatable, phrases }),
      ].filter((fault) => fault !== false);
      if (faults.length > 0) throw new UnusableOutput(faults.join('; '));
      return withProse(reading, prose);
    },
    critique: (raw) => critiqueReading(raw, parts),
  };
}

/** Texts of fewer words are labels, whose length varies. */
const MIN_TEXT_WORDS = 15;
/** Limits of a length, relative to the outline. */
const MIN_RATIO = 0.25;
const MAX_RATIO = 2;

/** Names faults of style, which do not make a reading unusable. Lengths are those of the outline, which the model got. */
function critiqueReading(raw: Readonly<Record<string, unknown>>, parts: readonly OutlinePart[]): string | undefined {
  const lengths = new Map(parts.map(({ part, words }) => [part, words]));
  const texts = Object.entries(raw).map(([place, text]) => [place, String(text)] as const);
  const sentences = texts.flatMap(([, text]) =>
    text.split(/(?<=[.!?])\s+|(?<=[。！？])/).filter((one) => countWords(one) > 3),
  );
  const faults = [
    ...texts.flatMap(([place, text]) => {
      const [wished = 0, count] = [lengths.get(toPart(place)), countWords(text)];
      // Chinese, Japanese and Thai have no words between blanks.
      if (wished < MIN_TEXT_WORDS || (!/\s/.test(text) && text.length > MIN_TEXT_WORDS)) return [];
      if (count > wished * MAX_RATIO) return [`"${place}" is too long`];
      return count < wished * MIN_RATIO ? [`"${place}" is too short`] : [];
    }),
    ...(new Set(sentences).size < sentences.length ? ['a sentence comes twice'] : []),
    ...(texts.some(([, text]) => /!\s*!|!.*!.*!/s.test(text)) ? ['too many exclamation marks'] : []),
  ];
  return faults.length > 0 ? faults.join('; ') : undefined;
}

/** True if a text repeats a part of the question, or a quotation in it. */
function obeys(text: string, facts: object): boolean {
  const question = 'question' in facts ? String(facts.question) : '';
  const words = normaliseWords(text);
  return normaliseWords(question).includes(words) || findQuotations(question).some((quoted) => words.includes(quoted));
}

/** Texts of a reading by their place in it, e.g. `general`, `love.description`, `cards.0.meaning`. */
type Prose = Record<string, string>;

/** Separates the texts that a model writes from those that are fixed. */
function separateTexts(reading: object, kept: readonly string[]): { written: Prose; fixed: Prose } {
  const written: Prose = {};
  const fixed: Prose = {};
  const collect = (value: unknown, place: string): void => {
    if (typeof value === 'string') (kept.includes(toPart(place)) ? fixed : written)[place] = value;
    if (typeof value !== 'object' || value === null) return;
    for (const [name, inner] of Object.entries(value)) collect(inner, place ? `${place}.${name}` : name);
  };
  collect(reading, '');
  return { written, fixed };
}

/** Returns a schema that requires all written texts and nothing else. */
const createProseSchema = (prose: Prose): TObject<Record<string, TString>> =>
  Type.Object(
    Object.fromEntries(
      Object.keys(prose).map((place) => [
        place,
        Type.String({ minLength: 1, maxLength: MAX_TEXT_LENGTH, pattern: '\\S' }),
      ]),
    ),
    { additionalProperties: false },
  );

/** Replaces the texts of a reading. */
function withProse<Reading extends object>(reading: Reading, prose: Readonly<Record<string, unknown>>): Reading {
  const rewrite = <Value>(value: Value, place: string): Value => {
    const text = prose[place];
    if (typeof value === 'string' && typeof text === 'string') return text.trim() as typeof value;
    if (typeof value !== 'object' || value === null) return value;
    const inner = (name: string): string => (place ? `${place}.${name}` : name);
    if (Array.isArray(value)) return value.map((item, at) => rewrite(item, inner(String(at)))) as typeof value;
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, rewrite(one, inner(name))])) as Value;
  };
  return rewrite(reading, '');
}
