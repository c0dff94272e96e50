import { LRUCache } from 'lru-cache';
import { errors } from '../../../../shared/contract/errors.js';
import type { Call } from '../../../handle.js';
import { withoutEmoji } from '../../../lib/text/emoji.js';
import { cleanLine, cutAtSentence, cutAtWord } from '../../../lib/text/plain-text.js';
import { sanitiseKeywords } from '../../../lib/text/words.js';
import { givesOrders, withoutOrders } from '../../../lib/topics/orders.js';
import { judgeAll, type Sensitivity } from '../../../lib/topics/sensitivity.js';
import { channelContext, type Context as Found, videoContext } from '../../../lib/video-platform/context.js';
import { languageCode } from '../../../lib/writing/pack.js';
import { soberMood, soberTone } from '../sober/manner.js';
import { fieldOf } from './field.js';
import { fitting } from './fit.js';
import { type Genre, genreOf } from './genre.js';
import type { Field } from './knowledge.js';
import { type Mood, type Style, styleOf, type Tone } from './moods.js';
import { packs } from './packs.js';
import { readTopic, type Topic } from './topic.js';

/** How many of the caller's keywords are used. */
const MOST_KEYWORDS = 3;

/** What every request of the group carries, as far as its endpoint has the fields. */
interface Request {
  readonly topic: string;
  readonly language: string;
  readonly keywords?: readonly string[];
  readonly mood?: Mood;
  readonly tone?: Tone;
  readonly video?: string;
  readonly channel?: string;
}

/** The order to write, read from a request: what about, for whom, how. */
export interface Brief {
  readonly topic: Topic;
  /** What kind of video it asks for. */
  readonly genre: Genre;
  /** The field of life that it is from, where its words tell, with what is known of it and true of the topic. */
  readonly field: Field | undefined;
  /** At most three, the first weighs most. */
  readonly keywords: readonly string[];
  /** Two letters: what the caller asked for. */
  readonly language: string;
  /** The language that the composer writes for this caller: the same, or English when it has no pack. */
  readonly composed: string;
  /** What it is about when that does not bear every tone: it is then written soberly. */
  readonly sensitivity: Sensitivity | undefined;
  /** What the caller asks for, else what the context speaks in, as far as the topic bears it. */
  readonly mood: Mood | undefined;
  readonly tone: Tone | undefined;
  readonly context: Context;
}

/** @throws ApiError when no topic is left once it is cleaned, or it asks for harm */
export async function readBrief(request: Request, call: Call): Promise<Brief> {
  const language = languageCode(request.language);
  const composed = packs.of(language).language;
  const subject = readSubject(request, composed);
  const { sensitivity } = subject;
  const context = await readContext(request, language, call);
  const { mood = context.style.mood, tone = context.style.tone } = request;
  return {
    ...subject,
    language,
    composed,
    mood: sensitivity === undefined ? mood : soberMood(mood),
    tone: sensitivity === undefined ? tone : soberTone(tone),
    context,
  };
}

/** What a brief has from the words of the topic and the keywords alone. */
type Subject = Pick<Brief, 'topic' | 'genre' | 'field' | 'keywords' | 'sensitivity'>;

/** Callers ask for the title, the tags and the script of one topic, and for each again until they like it: the last topics are not read anew. */
const RECENT = 20;
const recent = new LRUCache<string, Subject>({ max: RECENT });

/** @throws ApiError when no topic is left once it is cleaned, or it asks for harm */
function readSubject(request: Request, composed: string): Subject {
  const key = JSON.stringify([request.topic, request.keywords, composed]);
  const known = recent.get(key);
  if (known) return known;
  const topic = readTopic(withoutOrders(request.topic), composed);
  if (!topic) throw errors.missingTopic();
  const keywords = sanitiseKeywords(request.keywords ?? [], MOST_KEYWORDS);
  const judgement = judgeAll([topic.text, ...keywords]);
  if (judgement?.harmful) throw errors.topicRefused({ field: 'topic' });
  const field = fieldOf(topic, keywords, composed);
  const genre = genreOf(topic, field, composed);
  const fits = field && fitting(field, topic, genre, composed);
  const subject = { topic, genre, field: fits, keywords, sensitivity: judgement?.about };
  recent.set(key, subject);
  return subject;
}

/** What a text takes up from the video and the channel that the caller names. */
interface Context {
  /** What the video is about, in its own keywords. */
  readonly video: Source | undefined;
  readonly channel: Source | undefined;
  /** Keywords of both, the video's first. */
  readonly keywords: readonly string[];
  /** How they speak, as far as that is plain to see. */
  readonly style: Style;
}

/** A video or a channel in plain text: its owner may have written anything. */
interface Source {
  readonly name: string;
  readonly description: string;
  readonly keywords: readonly string[];
}

const LONGEST_NAME = 100;
const LONGEST_DESCRIPTION = 400;
const MOST_CONTEXT_KEYWORDS = 6;

/**
 * Looks up the video and the channel that the caller names. One that does not resolve is left out, and so are
 * keywords in another language than the text's.
 *
 * @param language two letters: the language of the text
 */
async function readContext(
  { video, channel }: { video?: string; channel?: string },
  language: string,
  call: Call,
): Promise<Context> {
  const [ofVideo, ofChannel] = await Promise.all([
    video === undefined ? undefined : videoContext(call, video),
    channel === undefined ? undefined : channelContext(call, channel),
  ]);
  const sources = {
    video: ofVideo && sourceOf(ofVideo, language),
    channel: ofChannel && sourceOf(ofChannel, language),
  };
  const keywords = [...(sources.video?.keywords ?? []), ...(sources.channel?.keywords ?? [])];
  return { ...sources, keywords, style: styleOf([ofVideo, ofChannel].filter((found) => found !== undefined)) };
}

function sourceOf(found: Found, language: string): Source | undefined {
  // Who is called by an order is not called at all.
  if (givesOrders(found.title)) return undefined;
  const speaks = found.language?.slice(0, 2).toLowerCase() ?? language;
  const keywords = found.keywords.filter((keyword) => !givesOrders(keyword));
  return {
    name: cutAtWord(plain(found.title), LONGEST_NAME),
    description: cutAtSentence(
      givesOrders(found.description) ? '' : plain(found.description),
      LONGEST_DESCRIPTION,
      100,
    ),
    keywords: speaks === language ? sanitiseKeywords(keywords, MOST_CONTEXT_KEYWORDS) : [],
  };
}

const plain = (text: string): string =>
  withoutEmoji(cleanLine(text))
    .replace(/[*_`#{}[\]|\\]+/g, '')
    .trim();
