import { errors } from '../../../../shared/contract/errors.js';
import type { Call } from '../../../handle.js';
import { sanitiseKeywords } from '../../../lib/text/words.js';
import { type Context, readContext } from './context.js';
import { kindOf, type TopicKind } from './kind.js';
import { shelf } from './shelf.js';
import { type Theme, themeOf } from './theme.js';
import { readTopic, type Topic } from './topic.js';

/** How many of the caller's keywords are used. */
const MOST_KEYWORDS = 3;

/** What every request of the group carries, as far as its endpoint has the fields. */
export interface Request {
  readonly topic: string;
  readonly language: string;
  readonly keywords?: readonly string[];
  readonly mood?: string;
  readonly tone?: string;
  readonly video?: string;
  readonly channel?: string;
}

/** The order to write, read from a request: what about, for whom, how. */
export interface Brief {
  readonly topic: Topic;
  readonly kind: TopicKind;
  /** The field of life that it is from, where its words tell. */
  readonly theme: Theme | undefined;
  /** At most three, the first weighs most. */
  readonly keywords: readonly string[];
  /** Two letters: what the caller asked for. */
  readonly language: string;
  /** The language that the composer writes for this caller: the same, or English when it has no pack. */
  readonly composed: string;
  /** What the caller asks for, else what the context speaks in. */
  readonly mood: string | undefined;
  readonly tone: string | undefined;
  readonly context: Context;
}

/** @throws ApiError when no topic is left once it is cleaned */
export async function readBrief(request: Request, call: Call): Promise<Brief> {
  const language = request.language.slice(0, 2).toLowerCase();
  const composed = shelf.languages.includes(language) ? language : 'en';
  const topic = readTopic(request.topic, composed);
  if (!topic) throw errors.missingTopic();
  const context = await readContext(request, language, call);
  const keywords = sanitiseKeywords(request.keywords ?? [], MOST_KEYWORDS);
  const theme = themeOf(topic, keywords, composed);
  return {
    topic,
    kind: kindOf(topic, theme, composed),
    theme,
    keywords,
    language,
    composed,
    mood: request.mood ?? context.style.mood,
    tone: request.tone ?? context.style.tone,
    context,
  };
}
