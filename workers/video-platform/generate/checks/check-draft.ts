import { readFileSync } from 'node:fs';
import Type from 'typebox';
import { Parse } from 'typebox/value';
import { projectFile } from '../../../../shared/process/project-file.js';
import { UnusableOutput } from '../../../lib/llm/errors.js';
import { findContactDetails, leaksInternals } from '../../../lib/llm/leaks.js';
import { removeEmoji } from '../../../lib/text/emoji.js';
import { removeHashtags } from '../../../lib/text/hashtags.js';
import { plainLine, plainText } from '../../../lib/text/plain-text.js';
import { isForeign, significantWords, splitWords } from '../../../lib/text/words.js';
import { findQuotations, givesOrders } from '../../../lib/topics/orders.js';
import { compilePhrases, normaliseWords, type Phrases } from '../../../lib/topics/phrases.js';
import { textsIn } from '../../../lib/writing/write.js';
import { type Brief, packs } from '../brief.js';
import { LIMITS } from '../limits.js';
import { uniqueTexts } from '../topic.js';

/** Faults that phrases show: a text about itself, claims about the video, advertising, stock phrases, jokes. */
const faults = ['itself', 'footage', 'advertising', 'stock', 'light'] as const;
type Fault = (typeof faults)[number];

let phrases: Readonly<Record<Fault, Phrases>> | undefined;

function phrasesFor(fault: Fault): Phrases {
  phrases ??= readPhrases();
  return phrases[fault];
}

function readPhrases(): Readonly<Record<Fault, Phrases>> {
  const path = projectFile('workers/video-platform/generate/checks/phrases.json');
  const file = Type.Record(Type.Enum([...faults]), Type.Array(Type.String()));
  const { itself, footage, advertising, stock, light } = Parse(file, JSON.parse(readFileSync(path, 'utf8')));
  return {
    itself: compilePhrases(itself),
    footage: compilePhrases(footage),
    advertising: compilePhrases(advertising),
    stock: compilePhrases(stock),
    light: compilePhrases(light),
  };
}

