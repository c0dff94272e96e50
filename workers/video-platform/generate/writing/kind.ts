import { everyWord } from '../../../lib/text/words.js';
import { packOf } from './shelf.js';
import { isDone, type Theme } from './theme.js';
import type { Topic } from './topic.js';

/** Whether a topic is something that viewers do themselves (bread, yoga) or want to know about (Rome, black holes). */
export type TopicKind = 'doing' | 'knowing';

/** English: a topic that begins with what is done, "growing tomatoes". */
const GERUND = /^\p{L}{2,}ing\s/u;

/** Told by the shape of the topic, its theme, else by the language's list of words for what people do. */
export function kindOf({ shape, natural }: Topic, theme: Theme | undefined, language: string): TopicKind {
  if (shape === 'action') return 'doing';
  if (shape !== 'thing') return 'knowing';
  if (isDone(theme)) return 'doing';
  if (theme === 'history' || theme === 'science') return 'knowing';
  if (language === 'en' && GERUND.test(natural)) return 'doing';
  const doing = packOf(language).phrases.doing ?? [];
  return everyWord(natural.toLowerCase()).some((word) => doing.includes(word)) ? 'doing' : 'knowing';
}
