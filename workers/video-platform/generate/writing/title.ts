import { cutAtWord } from '../../../lib/text/plain-text.js';
import type { Composer } from '../../../lib/writing/compose.js';
import { capitalise } from '../../../lib/writing/line.js';
import type { Brief } from './brief.js';
import { mentions, parted } from './composer.js';
import { LIMITS } from './guarantees.js';
import { titleSlots } from './slots.js';
import { tellerOf } from './teller.js';

/** What a model is asked for. */
export const TITLE_ORDER =
  'The title of one video: at most 90 characters, a promise, a tension or a question that the topic really supports, ' +
  'in natural letter case, not with capitals for every word. A good one names the thing itself and one thing about it that ' +
  'not everybody knows.';

/** Lengths that a title should not go beyond, the best first: search results show about 60. */
const ROOM = [60, 75, 100, LIMITS.title] as const;
/** How often the next best length is good enough, for the sake of more ideas. */
const LONGER = 0.6;

/** A title by a pattern of its genre, in the brief's mood and tone, that carries the first keyword. */
export function composeTitle(brief: Brief, composer: Composer): string {
  return withKeyword(withTone(patterned(brief, composer), brief, composer), brief, composer);
}

/** How many titles are a line of their own; the others are the topic with a few words behind it, in a mood half of them. */
const LINES = 0.8;
const LINES_IN_MOOD = 0.5;

function patterned(brief: Brief, composer: Composer): string {
  const teller = tellerOf(brief, composer);
  const { whole } = titleSlots(brief);
  const isList = brief.topic.count !== undefined;
  const named = whole === undefined ? {} : { topic: whole, ...(isList && { bare: whole }) };
  const slots = { minutes: String(Math.round(brief.topic.minutes)), ...named };
  // The first keyword weighs most: the others are left to texts with more room, also where the field has them.
  const others = brief.keywords.slice(1).filter((word) => !mentions(brief.topic.natural, word));
  if (!composer.chance(brief.mood === undefined ? LINES : LINES_IN_MOOD)) return labelled(brief, others, composer);
  for (const max of composer.chance(LONGER) ? ROOM.slice(1) : ROOM) {
    const line = teller.find('title', { max, slots });
    const isClear = line !== undefined && !others.some((word) => mentions(line, word));
    if (isClear && !(brief.topic.count !== undefined && countsTwice(line))) return line;
  }
  return labelled(brief, others, composer);
}

/** Numbers that titles have besides that of a list: "five things about 10 houseplants". */
const NUMBERS =
  /(?<!\p{L})(?:two|three|five|zwei|drei|fünf|dos|tres|cinco|deux|trois|cinq|due|tre|cinque|dois|duas|três)(?!\p{L})/iu;
const countsTwice = (title: string): boolean => NUMBERS.test(title) || (title.match(/\p{N}+/gu) ?? []).length > 1;

/** The topic itself, with a remark in its mood or tone. */
function labelled(brief: Brief, others: readonly string[], composer: Composer): string {
  const { topic, mood, tone } = brief;
  const teller = tellerOf(brief, composer);
  const { whole } = titleSlots(brief);
  const head = teller.find('title-head', { max: LIMITS.title, slots: whole === undefined ? {} : { topic: whole } });
  const isClear = head !== undefined && !others.some((word) => mentions(head, word));
  const label = cutAtWord(isClear ? head : capitalise(topic.natural), LIMITS.title);
  const move = mood === undefined && tone !== undefined ? 'title-tone' : 'title-mood';
  const said = teller.find(move, { max: LIMITS.title - label.length - 3, fragment: true });
  if (said === undefined || mentions(label, said) || others.some((word) => mentions(said, word))) return label;
  if (/[?!.…]$/.test(label)) return `${label} ${capitalise(said)}`;
  return parted(`${label}${composer.phrase('colon')}${said}`, [label], composer.phrase('colon'));
}

/** A mood makes the title, so the tone that is asked for besides is said after it. */
function withTone(title: string, { mood, tone }: Brief, composer: Composer): string {
  if (mood === undefined || tone === undefined) return title;
  const said = composer.find('title-tone', { max: LIMITS.title - title.length - 3, fragment: true });
  if (said === undefined || mentions(title, said)) return title;
  return `${title.replace(/\.$/, '')} ${/[()]/.test(title + said) ? `– ${said}` : `(${said})`}`;
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
