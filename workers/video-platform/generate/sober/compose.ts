import type { Static, TObject } from 'typebox';
import { Parse } from 'typebox/value';
import { cutAtSentence } from '../../../lib/text/plain-text.js';
import { needsHelp, note as noteOn } from '../../../lib/topics/notes.js';
import type { Composer } from '../../../lib/writing/compose.js';
import { capitalise } from '../../../lib/writing/line.js';
import type { Brief } from '../writing/brief.js';
import { mentions, withPlace } from '../writing/composer.js';
import type { Given } from '../writing/generator.js';
import { LIMITS } from '../writing/guarantees.js';
import { layOut } from '../writing/script.js';
import { tagIdeas } from '../writing/tag-ideas.js';

type Write = (given: Given<unknown>) => string | string[];

/** The texts of which a sensitive topic has its own forms, by the name of their field. */
const WRITERS: Readonly<Record<string, Write>> = {
  title: ({ brief, composer }) => titleOf(brief, composer),
  description: (given) => descriptionOf(given),
  tags: ({ brief, composer }) => tagIdeas(brief, composer),
  comment: ({ composer }) => composer.list('comment', 2).join(' '),
  channelDescription: ({ brief, composer }) => ending(brief, channelOf(composer), LIMITS.channelDescription),
  script: (given) => scriptOf(given),
  post: (given) => postOf(given),
};

/**
 * Drafts a text on a topic that does not bear every tone.
 *
 * @param usual drafts the fields that have no form of their own, from the words of the sober pack
 */
export function composeSoberly<Asked, Draft extends TObject>(
  draft: Draft,
  given: Given<Asked>,
  usual: (given: Given<Asked>) => Static<Draft>,
): Static<Draft> {
  const fields = Object.keys(draft.properties);
  if (!fields.every((field) => field in WRITERS)) return usual(given);
  return Parse(draft, Object.fromEntries(fields.map((field) => [field, WRITERS[field]?.(given)])));
}

/** The room of texts that say where to find help; the others are too short for it. */
const ROOM: Readonly<Record<string, number>> = {
  description: LIMITS.description.most - 100,
  channelDescription: LIMITS.channelDescription,
  script: LIMITS.script.most,
};

/** A model's draft with where to find help at its end, where the topic asks for that and the text has room. */
export function withHelp<Draft extends TObject>(
  schema: Draft,
  draft: Static<Draft>,
  { brief, input }: Given<unknown>,
): Static<Draft> {
  // What is said in a language without a pack, only the model can say.
  if (!needsHelp(brief.sensitivity) || brief.language !== brief.composed) return draft;
  const room: Readonly<Record<string, number>> = { ...ROOM, post: isShort(input) ? 0 : POST };
  const ended = Object.entries(draft).map(([field, text]): [string, unknown] => {
    const most = room[field] ?? 0;
    return [field, most > 0 && typeof text === 'string' ? ending(brief, text, most) : text];
  });
  return Parse(schema, Object.fromEntries(ended));
}

const POST = LIMITS.post.VIDEO_PLATFORM - 150;

/** The text, cut where it must be, and where to find help. */
function ending({ sensitivity, composed }: Brief, text: string, most: number): string {
  if (!needsHelp(sensitivity)) return text;
  const note = noteOn('help', composed);
  return `${cutAtSentence(text, most - note.length - 2, 0)}\n\n${note}`;
}

const keywordsOf = ({ keywords }: Brief, composer: Composer): string | undefined =>
  keywords.length > 0
    ? composer.find('keywords', { slots: { keywords: keywords.join(composer.phrase('and')) } })
    : undefined;

function titleOf({ keywords }: Brief, composer: Composer): string {
  const [first] = keywords;
  const room = LIMITS.title - (first === undefined ? 0 : first.length + 3);
  const title = composer.find('title', { max: room }) ?? composer.say('title');
  return first === undefined || mentions(title, first) ? title : `${title} | ${capitalise(first)}`;
}

const OPENING = 5;

function descriptionOf({ brief, composer }: Given<unknown>): string {
  const paragraphs = [
    [composer.say('open'), ...composer.list('body', OPENING)],
    [keywordsOf(brief, composer), ...composer.list('body', 3), withPlace('', brief, composer), composer.say('close')],
  ].map((lines) => lines.filter(Boolean).join(' ').trim());
  const second = paragraphs[1] ?? '';
  for (let text = paragraphs.join('\n\n'); text.length < 760; text = paragraphs.join('\n\n')) {
    paragraphs[1] = `${composer.say('body')} ${paragraphs[1] ?? second}`;
  }
  return ending(brief, paragraphs.join('\n\n'), ROOM.description ?? 0);
}

const channelOf = (composer: Composer): string =>
  [composer.say('channel'), composer.find('body', { max: 110 }), composer.say('channel-end')].filter(Boolean).join(' ');

const isShort = (input: unknown): boolean =>
  typeof input === 'object' && input !== null && 'network' in input && input.network === 'MICROBLOG';

function postOf({ brief, composer, input }: Given<unknown>): string {
  if (isShort(input)) return composer.find('open', { max: 200 }) ?? composer.say('body');
  const text = `${composer.say('open')} ${composer.list('body', 3).join(' ')}\n\n${withPlace(composer.say('close'), brief, composer)}`;
  return ending(brief, text, POST);
}

const BEATS = 5;
const LINES = 4;
const HOOKS = 3;

/** In words that hold whether the narrator is somebody or not. */
function scriptOf({ brief, composer }: Given<unknown>): string {
  const colon = composer.phrase('colon');
  const beats = composer.list('heading', BEATS).map((heading) => ({
    heading,
    lines: [
      `${composer.phrase('script show')}${colon}${composer.say('visual')}`,
      `${composer.phrase('script say')}${colon}${composer.list('body', LINES).join(' ')}`,
    ],
  }));
  const hook = composer.list('open', HOOKS);
  const end = withPlace(composer.say('close'), brief, composer);
  const script = layOut({ minutes: brief.topic.minutes, hook, beats, end }, composer);
  return ending(brief, script, LIMITS.script.most);
}
