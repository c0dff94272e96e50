import { chance } from '../world.js';
import { channelWithId } from './by-id.js';
import { channels as catalogue } from './catalogue.js';
import {
  channelViews,
  countViews,
  createPlaylists,
  createVideos,
  type SandboxChannel,
  type SandboxPlaylist,
  type SandboxVideo,
  videosIn,
} from './channel.js';
import { channelCalled, channelsAbout } from './phrase-channels.js';

export type SearchType = 'video' | 'channel' | 'playlist';

/** Searchable properties of any kind of resource. */
export interface Findable {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly publishedAt: Date;
  readonly channel: SandboxChannel;
}

/** The things of one kind that a channel has at a time, and the figures by which they can be ordered. */
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
  views: ({ channel }, now) => channelViews(channel, now),
  videos: ({ channel }, now) => createVideos(channel, now).length,
  seconds: () => 0,
};

const LENGTHS: Readonly<Record<string, (seconds: number) => boolean>> = {
  short: (seconds) => seconds < 240,
  medium: (seconds) => seconds >= 240 && seconds <= 1_200,
  long: (seconds) => seconds > 1_200,
};

const fold = (text: string): string => text.toLowerCase().normalize('NFKD').replace(/\p{M}/gu, '');

const folded = new WeakMap<Findable, { title: string; rest: string }>();

/** The words of a thing, folded once: the catalogue has thousands, and every search looks at all. */
function listWords(one: Findable): { title: string; rest: string } {
  let words = folded.get(one);
  if (!words) {
    words = { title: fold(one.title), rest: fold(`${one.description} ${one.channel.title}`) };
    folded.set(one, words);
  }
  return words;
}

/** Relevance for the words: every word must occur, and counts more in the title. */
function relevance(one: Findable, words: readonly string[]): number {
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

/** Sort keys of results, largest first. */
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

/** Results of a search, best first. Filters are the search method's own parameters. */
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
  const found = matches(kind, query, now)
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

/** A thing that was found, and how well it fits the words. */
interface Match<T> {
  readonly one: T;
  readonly score: number;
}

/** Resources with the words, of one channel or of the catalogue; then generated ones about them. */
function matches<T extends Findable>(kind: Kind<T>, query: URLSearchParams, now: Date): Match<T>[] {
  const q = query.get('q') ?? '';
  const words = fold(q).split(/\s+/).filter(Boolean);
  const channelId = query.get('channelId');
  const listed = channelId ? [channelWithId(channelId)].filter((channel) => channel !== undefined) : catalogue;
  const withWords = listed
    .flatMap((channel) => kind.of(channel, now))
    .map((one) => ({ one, score: relevance(one, words) }))
    .filter(({ score }) => score > 0);
  if (channelId) return withWords;
  const listedIds = new Set(catalogue.map(({ id }) => id));
  const about = channelsAbout(q).filter((channel) => !listedIds.has(channel.id) && kind.isFoundOf(channel));
  const namesake = channelCalled(q);
  // Generated results vary in relevance; those named so are best.
  const suits = (one: Findable) =>
    one.id === namesake?.id
      ? Number.POSITIVE_INFINITY
      : 5 + 10 * chance(`${q} ${one.channel.title} ${one.publishedAt.getTime()}`);
  const made = about.flatMap((channel) => kind.of(channel, now)).map((one) => ({ one, score: suits(one) }));
  return [...withWords, ...made];
}
