import { type Composer, compose } from '../../../lib/writing/compose.js';
import { capitalise, type Slots } from '../../../lib/writing/line.js';
import { soberPack } from '../sober/pack.js';
import type { Brief } from './brief.js';
import { isKnown } from './fit.js';
import { isDone } from './genre.js';
import { glossOf } from './lexicon.js';
import { packs } from './packs.js';
import { topicSlots } from './slots.js';

/** Starts a text in the brief's language: facts and slots that every line may count on. */
export function composerFor(brief: Brief, seed: string): Composer {
  const usual = packs.of(brief.composed);
  const pack = brief.sensitivity === undefined ? usual : soberPack(usual);
  return compose(pack, {
    seed,
    facts: {
      mood: brief.mood ?? 'open',
      tone: brief.tone ?? 'open',
      shape: brief.topic.shape,
      genre: brief.genre,
      kind: isDone(brief.genre, brief.field) ? 'doing' : 'knowing',
      known: isKnown(brief.field) ? 'yes' : 'no',
      keyword: brief.keywords.length > 0,
    },
    slots: { ...topicSlots(brief, pack), ...definition(brief), keyword: brief.keywords[0] },
  });
}

/** How what a line begins with is parted from the rest: two colons do not stand in one sentence, nor one behind a question mark. */
export function parted(line: string, beginnings: readonly (string | undefined)[], colon: string): string {
  const start = beginnings.find((one) => one && line.startsWith(capitalise(one) + colon));
  if (!start || !(start.includes(colon.trim()) || start.endsWith('?'))) return line;
  const rest = line.slice(start.length + colon.length);
  return start.endsWith('?') ? `${capitalise(start)} ${capitalise(rest)}` : `${capitalise(start)} – ${rest}`;
}

/** What a dictionary says of an English topic. */
const definition = ({ topic, composed }: Brief): Slots =>
  composed === 'en' && topic.shape === 'thing' ? { gloss: glossOf(topic) } : {};

/** How many of a channel's keywords a sentence names. */
const NAMED = 2;

/** The text behind a sentence on the channel that it belongs to, when the caller has named one. */
export function withPlace(text: string, { topic, context: { channel } }: Brief, composer: Composer): string {
  if (!channel) return text;
  const others = channel.keywords.filter((keyword) => !mentions(topic.natural, keyword)).slice(0, NAMED);
  const slots = { channel: channel.name, related: others.length > 1 ? others.join(composer.phrase('and')) : undefined };
  return [composer.find('place', { slots }), text].filter(Boolean).join(' ');
}

/** Whether a text has the words in it, whatever their letter case. */
export const mentions = (text: string, words: string): boolean =>
  text.toLocaleLowerCase().includes(words.toLocaleLowerCase());
