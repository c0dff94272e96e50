import { youtube, type youtube_v3 } from '@googleapis/youtube';
import type { Static, TSchema } from 'typebox';
import { ApiError } from '../../../shared/contract/errors.js';
import { videoPlatform } from '../upstream/declarations.js';
import { jsonOf, ofShape } from '../upstream/read-answer.js';
import type { UpstreamContext } from '../upstream/upstreams.js';
import { type Allowance, isOverQuota, keysToTry, rest } from './keys.js';
import { channelPage, channelSectionPage, playlistItemPage, playlistPage, searchPage, videoPage } from './shapes.js';

/** The platform's own client library: it knows the paths and parameters of the methods. */
const client = youtube('v3');

const MINUTE_MS = 60_000;
export const lifetimes = {
  /** Which channel a name belongs to, and where its uploads are listed. */
  identity: 24 * 60 * MINUTE_MS,
  /** What a channel's owner edits now and then. */
  facts: 60 * MINUTE_MS,
  /** What changes while people watch. */
  figures: 10 * MINUTE_MS,
} as const;

/** Tells the library to leave sending and repeating to us. */
interface Options {
  readonly fetchImplementation: typeof fetch;
  readonly retry: false;
  readonly responseType: 'json';
}
type Send = (options: Options) => Promise<{ data: unknown }>;

/**
 * The list methods of the video platform's Data API, version 3 (developers.google.com/youtube/v3/docs). The client
 * library builds each request; sending it, with its deadline, retries, cache and keys, is the upstream tool's.
 */
export class DataApi {
  readonly #call: UpstreamContext;

  constructor(call: UpstreamContext) {
    this.#call = call;
  }

  channels(params: youtube_v3.Params$Resource$Channels$List, lifetimeMs: number) {
    return this.#list(channelPage, 'other', lifetimeMs, (options) => client.channels.list(params, options));
  }

  channelSections(params: youtube_v3.Params$Resource$Channelsections$List, lifetimeMs: number) {
    return this.#list(channelSectionPage, 'other', lifetimeMs, (options) =>
      client.channelSections.list(params, options),
    );
  }

  playlists(params: youtube_v3.Params$Resource$Playlists$List, lifetimeMs: number) {
    return this.#list(playlistPage, 'other', lifetimeMs, (options) => client.playlists.list(params, options));
  }

  playlistItems(params: youtube_v3.Params$Resource$Playlistitems$List, lifetimeMs: number) {
    return this.#list(playlistItemPage, 'other', lifetimeMs, (options) => client.playlistItems.list(params, options));
  }

  videos(params: youtube_v3.Params$Resource$Videos$List, lifetimeMs: number) {
    return this.#list(videoPage, 'other', lifetimeMs, (options) => client.videos.list(params, options));
  }

  search(params: youtube_v3.Params$Resource$Search$List, lifetimeMs: number) {
    return this.#list(searchPage, 'search', lifetimeMs, (options) => client.search.list(params, options));
  }

  async #list<S extends TSchema>(shape: S, allowance: Allowance, lifetimeMs: number, send: Send): Promise<Static<S>> {
    const fetchImplementation: typeof fetch = async (address) =>
      Response.json(await this.#ask(new URL(String(address)), shape, allowance, lifetimeMs));
    try {
      const { data } = await send({ fetchImplementation, retry: false, responseType: 'json' });
      return ofShape(shape, data);
    } catch (error) {
      // The library wraps what its transport throws.
      throw error instanceof Error && error.cause instanceof ApiError ? error.cause : error;
    }
  }

  async #ask<S extends TSchema>(address: URL, shape: S, allowance: Allowance, lifetimeMs: number): Promise<Static<S>> {
    const question = {
      path: address.pathname.slice(1),
      query: Object.fromEntries(
        [...address.searchParams.keys()].map((name) => [name, address.searchParams.getAll(name)]),
      ),
      read: jsonOf(shape),
      lifetimeMs: (page: unknown) => (isEmpty(page) ? Math.min(lifetimeMs, lifetimes.figures) : lifetimeMs),
    };
    let refusal: unknown;
    for (const key of await keysToTry(this.#call, allowance)) {
      try {
        return (await this.#call.upstreams.of(videoPlatform).ask(this.#call, { ...question, secrets: { key } })).value;
      } catch (error) {
        if (!isOverQuota(error)) throw error;
        await rest(this.#call, key, allowance, error);
        refusal = error;
      }
    }
    throw refusal;
  }
}

/** What does not exist today may exist tomorrow, so that is not cached for as long. */
const isEmpty = (page: unknown): boolean =>
  !(typeof page === 'object' && page !== null && 'items' in page && Array.isArray(page.items) && page.items.length > 0);
