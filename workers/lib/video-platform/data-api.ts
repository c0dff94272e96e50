import { createHash } from 'node:crypto';
import { DateTime } from 'luxon';
import type { Static, TSchema } from 'typebox';
import { redisKey } from '../../../shared/process/redis-keys.js';
import { isCacheUnavailable } from '../upstream/cache.js';
import { videoPlatform } from '../upstream/declarations.js';
import { UpstreamFailure } from '../upstream/failure.js';
import type { HttpRequest } from '../upstream/http.js';
import { jsonReader } from '../upstream/read-response.js';
import type { UpstreamContext } from '../upstream/upstreams.js';
import { channelPage, channelSectionPage, playlistItemPage, playlistPage, searchPage, videoPage } from './resources.js';

const MINUTE_MS = 60_000;
export const lifetimes = {
  /** Which channel a name belongs to, and where its uploads are listed. */
  identity: 24 * 60 * MINUTE_MS,
  /** Cache time of data that a channel's owner edits. */
  facts: 60 * MINUTE_MS,
  /** Cache time of counts, which change while people watch. */
  figures: 10 * MINUTE_MS,
} as const;

/** Parameters of every list method; `fields` in the notation of partial responses, e.g. `items(id,snippet/title)`. */
type Listed = {
  readonly part: readonly string[];
  readonly fields: string;
  readonly maxResults?: number;
  readonly pageToken?: string;
};
type ByIds = { readonly id: readonly string[] };
type OfChannel = { readonly channelId: string };

/** Search parameters beside `part`, `type` and the number of results. */
export type SearchParams = {
  readonly q?: string;
  readonly channelId?: string;
  readonly order?: string;
  readonly publishedAfter?: string;
  readonly publishedBefore?: string;
  readonly videoDuration?: string;
};

/**
 * The list methods of the video platform's Data API, version 3 (developers.google.com/youtube/v3/docs), as far as they
 * are used here. Sending a request, with its deadline, retries and cache, is the upstream tool's.
 */
export class DataApi {
  readonly #call: UpstreamContext;

  constructor(call: UpstreamContext) {
    this.#call = call;
  }

  channels(params: Listed & (ByIds | { forHandle: string } | { forUsername: string }), lifetimeMs: number) {
    return this.#list('channels', channelPage, params, lifetimeMs);
  }

  channelSections(params: Listed & OfChannel, lifetimeMs: number) {
    return this.#list('channelSections', channelSectionPage, params, lifetimeMs);
  }

  playlists(params: Listed & (ByIds | OfChannel), lifetimeMs: number) {
    return this.#list('playlists', playlistPage, params, lifetimeMs);
  }

  playlistItems(params: Listed & { playlistId: string }, lifetimeMs: number) {
    return this.#list('playlistItems', playlistItemPage, params, lifetimeMs);
  }

  videos(params: Listed & ByIds, lifetimeMs: number) {
    return this.#list('videos', videoPage, params, lifetimeMs);
  }

  search(params: Listed & SearchParams & { type: readonly string[] }, lifetimeMs: number) {
    return this.#list('search', searchPage, params, lifetimeMs);
  }