/** The request that a draft must fulfil. */
export interface Assignment {
  readonly brief: Pick<Brief, 'topic' | 'language' | 'sensitivity'>;
  readonly instructions: string;
  /** Data of the prompt: everything in it comes from the caller. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** A model's draft: texts and lists of texts by field. */
type Draft = Readonly<Record<string, unknown>>;

/** Fields of several lines. */
const TEXTS: ReadonlySet<string> = new Set(['description', 'comment', 'channelDescription', 'script', 'post']);
/** Lists whose items may have `#` or emoji: these are handled when the draft is finished. */
const SIGNED: ReadonlySet<string> = new Set(['hashtags', 'text_hashtags', 'emoji']);

/** Removes markdown, emoji and hashtags from the texts of a draft. */
export function cleanDraft(draft: Draft): Draft {
  const cleaned = Object.entries(draft).map(([field, value]) => {
    if (SIGNED.has(field)) return [field, value];
    return [field, isTexts(value) ? value.map((one) => cleanText(field, one)) : cleanText(field, String(value))];
  });
  return Object.fromEntries(cleaned);
}

const cleanText = (field: string, draft: string): string =>
  removeHashtags(removeEmoji(TEXTS.has(field) ? plainText(draft) : plainLine(draft)));

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');

/**
 * Rejects a draft that must not be served: empty, in another language or on another topic, obeying or repeating instructions, with
 * placeholders, secrets or contact details, joking about a grave topic, or claiming what is in the video.
 *
 * @throws UnusableOutput with all reasons, which are sent to the model with the second attempt
 */
export function rejectFaults(draft: Draft, assignment: Assignment): void {
  const faults = Object.entries(draft).flatMap(([field, value]) =>
    isTexts(value) ? findListFaults(field, value, assignment) : findTextFaults(field, String(value), assignment),
  );
  if (faults.length > 0) throw new UnusableOutput([...new Set(faults)].join('; '));
}

/** Lists faults of style in a draft, which are reasons to ask once more and not to reject it. */
export function critique(draft: Draft, { brief }: Assignment): string | undefined {
  const remarks = Object.entries(draft).flatMap(([field, value]) =>
    isTexts(value) ? critiqueList(field, value) : critiqueText(field, String(value), brief),
  );
  return remarks.length > 0 ? [...new Set(remarks)].join('; ') : undefined;
}

/** Long texts: one that has no word of the topic is on another topic. */
const MUST_NAME_TOPIC: ReadonlySet<string> = new Set(['description', 'script']);
/** Texts that may describe the topic in other words, but seldom do. */
const SHOULD_NAME_TOPIC: ReadonlySet<string> = new Set(['title', 'post', 'channelDescription']);

function findTextFaults(field: string, draft: string, assignment: Assignment): string[] {
  const { topic, language, sensitivity } = assignment.brief;
  const text = cleanText(field, draft);
  const words = normaliseWords(text);
  const about = normaliseWords(topic.text);
  const says = (fault: Fault) => phrasesFor(fault).matches(words) && !phrasesFor(fault).matches(about);
  const isOrdered = givesOrders(topic.text);
  const address = findContactDetails(text, isOrdered ? '' : topic.text);
  const quotations = quotedOrders(assignment);
  return [
    !/[\p{L}\p{N}]/u.test(text) && 'the text was empty',
    splitWords(text).length === 1 &&
      (field !== 'title' || !namesTopic(words, assignment.brief)) &&
      'the text was a single word',
    // Other texts make sense when they are cut.
    field === 'title' && text.length > LIMITS.title * 2 && 'the title was far too long',
    says('itself') && 'the text was not about the topic',
    leaksInternals(draft, words, assignment.instructions) &&
      'the text contained its instructions, a secret or the call of a tool',
    isPart(words, about) && 'the text only repeats a part of the topic',
    (quotations.some((said) => words.includes(said)) ||
      (isOrdered && quotesTopic(about, words)) ||
      endsInPart(text, about)) &&
      'the text says what something in the data orders to say',
    // The topic may be in any language itself, so it does not count.
    isForeign(text.replaceAll(topic.text, ' '), language) && 'the text was in another language',
    // A short text without a word of the topic may come from the context, or from orders in the topic.
    (MUST_NAME_TOPIC.has(field) || assignment.data.context !== undefined || isOrdered) &&
      !namesTopic(words, assignment.brief) &&
      'the text names nothing of the topic',
    field !== 'script' &&
      (says('footage') || TIME_MARK.test(text.replaceAll(topic.text, ''))) &&
      'the text claims what is in the video, which nobody has told',
    says('advertising') && 'the text advertises',
    PLACEHOLDER.test(draft) && 'the text has a placeholder',
    address !== undefined && 'the text has contact details that nobody has given',
    sensitivity !== undefined && phrasesFor('light').matches(words) && 'the text jokes about a grave topic',
  ].filter((fault) => fault !== false);
}

function findListFaults(field: string, drafts: readonly string[], assignment: Assignment): string[] {
  if (field === 'emoji') return [];
  const items = drafts.map((draft) => normaliseWords(cleanText('', draft.replaceAll('#', ''))));
  const quotations = quotedOrders(assignment);
  const isOrdered = drafts.some((draft, at) => {
    const words = items[at] ?? '';
    if (givesOrders(assignment.brief.topic.text) && quotesTopic(normaliseWords(assignment.brief.topic.text), words))
      return true;
    return leaksInternals(draft, words, assignment.instructions) || quotations.some((said) => words.includes(said));
  });
  const isLight =
    assignment.brief.sensitivity !== undefined && items.some((words) => phrasesFor('light').matches(words));
  return [
    uniqueTexts(items.map((words) => words.trim())).length < 2 && 'the list had fewer than two different items',
    isOrdered && 'an item says what something in the data orders to say',
    isLight && 'an item jokes about a grave topic',
    // A name need not say what it is a name of.
    field !== 'suggestions' &&
      !items.some((words) => namesTopic(words, assignment.brief)) &&
      'no item has to do with the topic',
  ].filter((fault) => fault !== false);
}

/** Minimum characters of a description and words of a script. */
const MIN_LENGTH = { description: 700, scriptWords: 300 } as const;

function critiqueText(field: string, draft: string, brief: Assignment['brief']): string[] {
  const { topic, language, sensitivity } = brief;
  const text = cleanText(field, draft);
  const words = normaliseWords(text);
  return [
    field === 'description' &&
      text.length < MIN_LENGTH.description &&
      'the description was shorter than 700 characters',
    field === 'script' && words.split(' ').length < MIN_LENGTH.scriptWords && 'the script was shorter than 300 words',
    field === 'title' && text.length > LIMITS.title && 'the title was longer than allowed',
    phrasesFor('stock').matches(words) &&
      !phrasesFor('stock').matches(normaliseWords(topic.text)) &&
      'the text uses worn phrases',
    packs.languages.includes(language) && isInCapitals(text) && !isInCapitals(topic.text) && 'the text is in capitals',
    SHOULD_NAME_TOPIC.has(field) && !namesTopic(words, brief) && 'the text does not name the topic',
    repeatsItself(text) && 'the text repeats itself',
    sensitivity !== undefined && text.includes('!') && 'a grave topic bears no exclamation marks',
  ].filter((remark) => remark !== false);
}

/** Maximum number of words of a search phrase. */
const SEARCHED_WORDS = 6;
/** Minimum number of different items of a list. */
const MIN_ITEMS: Readonly<Record<string, number>> = { suggestions: 5, tags: 3, hashtags: 3 };

function critiqueList(field: string, drafts: readonly string[]): string[] {
  const cleaned = drafts.map((draft) => cleanText('', draft.replaceAll('#', '')));
  const items = uniqueTexts(cleaned.map((draft) => draft.replace(/\d+/g, '').trim()));
  const long = cleaned.filter((item) => item.split(/\s+/).length > SEARCHED_WORDS).length;
  return [
    items.length < (MIN_ITEMS[field] ?? 0) && 'the list had too few different items',
    endAlike(cleaned) && 'the items all end alike',
    field === 'tags' && long > cleaned.length / 2 && 'the tags were sentences and not what viewers search for',
  ].filter((remark) => remark !== false);
}

/** Returns the quotations that the data orders to repeat; those of a topic only if it gives orders. */
const quotedOrders = ({ brief: { topic }, data }: Pick<Assignment, 'brief' | 'data'>): string[] =>
  textsIn(givesOrders(topic.text) ? data : { ...data, topic: '' }).flatMap(findQuotations);

/** Time in a video: 3:47, 6 min 30. It also matches times of day. */
const TIME_MARK = /(?<![\d:])\d{1,2}(?::| ?min\.? )[0-5]\d(?![\d:])/;

/** Unfilled brackets; a markdown link is none. */
const PLACEHOLDER = /(?<!!)\[[\p{L}][^\]\n]{1,40}\](?!\()|\{\{?\w+\}?\}/u;

/** True if a text is only a part of the topic, as that of a model that obeys the topic is. */
const isPart = (words: string, about: string): boolean =>
  words.trim() !== '' && words.length < about.length * 0.6 && about.includes(words);

/** True if a text has three words in a row of the topic, beside the whole of it. */
function quotesTopic(topic: string, words: string): boolean {
  const rest = words.replaceAll(topic.trim(), ' ');
  const said = topic.trim().split(' ');
  return said.slice(2).some((word, at) => rest.includes(` ${said[at]} ${said[at + 1]} ${word} `));
}

const MANY_WORDS = 3;

/** True if a text of several sentences ends in one that is only a part of the topic, as one that obeys it does. */
function endsInPart(text: string, about: string): boolean {
  const sentences = text.split(/(?<=[.!?…])\s+|\n+/);
  const last = normaliseWords(sentences.at(-1) ?? '');
  return sentences.length > 1 && last.trim().split(' ').length >= MANY_WORDS && isPart(last, about);
}

/** True if all items have the same long end. */
const endAlike = (items: readonly string[]): boolean =>
  items.length > 2 &&
  items.every((item) => item.split(' ').length > MANY_WORDS) &&
  new Set(items.map((item) => item.split(' ').slice(-MANY_WORDS).join(' '))).size === 1;

/** Number of letters that the forms of a word share: bake, baking; viaje, viajar. */
const STEM = 4;
const stem = (word: string): string =>
  normaliseWords(word)
    .trim()
    .slice(0, Math.max(STEM, word.length - 3));

/** True if a text has a word of the topic, in any form, or if this cannot be checked in its language. */
function namesTopic(words: string, { topic, language }: Assignment['brief']): boolean {
  const telling = significantWords(topic.text, language).filter((word) => word.length > 2);
  if (!packs.languages.includes(language) || isForeign(topic.text, language) || telling.length === 0) return true;
  // Compounds (German, hashtags) contain the word.
  return telling.some((word) => words.includes(stem(word)));
}

/** Minimum number of letters of a text that counts as shouting. */
const MIN_SHOUT = 16;

function isInCapitals(text: string): boolean {
  const capitals = text.match(/\p{Lu}/gu)?.length ?? 0;
  const small = text.match(/\p{Ll}/gu)?.length ?? 0;
  return capitals + small >= MIN_SHOUT && capitals > small * 2;
}

/** True if more than a third of the sentences occurred before. */
function repeatsItself(text: string): boolean {
  const sentences = text
    .split(/[.!?…。！？]+|\n+/)
    .map(normaliseWords)
    .filter((sentence) => sentence.length > 15);
  const distinct = new Set(sentences).size;
  return (sentences.length > 5 && distinct < (sentences.length * 2) / 3) || (sentences.length > 3 && distinct === 1);
}
