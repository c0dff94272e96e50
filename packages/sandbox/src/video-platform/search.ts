import { chance } from '../world.js';
import {
  allVideos,
  channels,
  playlists,
  type SandboxChannel,
  type SandboxPlaylist,
  type SandboxVideo,
  videosIn,
  videosOf,
  viewsOf,
} from './catalogue.js';

export type SearchType = 'video' | 'channel' | 'playlist';

/** What searches look at, of whatever kind. */
export interface Findable {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly publishedAt: Date;
  readonly channel: SandboxChannel;
}

/** The things of one kind that there are at a time, and the figures by which they can be ordered. */
interface Kind<T extends Findable> {
  all(now: Date): readonly T[];
  views(one: T, now: Date): number;
  videos(one: T, now: Date): number;
  seconds(one: T): number;
}

const asFindable = channels.map((channel) => ({ ...channel, publishedAt: channel.createdAt, channel }));

const videoKind: Kind<SandboxVideo> = {
  all: allVideos,
  views: viewsOf,
  videos: () => 0,
  seconds: ({ seconds }) => seconds,
};
const playlistKind: Kind<SandboxPlaylist> = {
  all: (now) => playlists.filter(({ publishedAt }) => publishedAt <= now),
  views: () => 0,
  videos: (playlist, now) => videosIn(playlist, now).length,
  seconds: () => 0,
};
const channelKind: Kind<(typeof asFindable)[number]> = {
  all: () => asFindable,
  views: ({ size }) => size,
  videos: ({ channel }, now) => videosOf(channel, now).length,
  seconds: () => 0,
};

const LENGTHS: Readonly<Record<string, (seconds: number) => boolean>> = {
  short: (seconds) => seconds < 240,
  medium: (seconds) => seconds >= 240 && seconds <= 1_200,
  long: (seconds) => seconds > 1_200,
};

const fold = (text: string): string => text.toLowerCase().normalize('NFKD').replace(/\p{M}/gu, '');

const folded = new WeakMap<Findable, { title: string; rest: string }>();

/** The words of a thing, folded once: there are thousands, and every search looks at all. */
function wordsOf(one: Findable): { title: string; rest: string } {
  let words = folded.get(one);
  if (!words) {
    words = { title: fold(one.title), rest: fold(`${one.description} ${one.channel.title}`) };
    folded.set(one, words);
  }
  return words;
}

/** How well something fits the words: every word must occur, in the title it counts more. */
function relevance(one: Findable, words: readonly string[]): number {
  const { title, rest } = wordsOf(one);
  let score = 1;
  for (const word of words) {
    if (title.includes(word)) score += 10;
    else if (rest.includes(word)) score += 1;
    else return 0;
  }
  return score;
}

export const searchOrders = ['relevance', 'date', 'title', 'viewCount', 'videoCount', 'rating'];

/** What results are sorted by, the largest first. */
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

/** What a search finds, best first. Filters are the search method's own parameters. */
export function find(type: SearchType, query: URLSearchParams, now: Date): Findable[] {
  if (type === 'video') return findOf(videoKind, query, now);
  return type === 'channel' ? findOf(channelKind, query, now) : findOf(playlistKind, query, now);
}

function findOf<T extends Findable>(kind: Kind<T>, query: URLSearchParams, now: Date): T[] {
  const words = fold(query.get('q') ?? '')
    .split(/\s+/)
    .filter(Boolean);
  const after = new Date(query.get('publishedAfter') ?? 0);
  const before = new Date(query.get('publishedBefore') ?? 8.64e15);
  const channelId = query.get('channelId');
  const isOfLength = LENGTHS[query.get('videoDuration') ?? 'any'] ?? (() => true);
  const order = query.get('order') ?? 'relevance';
  const rank = rankBy(order, kind, now);
  const found = kind
    .all(now)
    .filter((one) => !channelId || one.channel.id === channelId)
    .filter(({ publishedAt }) => publishedAt >= after && publishedAt < before)
    .filter((one) => isOfLength(kind.seconds(one)))
    .map((one) => ({ one, score: relevance(one, words) }))
    .filter(({ score }) => score > 0)
    .map(({ one, score }) => ({ one, rank: rank ? rank(one) : score }));
  const byRank = (a: (typeof found)[number], b: (typeof found)[number]) =>
    b.rank - a.rank || (a.one.id < b.one.id ? -1 : 1);
  const byTitle = (a: (typeof found)[number], b: (typeof found)[number]) =>
    a.one.title.localeCompare(b.one.title, 'en');
  return found.sort(order === 'title' ? byTitle : byRank).map(({ one }) => one);
}