  async #list<S extends TSchema>(
    method: string,
    page: S,
    params: NonNullable<HttpRequest['query']>,
    lifetimeMs: number,
  ): Promise<Static<S>> {
    const question = {
      path: `youtube/v3/${method}`,
      query: params,
      read: jsonReader(page),
      lifetimeMs: (answer: unknown) => (isEmpty(answer) ? Math.min(lifetimeMs, lifetimes.figures) : lifetimeMs),
    };
    const allowance = method === 'search' ? 'search' : 'other';
    let refusal: unknown;
    for (const key of await keysToTry(this.#call, allowance)) {
      try {
        return (await this.#call.upstreams.get(videoPlatform).fetch(this.#call, { ...question, secrets: { key } }))
          .value;
      } catch (error) {
        if (!isOverQuota(error)) throw error;
        await rest(this.#call, key, allowance, error);
        refusal = error;
      }
    }
    throw refusal;
  }
}

/** Cache time of missing resources. Shorter than that of others, since they may be created soon. */
const isEmpty = (page: unknown): boolean =>
  !(typeof page === 'object' && page !== null && 'items' in page && Array.isArray(page.items) && page.items.length > 0);

/** Reasons of a 403 that say that something is not to be seen, rather than that the key may not ask. */
const HIDDEN =
  /"reason":\s*"(channelClosed|channelSuspended|channelForbidden|playlistForbidden|playlistItemsNotAccessible)"/;

/** True if a failure means that the resource does not exist or is private. */
function isAbsent(error: unknown): boolean {
  if (!(error instanceof UpstreamFailure) || error.reason !== 'status') return false;
  return error.upstreamStatus === 404 || (error.upstreamStatus === 403 && HIDDEN.test(error.upstreamBody ?? ''));
}

/** The answer, or nothing when what was asked for is absent. */
export async function unlessAbsent<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (isAbsent(error)) return undefined;
    throw error;
  }
}

/** Searches have a daily allowance of their own, everything else shares another. */
type Allowance = 'search' | 'other';

/** Cool-down of an API key that exceeded the rate limit but has quota left, in ms. */
const TOO_FAST_REST_MS = 60_000;

const readReason = (failure: UpstreamFailure): string =>
  /"reason":\s*"(\w+)"/.exec(failure.upstreamBody ?? '')?.[1] ?? '';

/** True if a key was refused for its rate or quota, so that another key may succeed. */
const isOverQuota = (error: unknown): error is UpstreamFailure =>
  error instanceof UpstreamFailure &&
  error.reason === 'status' &&
  (error.upstreamStatus === 429 ||
    /^(quotaExceeded|dailyLimitExceeded|rateLimitExceeded|userRateLimitExceeded)$/.test(readReason(error)));

/**
 * The configured keys in the order in which they should be tried: those known to be exhausted are left out, but one
 * is always tried, so that a raised quota is noticed.
 */
async function keysToTry(call: UpstreamContext, allowance: Allowance): Promise<string[]> {
  const keys = (call.config.VIDEO_PLATFORM_KEYS ?? '').split(',').map((key) => key.trim());
  if (keys.length === 1 || isCacheUnavailable(call)) return keys;
  const rests = await call.redis.mget(keys.map((key) => nameCoolDown(key, allowance)));
  const rested = keys.filter((_, index) => rests[index] === null);
  return rested.length > 0 ? rested : keys.slice(0, 1);
}

/** Notes that a key is exhausted: until the quota's next day, or for a minute when it only asked too fast. */
async function rest(call: UpstreamContext, key: string, allowance: Allowance, refusal: UpstreamFailure): Promise<void> {
  const isTooFast = refusal.upstreamStatus === 429 || /[rR]ateLimit/.test(readReason(refusal));
  const now = call.clock.now();
  const ms = isTooFast ? TOO_FAST_REST_MS : nextQuotaDay(now).getTime() - now.getTime();
  call.log.warn({ upstream: 'video-platform', key: hashKey(key), allowance, ms }, 'a key is over its quota');
  if (!isCacheUnavailable(call)) await call.redis.set(nameCoolDown(key, allowance), 1, 'PX', Math.max(1, ms));
}

/** Quotas begin anew at midnight Pacific Time. */
const nextQuotaDay = (now: Date): Date =>
  DateTime.fromJSDate(now).setZone('America/Los_Angeles').plus({ days: 1 }).startOf('day').toJSDate();

const hashKey = (key: string): string => createHash('sha256').update(key).digest('hex').slice(0, 12);
const nameCoolDown = (key: string, allowance: Allowance): string =>
  redisKey('video-platform', 'rest', allowance, hashKey(key));
