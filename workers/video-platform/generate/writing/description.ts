import type { Composer } from '../../../lib/writing/compose.js';
import type { Brief } from './brief.js';
import { mentions, withPlace } from './composer.js';

/** What a model is asked for. */
export const DESCRIPTION_ORDER =
  'The description of one video: 850 to 1,100 characters in three to five short paragraphs. An opening that makes the ' +
  'viewer stay, what the video shows, whom it is for, a call to action at the end.';

/** How long the composer's descriptions are at least; one more sentence is added until they are. */
const AIM = 930;

/** Moves after which nothing is added to a paragraph. */
const ENDINGS: ReadonlySet<string> = new Set(['list', 'cta', 'close']);

type Paragraph = readonly string[];

/**
 * Orders of moves. `theme` speaks of the topic's field, where that is known. The opening names the topic, for it is all
 * that many viewers see; another move names it again. Sentences are added to the paragraphs between the first and the last.
 */
const PLANS: readonly (readonly Paragraph[])[] = [
  [['open', 'keyword?'], ['theme', 'mood'], ['again', 'body', 'for', 'keywords?'], ['cta'], ['close']],
  [
    ['open', 'mood'],
    ['keyword?', 'theme', 'detail'],
    ['body', 'again', 'for', 'keywords?'],
    ['close', 'cta'],
  ],
  [
    ['open', 'for'],
    ['theme', 'body', 'keyword?'],
    ['mood', 'keywords?', 'again', 'detail'],
    ['cta', 'close'],
  ],
  [['open', 'mood'], ['body', 'keyword?', 'again'], ['theme', 'keywords?'], ['for', 'close'], ['cta']],
  [['open', 'keyword?'], ['theme', 'mood'], ['list'], ['again', 'for', 'keywords?'], ['cta', 'close']],
  [['open', 'theme'], ['list'], ['keyword?', 'mood', 'again'], ['for', 'keywords?', 'cta'], ['close']],
  [['open', 'mood'], ['keyword?', 'body'], ['list'], ['theme', 'keywords?', 'again'], ['cta', 'close']],
];

/** An opening, a body, a call to action and a close, of about 1,000 characters. */
export function composeDescription(brief: Brief, composer: Composer): string {
  const others = brief.keywords.slice(1).filter((keyword) => !mentions(brief.topic.natural, keyword));
  const related = others.length > 0 ? others : (brief.context.video?.keywords.slice(0, 2) ?? []);
  const [first] = brief.keywords;
  const slots = {
    // A keyword that the topic names is there already.
    keyword: first !== undefined && !mentions(brief.topic.natural, first) ? first : undefined,
    keywords: related.length > 0 ? related.join(composer.phrase('and')) : undefined,
  };
  const tell = (move: string): string | undefined => {
    if (move === 'list') return listOf(composer);
    if (move === 'theme') return composer.find('desc-theme') ?? composer.say('desc-body', { slots });
    if (move === 'cta') return withPlace(composer.say('desc-cta', { slots }), brief, composer);
    const name = `desc-${move.replace('?', '')}`;
    return move.endsWith('?') ? composer.find(name, { slots }) : composer.say(name, { slots });
  };
  const plan = composer.pick(PLANS);
  const paragraphs = plan.map((moves) => moves.map(tell).filter((sentence) => sentence !== undefined));
  const label = composer.find('desc-label');
  if (label !== undefined) paragraphs[0]?.unshift(label);
  const whole = () => paragraphs.map((sentences) => sentences.join(' ')).join('\n\n');
  const open = paragraphs.slice(1, -1).filter((_, at) => !plan[at + 1]?.some((move) => ENDINGS.has(move)));
  for (let added = 0; whole().length < AIM; added++) {
    open[added % open.length]?.push(composer.find('desc-theme') ?? composer.say('desc-detail', { slots }));
  }
  return whole();
}

/** A heading and some points below it. */
const listOf = (composer: Composer): string =>
  [
    composer.say('desc-list-head'),
    ...[
      ...composer.list('desc-theme-list', 2, { fragment: true }),
      ...composer.list('desc-list', 2, { fragment: true }),
    ].map((point) => `• ${point}`),
  ].join('\n');
