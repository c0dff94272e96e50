import { json, type SandboxRequest, type SandboxResponse, type SandboxUpstream } from '../http.js';
import { findChannelById, findPlaylistById, findVideoById } from './by-id.js';
import { createPlaylists, createVideos, videosIn } from './channel.js';
import { selectFields } from './fields.js';
import { findChannelByName } from './phrase-channels.js';
import {
  formatChannel,
  formatChannelSections,
  formatPlaylist,
  formatPlaylistItem,
  formatSearchResult,
  formatVideo,
  pickParts,
} from './resources.js';
import { find, type SearchType, searchOrders } from './search.js';

const KEYS = ['sandbox-key-1', 'sandbox-key-2'];
/** The real service has a separate quota for searches: a hundredth of that of all other methods. */
const UNITS_PER_SEARCH = 100;

/** Error response of the Data API (developers.google.com/youtube/v3/docs/errors). */
class Refusal extends Error {
  constructor(
    readonly code: number,
    readonly reason: string,
    message: string,
    readonly domain = 'youtube.parameter',
  ) {
    super(message);
  }

  get response(): SandboxResponse {
    const { code, message, domain, reason } = this;
    return json(code, { error: { code, message, errors: [{ message, domain, reason }] } });
  }
}

/** Results of a list method: all items, and a function that formats one. Only those of a page are formatted. */
interface Listing {
  readonly count: number;
  write(index: number): object;
}
type Method = (request: SandboxRequest) => Listing;

const createListing = <T>(all: readonly T[], write: (one: T, index: number) => object): Listing => ({
  count: all.length,
  write(index) {
    const one = all[index];
    if (one === undefined) throw new RangeError(`nothing is listed at ${index}`);
    return write(one, index);
  },
});

const methods: Readonly<Record<string, Method>> = {
  channels: listChannels,
  channelSections: listChannelSections,
  playlistItems: listPlaylistItems,
  playlists: listPlaylists,
  videos: listVideos,
  search,
};

/** Imitates the list methods of the YouTube Data API, version 3 (developers.google.com/youtube/v3/docs). */
export const videoPlatform: SandboxUpstream = {
  name: 'video-platform',
  settings: { VIDEO_PLATFORM_URL: '{url}', VIDEO_PLATFORM_KEYS: KEYS.join(',') },
  respond(request) {
    try {
      return listPage(request);
    } catch (error) {
      if (error instanceof Refusal) return error.response;
      throw error;
    }
  },
};

