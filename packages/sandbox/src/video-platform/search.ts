import { chance } from '../world.js';
import { findChannelById } from './by-id.js';
import { channels as catalogue } from './catalogue.js';
import {
  countChannelViews,
  countViews,
  createPlaylists,
  createVideos,
  type SandboxChannel,
  type SandboxPlaylist,
  type SandboxVideo,
  videosIn,
} from './channel.js';
import { findChannelByName, listChannelsAbout } from './phrase-channels.js';

export type SearchType = 'video' | 'channel' | 'playlist';

/** Searchable properties of any kind of resource. */
export interface Findable {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly publishedAt: Date;
  readonly channel: SandboxChannel;
}

/** Resources of one kind: those that a channel has at a time, and the figures by which they are ordered. */
interface Kind<T extends Findable> {
  of(channel: SandboxChannel, now: Date): readonly T[];
  /** True if results lead back to their channel. */
  isFoundOf(channel: SandboxChannel): boolean;
  views(one: T, now: Date): number;
  videos(one: T, now: Date): number;
  seconds(one: T): number;
}

type FindableChannel = SandboxChannel & Findable;

const videoKind: Kind<SandboxVideo> = {
  of: createVideos,
  isFoundOf: ({ isInVideoIds }) => isInVideoIds,
  views: countViews,
  videos: () => 0,
  seconds: ({ seconds }) => seconds,
};
const playlistKind: Kind<SandboxPlaylist> = {
  of: (channel, now) => createPlaylists(channel).filter(({ publishedAt }) => publishedAt <= now),
  isFoundOf: () => true,
  views: () => 0,
  videos: (playlist, now) => videosIn(playlist, now).length,
  seconds: () => 0,
};
const channelKind: Kind<FindableChannel> = {
  of: (channel) => [{ ...channel, publishedAt: channel.createdAt, channel }],
  isFoundOf: () => true,
  views: ({ channel }, now) => countChannelViews(channel, now),
  videos: ({ channel }, now) => createVideos(channel, now).length,
  seconds: () => 0,
};

const LENGTHS: Readonly<Record<string, (seconds: number) => boolean>> = {
  short: (seconds) => seconds < 240,
  medium: (seconds) => seconds >= 240 && seconds <= 1_200,
  long: (seconds) => seconds > 1_200,
};

const fold = (text: string): string => text.toLowerCase().normalize('NFKD').replace(/\p{M}/gu, '');

const foldedWords = new WeakMap<Findable, { title: string; rest: string }>();

/** Returns the folded words of a resource. They are cached, as every search compares thousands. */
function listWords(one: Findable): { title: string; rest: string } {
  let words = foldedWords.get(one);
  if (!words) {
    words = { title: fold(one.title), rest: fold(`${one.description} ${one.channel.title}`) };
    foldedWords.set(one, words);
  }
  return words;
}

/** Computes the relevance for words: every word must occur, and counts more in the title. */
function rateRelevance(one: Findable, words: readonly string[]): number {
  const { title, rest } = listWords(one);
  let score = 1;
  for (const word of words) {
    if (title.includes(word)) score += 10;
    else if (rest.includes(word)) score += 1;
    else return 0;
  }
  return score;
}

export const searchOrders = ['relevance', 'date', 'title', 'viewCount', 'videoCount', 'rating'];

/** Returns the function of the sort key of results, largest first; undefined for other orders. */
function rankBy<T extends Findable>(order: string, kind: Kind<T>, now: Date): ((one: T) => number) | undefined {
  switch (order) {
    case 'date':
      return ({ publishedAt }) => publishedAt.getTime();
    case 'viewCount':
      return (one) => kind.views(one, now);
    case 'videoCount':
      return (one) => kind.videos(one, now);
    case 'rating':
      return ({ id }) => chance(`rating ${id}`);
    default:
      return undefined;
  }
}

/** Searches, and returns the best results first. Filters are the parameters of the API's search method. */
export function find(type: SearchType, query: URLSearchParams, now: Date): Findable[] {
  if (type === 'video') return findKind(videoKind, query, now);
  return type === 'channel' ? findKind(channelKind, query, now) : findKind(playlistKind, query, now);
}

function findKind<T extends Findable>(kind: Kind<T>, query: URLSearchParams, now: Date): T[] {
  const after = new Date(query.get('publishedAfter') ?? 0);
  const before = new Date(query.get('publishedBefore') ?? 8.64e15);
  const isOfLength = LENGTHS[query.get('videoDuration') ?? 'any'] ?? (() => true);
  const order = query.get('order') ?? 'relevance';
  const rank = rankBy(order, kind, now);
  const found = listMatches(kind, query, now)
    .filter(({ one: { publishedAt } }) => publishedAt >= after && publishedAt < before)
    .filter(({ one }) => isOfLength(kind.seconds(one)))
    .map(({ one, score }) => ({ one, rank: rank ? rank(one) : score }));
  if (order === 'title') {
    const titles = found.map(({ one }) => ({ one, title: one.title }));
    return titles.sort((a, b) => byTitle.compare(a.title, b.title)).map(({ one }) => one);
  }
  return found.sort((a, b) => b.rank - a.rank || (a.one.id < b.one.id ? -1 : 1)).map(({ one }) => one);
}

const byTitle = new Intl.Collator('en');

/** A found resource, and how well it matches the words. */
interface Match<T> {
  readonly one: T;
  readonly score: number;
}

/** Lists the resources of one channel or the catalogue that contain the words, then generated ones about them. */
function listMatches<T extends Findable>(kind: Kind<T>, query: URLSearchParams, now: Date): Match<T>[] {
  const q = query.get('q') ?? '';
  const words = fold(q).split(/\s+/).filter(Boolean);
  const channelId = query.get('channelId');
  const listed = channelId ? [findChannelById(channelId)].filter((channel) => channel !== undefined) : catalogue;
  const withWords = listed
    .flatMap((channel) => kind.of(channel, now))
    .map((one) => ({ one, score: rateRelevance(one, words) }))
    .filter(({ score }) => score > 0);
  if (channelId) return withWords;
  const listedIds = new Set(catalogue.map(({ id }) => id));
  const about = listChannelsAbout(q).filter((channel) => !listedIds.has(channel.id) && kind.isFoundOf(channel));
  const namesake = findChannelByName(q);
  // Generated results vary in relevance; a channel of that name is best.
  const rate = (one: Findable) =>
    one.id === namesake?.id
      ? Number.POSITIVE_INFINITY
      : 5 + 10 * chance(`${q} ${one.channel.title} ${one.publishedAt.getTime()}`);
  const generated = about.flatMap((channel) => kind.of(channel, now)).map((one) => ({ one, score: rate(one) }));
  return [...withWords, ...generated];
}
