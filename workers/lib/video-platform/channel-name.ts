import { decodePathPart } from './decode.js';

/** What a caller means by a channel, as far as its text says. */
export type ChannelName =
  | { readonly kind: 'id'; readonly id: string }
  /** Only a handle: it was written with an @. */
  | { readonly kind: 'handle'; readonly handle: string }
  /** The name of an old user page. */
  | { readonly kind: 'user'; readonly name: string }
  /** A vanity name, which may be a handle, a user's or a title. */
  | { readonly kind: 'name'; readonly name: string };

const CHANNEL_ID = /^UC[\w-]{22}$/;

/**
 * Reads a channel id, a handle, a vanity name, or the address of a channel's page (`…/channel/UC…`, `…/@handle`,
 * `…/c/name`, `…/user/name`, `…/name`, with or without a tab such as `/videos`).
 */
export function readChannelName(given: string): ChannelName {
  const path = pathOf(given.trim());
  if (path === undefined) return fromWord(given.trim());
  const [first = '', second = ''] = path;
  if (first === 'channel' && CHANNEL_ID.test(second)) return { kind: 'id', id: second };
  if (first === 'user') return { kind: 'user', name: second };
  return fromWord(first === 'c' ? second : first);
}

function fromWord(word: string): ChannelName {
  if (CHANNEL_ID.test(word)) return { kind: 'id', id: word };
  return word.startsWith('@') ? { kind: 'handle', handle: word.slice(1) } : { kind: 'name', name: word };
}

/** The parts of the path when the text is an address, else nothing. */
function pathOf(text: string): string[] | undefined {
  const isAddress = /^https?:\/\//i.test(text) || /^[\w-]+(\.[\w-]+)+\//.test(text);
  if (!isAddress) return undefined;
  const address = URL.canParse(text) ? text : `https://${text}`;
  if (!URL.canParse(address)) return undefined;
  return new URL(address).pathname.split('/').filter(Boolean).map(decodePathPart);
}
