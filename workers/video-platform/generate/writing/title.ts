import { cutAtWord } from '../../../lib/text/plain-text.js';
import type { Composer } from '../../../lib/writing/compose.js';
import { capitalise } from '../../../lib/writing/line.js';
import type { Brief } from './brief.js';
import { mentions } from './composer.js';
import { LIMITS } from './guarantees.js';

/** What a model is asked for. */
export const TITLE_ORDER =
  'The title of one video: at most 90 characters, a promise, a tension or a question that the topic really supports, ' +
  'in natural letter case, not with capitals for every word.';

/** How many of the titles that a mood makes carry an aside in parentheses: more would sound like a machine. */
const ASIDES = 0.25;

/** A title in the brief's mood and tone that carries its first keyword. */
export function composeTitle(brief: Brief, composer: Composer): string {
  const title = withTone(inMood(brief, composer), brief, composer);
  return withKeyword(title, brief, composer);
}

/** A whole line, a line with a remark behind it, or the topic itself with one. */
function inMood({ topic, mood, tone }: Brief, composer: Composer): string {
  const remarks = mood === undefined && tone !== undefined ? 'title-tone' : 'title-mood';
  const line = composer.chance(0.75) ? composer.find('title', { max: LIMITS.title }) : undefined;
  const head = line ?? composer.find('title-label', { max: LIMITS.title }) ?? capitalise(topic.natural);
  const twofold = mood !== undefined && tone !== undefined;
  if (line !== undefined && (twofold || !composer.chance(ASIDES))) return line;
  const titled = remark(head, remarks, composer, line !== undefined);
  const hasMore = line === undefined && !twofold && topic.shape !== 'thing' && composer.chance(0.6);
  return hasMore ? remark(titled, remarks, composer, true) : titled;
}

/** A mood makes the title, so the tone that is asked for besides is said after it. */
const withTone = (title: string, { mood, tone }: Brief, composer: Composer): string =>
  mood === undefined || tone === undefined ? title : remark(title, 'title-tone', composer, true);

/** The title with a remark: after a colon, in parentheses behind what is a line already, or as a sentence. */
function remark(title: string, move: string, composer: Composer, aside: boolean): string {
  const said = composer.find(move, { max: LIMITS.title - title.length - 3, fragment: true });
  if (said === undefined || mentions(title, said)) return cutAtWord(title, LIMITS.title);
  if (aside) return `${title.replace(/\.$/, '')} ${/[()]/.test(title + said) ? `– ${said}` : `(${said})`}`;
  return /[?!.…]$/.test(title) ? `${title} ${capitalise(said)}` : `${title}${composer.phrase('colon')}${said}`;
}

/** The first keyword is in the title: in the topic's own words, or in front, or behind. */
function withKeyword(title: string, { keywords }: Brief, composer: Composer): string {
  const [first] = keywords;
  if (first === undefined || mentions(title, first)) return title;
  const name = capitalise(first);
  const named =
    composer.chance(0.5) && !title.includes(':') ? `${name}${composer.phrase('colon')}${title}` : `${title} | ${name}`;
  return named.length <= LIMITS.title ? named : title;
}
