import type { Field } from './knowledge.js';
import { packs } from './packs.js';
import type { Topic } from './topic.js';
import { isHeadline } from './topic-shape.js';

/** What kind of video a topic asks for. Each has its own plan. */
export const GENRES = [
  'howto',
  'review',
  'comparison',
  'list',
  'story',
  'news',
  'explanation',
  'interview',
  'vlog',
  'series',
] as const;
export type Genre = (typeof GENRES)[number];

/** Genres that a topic names by their words, in the order in which they are believed. */
const NAMED = ['interview', 'series', 'vlog', 'review', 'news'] as const;

/**
 * The genre that the words of a topic name ("review", "a day in the life"), else the one that its shape or field makes
 * likely. The words are phrases `genre <name>` of the pack, those at the beginning of a topic only with a `^` in front.
 */
export function genreOf(topic: Topic, field: Field | undefined, language: string): Genre {
  const { phrases } = packs.of(language);
  const text = ` ${topic.natural.toLowerCase().replaceAll('’', "'")} `;
  const names = (genre: string): boolean => (phrases[`genre ${genre}`] ?? []).some((cue) => patternOf(cue).test(text));
  if (topic.sides) return 'comparison';
  const named = NAMED.find(names);
  if (named) return named;
  if (isHeadline(topic.natural, language)) return 'news';
  if (topic.count !== undefined || names('list')) return 'list';
  if (topic.shape === 'action' || names('howto')) return 'howto';
  if (topic.shape === 'question') return 'explanation';
  if (topic.shape === 'statement' || names('story')) return names('explanation') ? 'explanation' : 'story';
  if (names('explanation')) return 'explanation';
  return field?.done || names('doing') ? 'howto' : 'explanation';
}

const patterns = new Map<string, RegExp>();

/** What finds the words of a cue, as whole words. */
function patternOf(cue: string): RegExp {
  let pattern = patterns.get(cue);
  if (!pattern) {
    const begins = cue.startsWith('^') ? `^ ${cue.slice(1)}` : `(?<!\\p{L})${cue}`;
    pattern = new RegExp(`${begins}(?!\\p{L})`, 'u');
    patterns.set(cue, pattern);
  }
  return pattern;
}

/** Whether viewers of a genre do something themselves, or want to know. */
export const isDone = (genre: Genre, field: Field | undefined): boolean =>
  genre === 'howto' || genre === 'series' || (genre === 'list' && (field?.done ?? false));
