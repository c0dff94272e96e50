import { decodeHTMLStrict } from 'entities';
import { errors } from '../../../shared/contract/errors.js';
import { redisKey } from '../../../shared/process/redis-keys.js';
import { cacheBound, readCache, writeCache } from '../upstream/cache.js';
import type { UpstreamContext } from '../upstream/upstreams.js';
import { DataApi, lifetimes, unlessAbsent } from './data-api.js';
import { type ChannelItem, decodePathPart } from './resources.js';

/** Parts of the channel resource to fetch, and the fields that are needed of them. */
interface Wanted {
  readonly part: readonly string[];
  /** In the notation of partial responses, e.g. `snippet(title)`. */
  readonly fields: string;
  readonly lifetimeMs: number;
}

const IDENTITY: Wanted = { part: ['id'], fields: '', lifetimeMs: lifetimes.identity };
/** Number of search results that are compared with the name of a channel. */
const COMPARED = 5;

/**
 * Reads a channel by whatever a caller calls it: one request when the text is an id or a handle, as a rule.
 *
 * @throws ApiError 404 when it names no channel
 */
export async function channelBy(call: UpstreamContext, given: string, wanted: Wanted): Promise<ChannelItem> {
  const found = await findChannel(call, readChannelName(given), wanted);
  if (!found) throw errors.channelUnresolved();
  return found;
}

/** The same, with nothing when the name names no channel. */
export async function findChannel(
  call: UpstreamContext,
  name: ChannelName,
  wanted: Wanted,
): Promise<ChannelItem | undefined> {
  if (isBlank(name)) return undefined;
  return name.kind === 'id' ? byId(call, name.id, wanted) : byName(call, name, wanted);
}

/**
 * The id of a channel by whatever a caller calls it; an id costs no request.
 *
 * @throws ApiError 404 when it names no channel
 */
export async function channelIdBy(call: UpstreamContext, given: string): Promise<string> {
  const name = readChannelName(given);
  return name.kind === 'id' ? name.id : (await channelBy(call, given, IDENTITY)).id;
}

/** The same for a name that is looked for: when no channel is called so, the one that a search finds first. */
export async function channelIdLike(call: UpstreamContext, query: string): Promise<string | undefined> {
  const name = readChannelName(query);
  const found = await findChannel(call, name, IDENTITY);
  if (found || name.kind !== 'name' || isBlank(name)) return found?.id;
  return (await searchFor(call, name.name))[0]?.id;
}

async function byName(call: UpstreamContext, name: Exclude<ChannelName, { kind: 'id' }>, wanted: Wanted) {
  const realm = call.config.VIDEO_PLATFORM_URL ?? '';
  const key = redisKey('video-platform', 'channel-id', realm, JSON.stringify(name).toLowerCase());
  const known = await readCache<string>(call, key);
  if (known) return byId(call, known.value, wanted);
  const found = await lookUp(call, name, wanted);
  if (found) await writeCache(call, key, lifetimes.identity, found.id, cacheBound('channel-id', call.config));
  return found;
}

async function lookUp(call: UpstreamContext, name: Exclude<ChannelName, { kind: 'id' }>, wanted: Wanted) {
  switch (name.kind) {
    case 'handle':
      return first(call, { forHandle: name.handle }, wanted);
    case 'user':
      return first(call, { forUsername: name.name }, wanted);
    case 'name':
      return (
        (couldBeHandle(name.name) && (await first(call, { forHandle: name.name }, wanted))) ||
        (couldBeHandle(name.name) && (await first(call, { forUsername: name.name }, wanted))) ||
        byTitle(call, name.name, wanted)
      );
  }
}

/** Handles and user names have no spaces; what has costs no request for them. */
const couldBeHandle = (name: string): boolean => /^[\p{L}\p{N}._·-]{2,30}$/u.test(name);

async function byTitle(call: UpstreamContext, title: string, wanted: Wanted): Promise<ChannelItem | undefined> {
  const called = (await searchFor(call, title)).find((channel) => fold(channel.title) === fold(title));
  return called && byId(call, called.id, wanted);
}

async function searchFor(call: UpstreamContext, q: string): Promise<{ id: string; title: string }[]> {
  const { items = [] } = await new DataApi(call).search(
    { part: ['snippet'], type: ['channel'], q, maxResults: COMPARED, fields: 'items(id/channelId,snippet/title)' },
    lifetimes.identity,
  );
  return items.flatMap(({ id: { channelId }, snippet }) =>
    channelId ? [{ id: channelId, title: decodeHTMLStrict(snippet?.title ?? '') }] : [],
  );
}

const byId = (call: UpstreamContext, id: string, wanted: Wanted) => first(call, { id: [id] }, wanted);

async function first(
  call: UpstreamContext,
  which: { id: string[] } | { forHandle: string } | { forUsername: string },
  { part, fields, lifetimeMs }: Wanted,
): Promise<ChannelItem | undefined> {
  const needed = ['id', fields].filter(Boolean).join(',');
  const params = { ...which, part: [...part], maxResults: 1, fields: `items(${needed})` };
  const answer = await unlessAbsent(new DataApi(call).channels(params, lifetimeMs));
  return answer?.items?.[0];
}

const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\p{M}\s]/gu, '')
    .toLowerCase();

/** A reference to a channel, as parsed from the text of the request. */
export type ChannelName =
  | { readonly kind: 'id'; readonly id: string }
  /** Only a handle: it was written with an @. */
  | { readonly kind: 'handle'; readonly handle: string }
  /** The name of an old user page. */
  | { readonly kind: 'user'; readonly name: string }
  /** A vanity name, which may be a handle, a user's or a title. */
  | { readonly kind: 'name'; readonly name: string };

/** True if a reference is empty, such as `@` or a URL without a path, which upstreams refuse. */
const isBlank = (name: ChannelName): boolean => {
  const word = name.kind === 'id' ? name.id : name.kind === 'handle' ? name.handle : name.name;
  return /^[@\s]*$/.test(word);
};

const CHANNEL_ID = /^UC[\w-]{22}$/;

/**
 * Reads a channel id, a handle, a vanity name, or the address of a channel's page (`…/channel/UC…`, `…/@handle`,
 * `…/c/name`, `…/user/name`, `…/name`, with or without a tab such as `/videos`).
 */
export function readChannelName(given: string): ChannelName {
  const path = parsePath(given.trim());
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
function parsePath(text: string): string[] | undefined {
  const isAddress = /^https?:\/\//i.test(text) || /^[\w-]+(\.[\w-]+)+\//.test(text);
  if (!isAddress) return undefined;
  const address = URL.canParse(text) ? text : `https://${text}`;
  if (!URL.canParse(address)) return undefined;
  return new URL(address).pathname.split('/').filter(Boolean).map(decodePathPart);
}
