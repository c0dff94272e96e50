import { between, chance, identifier, pick } from '../world.js';
import { countries, languages, type Topic, titlePatterns, topics } from './topics.js';

const DAY_MS = 86_400_000;

export interface SandboxChannel {
  readonly id: string;
  readonly uploads: string;
  readonly title: string;
  readonly handle: string;
  /** Name of an old user page, which few channels have. */
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
}

export interface SandboxVideo {
  readonly id: string;
  readonly channel: SandboxChannel;
  readonly title: string;
  readonly description: string;
  readonly publishedAt: Date;
  readonly seconds: number;
  readonly language: string;
  /** The views that it will have when nobody watches it any more. */
  readonly reach: number;
}

export interface SandboxPlaylist {
  readonly id: string;
  readonly channel: SandboxChannel;
  readonly title: string;
  readonly description: string;
  readonly publishedAt: Date;
  /** How many of the channel's videos it takes in: every n-th. */
  readonly every: number;
}

const slug = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]+/g, '-');
const names = topics.flatMap((topic) => topic.channels.map((title) => ({ title, topic })));
const channelId = (title: string): string => `UC${identifier(22, `channel ${title}`)}`;

/** The channels that are unlike the others, by name, so that rules can be tried out on them. */
const peculiar: Readonly<Record<string, Partial<SandboxChannel>>> = {
  'Copper Kettle Kitchen': { everyDays: 3, country: 'US', language: 'en', stoppedAt: undefined },
  'Deadpan Weekly': { everyDays: 1 },
  'Old Maps Table': { stoppedAt: new Date('2024-08-01T00:00:00Z') },
  'Pocket Orchard': { stoppedAt: new Date(0) },
  'Whisker Bureau': { madeForKids: true },
  'Plain Ledger': { hidesSubscribers: true },
  Perihelion: { country: undefined, language: undefined },
};

function channelOf({ title, topic }: { title: string; topic: Topic }): SandboxChannel {
  const id = channelId(title);
  const country = pick(countries, `country ${title}`);
  return {
    id,
    uploads: `UU${id.slice(2)}`,
    title,
    handle: `@${slug(title)}`,
    username: chance(`user ${title}`) < 0.2 ? slug(title).replaceAll('-', '') : undefined,
    description: `${title} is a synthetic channel of a sandbox. It would be about ${topic.subjects.slice(0, 3).join(', ')}.`,
    keywords: topic.subjects
      .slice(0, 5)
      .map((subject) => `"${subject}"`)
      .join(' '),
    country,
    language: languages[country] ?? 'en',
    topic,
    createdAt: new Date(Date.UTC(2023, 0, 1) + between(0, 365, `created ${title}`) * DAY_MS),
    everyDays: pick([5, 7, 7, 10, 14], `every ${title}`),
    hour: between(6, 20, `hour ${title}`),
    stoppedAt: undefined,
    madeForKids: false,
    hidesSubscribers: false,
    size: 10 ** (3 + 3 * chance(`size ${title}`)),
    featured: topic.channels.filter((other) => other !== title).map(channelId),
    ...peculiar[title],
  };
}

export const channels: readonly SandboxChannel[] = names.map(channelOf);

const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

function videoOf(channel: SandboxChannel, index: number): SandboxVideo {
  const seed = `${channel.title} ${index}`;
  const subject = pick(channel.topic.subjects, `subject ${seed}`);
  const title = pick(titlePatterns, `title ${seed}`).replace('{s}', subject).replace('{S}', sentence(subject));
  const day = channel.createdAt.getTime() + (index + 1) * channel.everyDays * DAY_MS;
  const minutes = channel.hour * 60 + between(-90, 90, `time ${seed}`);
  return {
    id: identifier(11, `video ${seed}`),
    channel,
    title,
    description: `${title}. A synthetic video of the sandbox channel ${channel.title}, number ${index + 1}.`,
    publishedAt: new Date(day + minutes * 60_000),
    seconds: chance(`short ${seed}`) < 0.2 ? between(15, 180, seed) : between(200, 2_400, seed),
    language: channel.language ?? 'en',
    reach: Math.round(channel.size * 10 ** (0.8 * chance(`reach ${seed}`) - 0.4)),
  };
}

const made = new Map<SandboxChannel, SandboxVideo[]>();

/** The videos that a channel has published by a time, oldest first. */
export function videosOf(channel: SandboxChannel, now: Date): SandboxVideo[] {
  const videos = made.get(channel) ?? [];
  made.set(channel, videos);
  const until = Math.min(now.getTime(), channel.stoppedAt?.getTime() ?? Number.POSITIVE_INFINITY);
  const latest = (until - channel.createdAt.getTime()) / (channel.everyDays * DAY_MS);
  while (videos.length < latest + 1) videos.push(videoOf(channel, videos.length));
  return videos.filter(({ publishedAt }) => publishedAt.getTime() <= until);
}

export const allVideos = (now: Date): SandboxVideo[] => channels.flatMap((channel) => videosOf(channel, now));

/** A video's views grow towards its reach, two thirds of them in the first month; they are counted once a day. */
export function viewsOf(video: SandboxVideo, now: Date): number {
  const days = Math.max(0, Math.ceil((now.getTime() - video.publishedAt.getTime()) / DAY_MS));
  return Math.round(video.reach * (1 - Math.exp(-days / 28)));
}

const themes = ['Start here', 'Most asked', 'Long watches', 'Quick ones', 'Favourites & classics'];

export const playlists: readonly SandboxPlaylist[] = channels.flatMap((channel) =>
  themes.map((theme, index) => ({
    id: `PL${identifier(32, `playlist ${channel.title} ${theme}`)}`,
    channel,
    title: `${theme}: ${pick(channel.topic.subjects, `${theme} ${channel.title}`)}`,
    description: `A synthetic playlist of the sandbox channel ${channel.title}.`,
    publishedAt: new Date(channel.createdAt.getTime() + between(10, 400, `${theme} ${channel.title}`) * DAY_MS),
    every: index + 2,
  })),
);

export const videosIn = (playlist: SandboxPlaylist, now: Date): SandboxVideo[] =>
  videosOf(playlist.channel, now).filter((_, index) => index % playlist.every === 0);
