import type { Composer } from '../../../lib/writing/compose.js';
import type { Brief } from './brief.js';
import { mentions } from './mentions.js';

/** How many of a channel's keywords a sentence names. */
const NAMED = 2;

/** The text behind a sentence on the channel that it belongs to, when the caller has named one. */
export function withPlace(text: string, { topic, context: { channel } }: Brief, composer: Composer): string {
  if (!channel) return text;
  const others = channel.keywords.filter((keyword) => !mentions(topic.natural, keyword)).slice(0, NAMED);
  const slots = { channel: channel.name, related: others.length > 1 ? others.join(composer.phrase('and')) : undefined };
  return [composer.find('place', { slots }), text].filter(Boolean).join(' ');
}
