import { languageCode, openPacks } from 'readings/compose';
import { errors } from '../../../shared/contract/errors.js';
import { projectFile } from '../../../shared/process/project-file.js';
import type { Call } from '../../handle.js';
import { removeEmoji } from '../../lib/text/emoji.js';
import { createLanguageTag } from '../../lib/text/languages.js';
import { cleanLine, cutAtSentence, cutAtWord } from '../../lib/text/plain-text.js';
import { sanitiseKeywords } from '../../lib/text/words.js';
import { givesOrders, withoutOrders } from '../../lib/topics/orders.js';
import { judgeTopics, type Sensitivity } from '../../lib/topics/sensitivity.js';
import { channelContext, type Context as Found, videoContext } from '../../lib/video-platform/context.js';
import { isHarmless } from './harmless.js';
import { deriveStyle, type Mood, type Style, soberMood, soberTone, type Tone } from './style.js';
import { readTopic, type Topic } from './topic.js';

/** Sentences of the composer, by language. */
export const packs = openPacks(projectFile('workers/video-platform/generate/packs'));

/** Number of the caller's keywords that are used. */
const MAX_KEYWORDS = 3;

/** Fields of requests; not every endpoint has all of them. */
interface Request {
  readonly topic: string;
  readonly language: string;
  readonly keywords?: readonly string[];
  readonly mood?: Mood;
  readonly tone?: Tone;
  readonly video?: string;
  readonly channel?: string;
}

/** Assignment to write a text: a request, read and judged. */
export interface Brief {
  readonly topic: Topic;
  /** At most three; the first weighs most. */
  readonly keywords: readonly string[];
  /** Requested language, in two letters. */
  readonly language: string;
  /** Requested language with its region or script, such as `pt-BR` or `zh-Hant`. */
  readonly tag: string;
  /** Language that the composer writes in: the requested one, or English if it has no pack for it. */
  readonly composed: string;
  /** Grave subject of the topic, if a word list recognises one. */
  readonly sensitivity: Sensitivity | undefined;
  /** True if the topic is known to be harmless, so that jokes are safe. */
  readonly isHarmless: boolean;
  /** Mood and tone of the request, else of the context; sober ones if the topic is grave. */
  readonly mood: Mood | undefined;
  readonly tone: Tone | undefined;
  readonly context: Context;
}

/** Reads a request. @throws ApiError when no topic is left once it is cleaned, or it asks for harm */
export async function readBrief(request: Request, call: Call): Promise<Brief> {
  const language = languageCode(request.language);
  const composed = packs.of(language).language;
  const topic = readTopic(withoutOrders(request.topic), composed);
  if (!topic) throw errors.missingTopic();
  const keywords = sanitiseKeywords(request.keywords ?? [], MAX_KEYWORDS);
  const judgement = judgeTopics([topic.text, ...keywords]);
  if (judgement?.harmful) throw errors.topicRefused({ field: 'topic' });
  const sensitivity = judgement?.about;
  const context = await readContext(request, language, call);
  const { mood = context.style.mood, tone = context.style.tone } = request;
  return {
    topic,
    keywords,
    language,
    tag: createLanguageTag(request.language),
    composed,
    sensitivity,
    isHarmless: sensitivity === undefined && isHarmless([topic.text, ...keywords], composed),
    mood: sensitivity === undefined ? mood : soberMood(mood),
    tone: sensitivity === undefined ? tone : soberTone(tone),
    context,
  };
}

/** Style and keywords of the video and the channel that the caller names. */
interface Context {
  readonly video: Source | undefined;
  readonly channel: Source | undefined;
  /** Keywords of both, the video's first. */
  readonly keywords: readonly string[];
  /** Mood and tone that their titles and descriptions show. */
  readonly style: Style;
}

/** A video or a channel, in plain text. */
interface Source {
  readonly name: string;
  readonly description: string;
  readonly keywords: readonly string[];
}

const MAX_NAME_LENGTH = 100;
const MAX_DESCRIPTION_LENGTH = 400;
const MAX_CONTEXT_KEYWORDS = 6;

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
    video: ofVideo && toSource(ofVideo, language),
    channel: ofChannel && toSource(ofChannel, language),
  };
  const keywords = [...(sources.video?.keywords ?? []), ...(sources.channel?.keywords ?? [])];
  return { ...sources, keywords, style: deriveStyle([ofVideo, ofChannel].filter((found) => found !== undefined)) };
}

function toSource(found: Found, language: string): Source | undefined {
  if (givesOrders(found.title)) return undefined;
  const speaks = found.language?.slice(0, 2).toLowerCase() ?? language;
  const keywords = found.keywords.filter((keyword) => !givesOrders(keyword));
  return {
    name: cutAtWord(plain(found.title), MAX_NAME_LENGTH),
    description: cutAtSentence(
      givesOrders(found.description) ? '' : plain(found.description),
      MAX_DESCRIPTION_LENGTH,
      100,
    ),
    keywords: speaks === language ? sanitiseKeywords(keywords, MAX_CONTEXT_KEYWORDS) : [],
  };
}

const plain = (text: string): string =>
  removeEmoji(cleanLine(text))
    .replace(/[*_`#{}[\]|\\]+/g, '')
    .trim();
