import type { Composer } from '../../../lib/writing/compose.js';
import { capitalise } from '../../../lib/writing/line.js';
import type { Brief } from './brief.js';
import { mentions, withPlace } from './composer.js';
import { planFor } from './plan.js';
import { viewerSlots } from './slots.js';
import { factOf, type Teller, tellerOf } from './teller.js';

/** What a model is asked for. */
export const DESCRIPTION_ORDER =
  'The description of one video: 850 to 1,100 characters in three to five short paragraphs. An opening that makes the ' +
  'viewer stay, what the video is about, whom it is for, a call to action at the end. A good one is concrete: things, not ' +
  'praise; verbs, not adjectives; no sentence that would suit another video. Nobody has told you who is in it or what ' +
  'happens in it, so claim neither.';

/** How long the composer's descriptions are: sentences are added until the one, and none that would go beyond the other. */
const LEAST = 930;
const MOST = 1_180;

/** How many of the plan's parts are listed as chapters. */
const CHAPTERS = 5;

/**
 * A first line that stands alone in search results, what is known on the subject, the chapters of the genre's plan with
 * room for their times, a question to viewers, a call to action, room for links.
 */
export function composeDescription(brief: Brief, composer: Composer): string {
  const teller = tellerOf(brief, composer);
  const slots = keywordSlots(brief, composer);
  const [part, other, ...more] = teller.parts(CHAPTERS);
  const find = (move: string): string | undefined => teller.find(move, { slots });
  const first = [find('desc-label'), teller.say('desc-first', { slots }), find('desc-tone')];
  const body = [
    part && factOf(part, brief.composed),
    find('desc-mood'),
    find('desc-mood'),
    teller.find('desc-keyword', { slots }),
    find('desc-lens'),
    find('desc-lens'),
  ];
  const chapters = [teller.say('desc-chapters'), ...chaptersOf(brief, teller, composer)];
  const talk = [
    teller.find('desc-ask', { slots: { ...slots, ...viewerSlots(brief) } }),
    withPlace(teller.say('desc-cta', { slots: { ...slots, ...viewerSlots(brief) } }), brief, composer),
    find('desc-keywords'),
    find('desc-close'),
  ];
  const paragraphs = [first, body, chapters, talk, [find('desc-links')]];
  const whole = () =>
    paragraphs
      .map((lines) => lines.filter(Boolean).join(lines === chapters ? '\n' : ' '))
      .filter(Boolean)
      .join('\n\n');
  const spare = [other, ...more].map((one) => one && factOf(one, brief.composed));
  while (whole().length < LEAST) {
    const line = spare.shift() ?? find('desc-lens') ?? find('desc-ask');
    if (line === undefined) break;
    if (whole().length + line.length < MOST) body.push(line);
  }
  while (whole().length > MOST && body.length > 1) body.pop();
  return whole();
}

/** A keyword that the topic names is there already; the others are the caller's, else those of the video. */
function keywordSlots({ topic, keywords, context }: Brief, composer: Composer) {
  const [first, ...rest] = keywords;
  const others = rest.filter((keyword) => !mentions(topic.natural, keyword));
  const related = others.length > 0 ? others : (context.video?.keywords.slice(0, 2) ?? []);
  return {
    keyword: first !== undefined && !mentions(topic.natural, first) ? first : undefined,
    keywords: related.length > 0 ? related.join(composer.phrase('and')) : undefined,
  };
}

/** The parts of the genre's plan, each behind a time to be filled in. */
function chaptersOf(brief: Brief, teller: Teller, composer: Composer): string[] {
  const plan = planFor(brief.genre, brief.topic.minutes, 0);
  const parts = [...teller.parts(CHAPTERS)];
  let number = 0;
  return plan.map((role) => {
    const part = role === 'part' ? parts.shift() : undefined;
    if (role === 'part') number++;
    const ask = {
      facts: { role, known: part ? 'yes' : 'no' },
      slots: { n: String(number), part: part?.name, side: teller.aspect(number) },
      again: true,
    };
    const heading = composer.say(role === 'part' ? 'part-head' : 'beat-head', ask);
    return `00:00 ${capitalise(heading)}`;
  });
}
