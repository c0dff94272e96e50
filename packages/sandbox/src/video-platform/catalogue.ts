import { between, chance, identifier, pick } from '../world.js';
import {
  createPlaylists,
  createVideos,
  DAY_MS,
  type SandboxChannel,
  type SandboxPlaylist,
  type SandboxVideo,
} from './channel.js';
import { countries, languages, type Topic, titlePatterns, topics } from './topics.js';

const slug = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]+/g, '-');
const names = topics.flatMap((topic) => topic.channels.map((title) => ({ title, topic })));
const channelId = (title: string): string => `UC${identifier(22, `channel ${title}`)}`;

/** Channels that differ from the others, by name, for tests of special cases. */
const peculiar: Readonly<Record<string, Partial<CatalogueChannel>>> = {
  'Copper Kettle Kitchen': { everyDays: 3, country: 'US', language: 'en', stoppedAt: undefined },
  'Deadpan Weekly': { everyDays: 1 },
  'Old Maps Table': { stoppedAt: new Date('2024-08-01T00:00:00Z') },
  'Pocket Orchard': { stoppedAt: new Date(0) },
  'Whisker Bureau': { madeForKids: true },
  'Plain Ledger': { hidesSubscribers: true },
  Perihelion: { country: undefined, language: undefined },
};

export type CatalogueChannel = SandboxChannel & { readonly handle: string };

function createCatalogueChannel({ title, topic }: { title: string; topic: Topic }): CatalogueChannel {
  const id = channelId(title);
  const country = pick(countries, `country ${title}`);
  const videoSubject = (index: number) => pick(topic.subjects, `subject ${title} ${index}`);
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
    seed: title,
    isInVideoIds: true,
    most: Number.POSITIVE_INFINITY,
    videoId: (index) => identifier(11, `video ${title} ${index}`),
    videoTitle: (index) => createVideoTitle(videoSubject(index), `title ${title} ${index}`),
    playlistId: (theme) => `PL${identifier(32, `playlist ${title} ${theme}`)}`,
    ...peculiar[title],
  };
}

const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const createVideoTitle = (subject: string, seed: string): string =>
  pick(titlePatterns, seed).replace('{s}', subject).replace('{S}', sentence(subject));

/** Channels that are not generated from a query or an id. */
export const channels: readonly CatalogueChannel[] = names.map(createCatalogueChannel);

export const allVideos = (now: Date): SandboxVideo[] => channels.flatMap((channel) => createVideos(channel, now));

const byId = new Map<string, SandboxVideo>();

/** Finds a video of the catalogue by id, if it is published by a time. */
export function findCatalogueVideo(id: string, now: Date): SandboxVideo | undefined {
  const roundRate = allVideos(now);
  if (roundRate.length > byId.size) for (const video of roundRate) byId.set(video.id, video);
  const video = byId.get(id);
  return video && video.publishedAt <= now ? video : undefined;
}

export const playlists: readonly SandboxPlaylist[] = channels.flatMap(createPlaylists);