function listPage(request: SandboxRequest): SandboxResponse {
  const { path, query } = request;
  const name = path.replace(/^youtube\/v3\//, '');
  const method = methods[name];
  if (!path.startsWith('youtube/v3/') || !method) return { status: 404, contentType: 'text/html', body: 'Not found' };
  charge(request, name);
  const parts = query.getAll('part').flatMap((part) => part.split(','));
  if (parts.length === 0) throw new Refusal(400, 'missingRequiredParameter', 'No filter selected: part');

  const all = method(request);
  const size = name === 'videos' ? all.count : readPageSize(query);
  const start = readPageStart(query);
  const end = Math.min(start + size, all.count);
  const next = end < all.count ? { nextPageToken: createPageToken(end) } : {};
  const body = {
    kind: `youtube#${name}ListResponse`,
    ...next,
    pageInfo: { totalResults: all.count, resultsPerPage: size },
    items: Array.from({ length: Math.max(0, end - start) }, (_, index) =>
      pickParts({ ...all.write(start + index) }, parts),
    ),
  };
  const fields = query.get('fields');
  return json(200, fields ? selectPart(body, fields) : body);
}

function charge({ query, spend }: SandboxRequest, method: string): void {
  const key = query.get('key') ?? '';
  if (!KEYS.includes(key)) {
    throw new Refusal(400, 'badRequest', 'API key not valid. Please pass a valid API key.', 'global');
  }
  const allowance = method === 'search' ? 'search' : 'other';
  if (!spend(`${key}/${allowance}`, method === 'search' ? UNITS_PER_SEARCH : 1)) {
    const message = 'The request cannot be completed because you have exceeded your quota.';
    throw new Refusal(403, 'quotaExceeded', message, 'youtube.quota');
  }
}

function selectPart(body: object, fields: string): unknown {
  try {
    return selectFields(body, fields);
  } catch {
    throw new Refusal(400, 'invalidParameter', `Invalid field selection ${fields}`, 'global');
  }
}

function readPageSize(query: URLSearchParams): number {
  const size = Number(query.get('maxResults') ?? 5);
  if (Number.isInteger(size) && size >= 0 && size <= 50) return size;
  throw new Refusal(400, 'invalidParameter', `Invalid value for maxResults: ${size}. Allowed are 0 to 50.`);
}

const createPageToken = (start: number): string => Buffer.from(`start:${start}`).toString('base64url');

function readPageStart(query: URLSearchParams): number {
  const token = query.get('pageToken');
  if (token === null) return 0;
  const start = /^start:(\d+)$/.exec(Buffer.from(token, 'base64url').toString())?.[1];
  if (start === undefined) throw new Refusal(400, 'invalidPageToken', 'The page token is not valid.');
  return Number(start);
}

const readIds = (query: URLSearchParams): string[] => query.getAll('id').flatMap((ids) => ids.split(','));

function requireOneFilter(...filters: (string | null)[]): void {
  if (filters.filter((filter) => filter !== null && filter !== '').length !== 1) {
    throw new Refusal(400, 'missingRequiredParameter', 'Exactly one filter must be selected.');
  }
}

function listChannels({ query, now }: SandboxRequest): Listing {
  const handle = query.get('forHandle');
  const username = query.get('forUsername');
  requireOneFilter(query.get('id'), handle, username);
  const name = handle ?? username;
  const found = name !== null ? [findChannelByName(name)] : readIds(query).map(findChannelById);
  return createListing(
    [...new Set(found)].filter((channel) => channel !== undefined),
    (channel) => formatChannel(channel, now),
  );
}

function findChannel(query: URLSearchParams) {
  const channel = findChannelById(query.get('channelId') ?? '');
  if (!channel) {
    throw new Refusal(
      404,
      'channelNotFound',
      'The channel specified in the request cannot be found.',
      'youtube.channel',
    );
  }
  return channel;
}

function listChannelSections({ query }: SandboxRequest): Listing {
  return createListing(formatChannelSections(findChannel(query)), (section) => section);
}

function listPlaylists({ query, now }: SandboxRequest): Listing {
  requireOneFilter(query.get('id'), query.get('channelId'));
  const ids = readIds(query);
  const found = ids.length > 0 ? ids.flatMap((id) => findPlaylistById(id) ?? []) : createPlaylists(findChannel(query));
  return createListing(
    found.filter(({ publishedAt }) => publishedAt <= now),
    (playlist) => formatPlaylist(playlist, now),
  );
}

function listPlaylistItems({ query, now }: SandboxRequest): Listing {
  const id = query.get('playlistId') ?? '';
  const channel = id.startsWith('UU') ? findChannelById(`UC${id.slice(2)}`) : undefined;
  const playlist = findPlaylistById(id);
  const videos = channel ? createVideos(channel, now).reverse() : playlist ? videosIn(playlist, now) : [];
  // The list of uploads of a channel without uploads does not exist.
  if (videos.length === 0) {
    const message = 'The playlist identified with the request cannot be found.';
    throw new Refusal(404, 'playlistNotFound', message, 'youtube.playlistItem');
  }
  return createListing(videos, (video, position) => formatPlaylistItem(video, id, position));
}

function listVideos({ query, now }: SandboxRequest): Listing {
  const ids = readIds(query);
  if (ids.length === 0) throw new Refusal(400, 'missingRequiredParameter', 'No filter selected.');
  if (ids.length > 50) throw new Refusal(400, 'invalidFilters', 'At most 50 ids.');
  if (query.has('maxResults')) throw new Refusal(400, 'incompatibleParameters', 'maxResults does not go with id.');
  const found = ids.flatMap((id) => findVideoById(id, now) ?? []);
  return createListing(found, (video) => formatVideo(video, now));
}

function search({ query, now }: SandboxRequest): Listing {
  const type = query.get('type') ?? 'video';
  if (!isSearchType(type)) throw new Refusal(400, 'invalidParameter', `Invalid type ${type}`);
  if (!searchOrders.includes(query.get('order') ?? 'relevance')) {
    throw new Refusal(400, 'invalidParameter', 'Invalid order');
  }
  return createListing(find(type, query, now), (found) => formatSearchResult(type, found));
}

const isSearchType = (type: string): type is SearchType => ['video', 'channel', 'playlist'].includes(type);
