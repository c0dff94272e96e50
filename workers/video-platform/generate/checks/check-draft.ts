import { betrays } from '../../../lib/llm/betrays.js';
import { Unusable, unusable } from '../../../lib/llm/unusable.js';
import { unknownAddress } from '../../../lib/text/addresses.js';
import { withoutEmoji } from '../../../lib/text/emoji.js';
import { withoutHashtags } from '../../../lib/text/hashtags.js';
import { plainLine, plainText } from '../../../lib/text/plain-text.js';
import { isForeign, wordsOf } from '../../../lib/text/words.js';
import { givesOrders, quotedIn } from '../../../lib/topics/orders.js';
import { wordedPlainly } from '../../../lib/topics/phrases.js';
import type { Brief } from '../writing/brief.js';
import { different } from '../writing/guarantees.js';
import { packs } from '../writing/packs.js';
import { unsupportedNumber } from './numbers.js';
import { unknownPerson } from './persons.js';
import { phrasesFor } from './phrases.js';

/** What a draft is judged by. */
export interface Asked {
  readonly brief: Pick<Brief, 'topic' | 'language' | 'sensitivity'>;
  /** What the model was told. */
  readonly instructions: string;
  /** What the caller gave: numbers and names may come from it. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** A model's draft: texts and lists of texts. */
type Draft = Readonly<Record<string, unknown>>;

/**
 * Makes the answer of a model's draft, if that is an honest one: this is judged without asking another model. What is wrong
 * only in form is mended. All reasons are told at once, as the model is asked again with them.
 *
 * @param settle makes the answer, or throws Unusable itself
 * @throws Unusable
 */
export function judged<Answer>(draft: Draft, asked: Asked, settle: () => Answer): Answer {
  const faults = new Set(
    Object.entries(draft).flatMap(([field, value]) => {
      if (typeof value === 'string') return faultsOf(field, value, asked);
      return isTexts(value) ? faultsOfList(field, value, asked) : [];
    }),
  );
  const answer = attempt(settle);
  if ('reason' in answer) faults.add(answer.reason);
  if ('reason' in answer || faults.size > 0) throw unusable([...faults].join('; '));
  return answer.value;
}

function attempt<Answer>(settle: () => Answer): { readonly value: Answer } | { readonly reason: string } {
  try {
    return { value: settle() };
  } catch (error) {
    if (error instanceof Unusable) return { reason: error.message };
    throw error;
  }
}

/** What the data wants to be said, in quotes: of a topic only where it gives orders. */
const orderedIn = ({ brief: { topic }, data }: Pick<Asked, 'brief' | 'data'>): string[] =>
  textsIn(givesOrders(topic.text) ? data : { ...data, topic: '' }).flatMap(quotedIn);

/** All texts of the data. */
const textsIn = (value: unknown): string[] =>
  typeof value === 'string' ? [value] : Object.values(Object(value)).flatMap(textsIn);

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');

function faultsOf(field: string, draft: string, asked: Asked): string[] {
  const { topic, language, sensitivity } = asked.brief;
  const text = plainText(draft);
  const words = wordedPlainly(text);
  const about = wordedPlainly(topic.text);
  const given = JSON.stringify(asked.data);
  const says = (fault: Parameters<typeof phrasesFor>[0]) => phrasesFor(fault).in(words) && !phrasesFor(fault).in(about);
  const number = unsupportedNumber(text, given, sensitivity === undefined);
  const person = unknownPerson(text, given);
  // What an order asks to be said is not about the topic, though it stands there.
  const isOrdered = givesOrders(topic.text);
  const address = unknownAddress(text, isOrdered ? '' : topic.text);
  const quoted = orderedIn(asked);
  // A script plans what will be seen; everything else would tell of what nobody has told.
  const isPlan = field === 'script';
  return [
    says('itself') && 'the text was not about the topic',
    betrays(draft, words, asked.instructions) && 'the text told its instructions or a secret, or called a tool',
    isPart(words, about) && 'the text only repeats a part of the topic',
    (quoted.some((said) => words.includes(said)) || (isOrdered && saysOf(about, words)) || endsInPart(text, about)) &&
      'the text says what something in the data orders to say',
    // The topic may be in any language itself, so it does not count.
    isForeign(text.replaceAll(topic.text, ' '), language) && 'the text was in another language',
    !namesTopic(words, asked.brief) && 'the text names nothing of the topic',
    !isPlan &&
      (says('footage') || TIME_MARK.test(text.replaceAll(topic.text, ''))) &&
      'the text claims what is in the video, which nobody has told',
    says('advertising') && 'the text advertises',
    says('stock') && 'the text uses worn phrases',
    PLACEHOLDER.test(draft) && 'the text has a placeholder',
    number !== undefined && `the text has the number ${number}, which nobody has told`,
    person !== undefined && `the text brings in ${person}, whom nobody has named`,
    address !== undefined && 'the text has an address, which nobody has told',
    packs.languages.includes(language) && shouts(text) && !shouts(topic.text) && 'the text is in capitals',
    repeatsItself(text) && 'the text repeats itself',
    sensitivity !== undefined &&
      (/!|& friends/i.test(text) || phrasesFor('light').in(words)) &&
      'the text is too light for its grave topic',
  ].filter((fault) => fault !== false);
}

/** A place in a video: 3:47, 6 min 30. Hours of a day have two digits on the left as well, so some of them pass for one. */
const TIME_MARK = /(?<![\d:])\d{1,2}(?::| ?min\.? )[0-5]\d(?![\d:])/;

/** Something in brackets that somebody should have filled in, which is no link of markdown. */
const PLACEHOLDER = /(?<!!)\[[\p{L}][^\]\n]{1,40}\](?!\()|\{\{?\w+\}?\}/u;

/** A text that is only a part of the topic: the model has done what the topic says. */
const isPart = (words: string, about: string): boolean =>
  words.trim() !== '' && words.length < about.length * 0.6 && about.includes(words);

/** Whether a text has three words in a row of the topic, beside the whole of it: of a topic that gives orders it should not. */
function saysOf(topic: string, words: string): boolean {
  const rest = words.replaceAll(topic.trim(), ' ');
  const said = topic.trim().split(' ');
  return said.slice(2).some((word, at) => rest.includes(` ${said[at]} ${said[at + 1]} ${word} `));
}

/** Whether a text of several sentences ends in one that is only a part of the topic: so does what obeys it, in any language. */
function endsInPart(text: string, about: string): boolean {
  const sentences = text.split(/(?<=[.!?…])\s+|\n+/);
  const last = wordedPlainly(sentences.at(-1) ?? '');
  return sentences.length > 1 && last.trim().split(' ').length >= MANY_WORDS && isPart(last, about);
}

const MANY_WORDS = 3;

/** Whether all items have the same long end, as no list for viewers has. */
const endAlike = (items: readonly string[]): boolean =>
  items.length > 2 &&
  items.every((item) => item.split(' ').length > MANY_WORDS) &&
  new Set(items.map((item) => item.split(' ').slice(-MANY_WORDS).join(' '))).size === 1;

/** So many letters of a word are the same in its forms: bake, baking; viaje, viajar. */
const STEM = 4;
const stemOf = (word: string): string =>
  wordedPlainly(word)
    .trim()
    .slice(0, Math.max(STEM, word.length - 3));

/** Whether a text has a word of the topic, in any form. What is translated nobody can tell. */
function namesTopic(words: string, { topic, language }: Asked['brief']): boolean {
  const told = wordsOf(topic.text, language).filter((word) => word.length > 2);
  if (!packs.languages.includes(language) || isForeign(topic.text, language) || told.length === 0) return true;
  // German puts words together, and so do hashtags.
  return told.some((word) => words.includes(stemOf(word)));
}

/** The fewest letters by which one hears somebody shout. */
const SHOUT = 16;

function shouts(text: string): boolean {
  const capitals = text.match(/\p{Lu}/gu)?.length ?? 0;
  const small = text.match(/\p{Ll}/gu)?.length ?? 0;
  return capitals + small >= SHOUT && capitals > small * 2;
}

/** Whether more than a third of the sentences have been there before. */
function repeatsItself(text: string): boolean {
  const sentences = text
    .split(/[.!?…。！？]+|\n+/)
    .map(wordedPlainly)
    .filter((sentence) => sentence.length > 15);
  const distinct = new Set(sentences).size;
  return (sentences.length > 5 && distinct < (sentences.length * 2) / 3) || (sentences.length > 3 && distinct === 1);
}

/** The most words of a tag that somebody types. */
const TYPED = 6;
/** The fewest different ones that are worth keeping. */
const FEWEST: Readonly<Record<string, number>> = { suggestions: 5, tags: 3, hashtags: 3 };

function faultsOfList(field: string, drafts: readonly string[], { brief, data, instructions }: Asked): string[] {
  const isHashtags = field === 'hashtags';
  const items = drafts.map((draft) => plainLine(withoutEmoji(isHashtags ? draft : withoutHashtags(draft))));
  const own = different(items.map((item) => item.replace(/[\d#]+/g, '').trim()));
  const few = own.length < (FEWEST[field] ?? 0) && 'the list had too few different items';
  const isLight =
    brief.sensitivity !== undefined &&
    items.some((item) => /!|& friends/i.test(item) || phrasesFor('light').in(wordedPlainly(item)));
  const quoted = orderedIn({ brief, data });
  const isOrdered = drafts.some((draft) => {
    const words = wordedPlainly(draft);
    if (givesOrders(brief.topic.text) && saysOf(wordedPlainly(brief.topic.text), words)) return true;
    return betrays(draft, words, instructions) || quoted.some((said) => words.includes(said));
  });
  const faults = [
    few,
    endAlike(items) && 'the items all end alike',
    isOrdered && 'an item says what something in the data orders to say',
    isLight && 'an item is too light for its grave topic',
  ];
  // A name need not tell what it is a name of.
  if (field !== 'suggestions') {
    const long = items.filter((item) => item.split(/\s+/).length > TYPED).length;
    faults.push(
      long > items.length / 2 && 'the tags were sentences and not what viewers type',
      !items.some((item) => namesTopic(wordedPlainly(item), brief)) && 'no tag has to do with the topic',
    );
  }
  return faults.filter((fault) => fault !== false);
}
