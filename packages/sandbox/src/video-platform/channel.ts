import { between, chance, pick } from '../world.js';
import type { Topic } from './topics.js';

export const DAY_MS = 86_400_000;

export interface SandboxChannel {
  readonly id: string;
  readonly uploads: string;
  readonly title: string;
  /** Features that few channels lack: a channel requested by an arbitrary id. */
  readonly handle: string | undefined;
  /** Name of a legacy user page, which few channels have. */
  readonly username: string | undefined;
  readonly description: string;
  readonly keywords: string;
  readonly country: string | undefined;
  readonly language: string | undefined;
  readonly topic: Topic;
  readonly createdAt: Date;
  /** Days from one upload to the next, the hour (UTC) at which it uploads, and the day after which it has stopped. */
  readonly everyDays: number;
  readonly hour: number;
  readonly stoppedAt: Date | undefined;
  readonly madeForKids: boolean;
  readonly hidesSubscribers: boolean;
  readonly size: number;
  readonly featured: readonly string[];
  /** Seed of everything that is generated for it. */
  readonly seed: string;
  /** True if the ids of its videos lead back to it; otherwise to a channel of another name with the same videos. */
  readonly isInVideoIds: boolean;
  /** Number of videos it will ever have. */
  readonly most: number;
  videoId(index: number): string;
  videoTitle(index: number, seconds: number): string;
  playlistId(theme: string): string;
}

/** A video. Its id and texts, which few requests need, are generated on demand. */
export class SandboxVideo {
  readonly publishedAt: Date;
  readonly seconds: number;
  /** Final number of views. */
  readonly reach: number;
  #id: string | undefined;

  constructor(
    readonly channel: SandboxChannel,
    readonly index: number,
  ) {
    const seed = `${channel.seed} ${index}`;
    const day = channel.createdAt.getTime() + (index + 1) * channel.everyDays * DAY_MS;
    const minutes = channel.hour * 60 + between(-90, 90, `time ${seed}`);
    this.publishedAt = new Date(day + minutes * 60_000);
    this.seconds = chance(`short ${seed}`) < 0.2 ? between(15, 180, seed) : between(200, 2_400, seed);
    this.reach = Math.round(channel.size * 10 ** (0.8 * chance(`reach ${seed}`) - 0.4));
  }

  get id(): string {
    this.#id ??= this.channel.videoId(this.index);
    return this.#id;
  }

  get title(): string {
    return this.channel.videoTitle(this.index, this.seconds);
  }

  get description(): string {
    return `${this.title}. A synthetic video of the sandbox channel ${this.channel.title}, number ${this.index + 1}.`;
  }

  get language(): string {
    return this.channel.language ?? 'en';
  }
}

export interface SandboxPlaylist {
  readonly id: string;
  readonly channel: SandboxChannel;
  readonly title: string;
  readonly description: string;
  readonly publishedAt: Date;
  /** Share of the channel's videos that it contains: every n-th. */
  readonly every: number;
}

/** Videos that were generated so far, by channel. */
const generated = new WeakMap<SandboxChannel, SandboxVideo[]>();

/** Generates the videos that a channel has published by a time, oldest first. */
export function createVideos(channel: SandboxChannel, now: Date): SandboxVideo[] {
  const videos = generated.get(channel) ?? [];
  generated.set(channel, videos);
  const until = Math.min(now.getTime(), channel.stoppedAt?.getTime() ?? Number.POSITIVE_INFINITY);
  const latest = (until - channel.createdAt.getTime()) / (channel.everyDays * DAY_MS);
  while (videos.length < Math.min(latest + 1, channel.most)) videos.push(new SandboxVideo(channel, videos.length));
  return videos.filter(({ publishedAt }) => publishedAt.getTime() <= until);
}

/** Returns a video of a channel by its number; undefined if it is not published by a time. */
export function findVideo(channel: SandboxChannel, index: number, now: Date): SandboxVideo | undefined {
  if (index >= channel.most) return undefined;
  const video = generated.get(channel)?.[index] ?? new SandboxVideo(channel, index);
  return video.publishedAt <= now ? video : undefined;
}

/** Counts the views of a video, once a day. They grow towards its reach, two thirds of them in the first month. */
export function countViews(video: SandboxVideo, now: Date): number {
  const days = Math.max(0, Math.ceil((now.getTime() - video.publishedAt.getTime()) / DAY_MS));
  return Math.round(video.reach * (1 - Math.exp(-days / 28)));
}

/** Sums the views of a channel's videos. */
export const countChannelViews = (channel: SandboxChannel, now: Date): number =>
  createVideos(channel, now).reduce((sum, video) => sum + countViews(video, now), 0);

const themes = ['Start here', 'Most asked', 'Long watches', 'Quick ones', 'Favourites & classics'];

/** Generates all playlists that a channel will have. */
export const createPlaylists = (channel: SandboxChannel): SandboxPlaylist[] =>
  themes.map((theme, index) => ({
    id: channel.playlistId(theme),
    channel,
    title: `${theme}: ${pick(channel.topic.subjects, `${theme} ${channel.seed}`)}`,
    description: `A synthetic playlist of the sandbox channel ${channel.title}.`,
    publishedAt: new Date(channel.createdAt.getTime() + between(10, 400, `${theme} ${channel.seed}`) * DAY_MS),
    every: index + 2,
  }));

export const videosIn = (playlist: SandboxPlaylist, now: Date): SandboxVideo[] =>
  createVideos(playlist.channel, now).filter((_, index) => index % playlist.every === 0);
