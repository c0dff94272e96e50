import { LRUCache } from 'lru-cache';
import { formatId, videoIds } from '../ids.js';
import { between, chance, identifier, pick } from '../world.js';
import { DAY_MS, type SandboxChannel } from './channel.js';
import { createTitle, findWording, inSentences } from './titles.js';
import { general, type Topic, topics } from './topics.js';

// Channels that are generated on request. Nothing of them is stored: their ids contain the query, which is the seed of all else.

/** Videos of a channel, independent of its name. */
export interface Core {
  readonly seed: string;
  readonly isInVideoIds: boolean;
  readonly most: number;
  videoId(index: number): string;
}

/** Visible properties of a channel. */
interface Face {
  readonly id: string;
  readonly title: string;
  readonly handle: string | undefined;
  readonly language: string;
  readonly topic: Topic;
  readonly featured: readonly string[];
  readonly createdAt?: Date;
  videoTitle(index: number, seconds: number): string;
}

/** Maximum videos of a channel without a phrase. */
export const FINGERPRINT_VIDEOS = 512;
export const FINGERPRINT_BITS = videoIds.bits - Math.log2(FINGERPRINT_VIDEOS);

/** Creates the videos of a channel without a phrase, or whose phrase does not fit into their ids. */
export const createFingerprintCore = (fingerprint: bigint): Core => ({
  seed: `fingerprint ${fingerprint}`,
  isInVideoIds: false,
  most: FINGERPRINT_VIDEOS,
  videoId: (index) => formatId(videoIds, 'fingerprint', fingerprint * BigInt(FINGERPRINT_VIDEOS) + BigInt(index)),
});

/** Cache of recent channels: a search is followed by requests for its results. */
const recent = new LRUCache<string, SandboxChannel>({ max: 64 });

const descriptions = [
  '{t} is a channel of a sandbox: nobody films it. If somebody did, it would be about {s}.',
  'Synthetic, and open about it: a sandbox made {t} up when it was asked. It would be about {s}.',
  '{t} only exists in a sandbox. Its subjects, had it any viewers: {s}.',
];

export function createChannel(face: Face, core: Core): SandboxChannel {
  const { id, title, language, topic } = face;
  const { seed, most } = core;
  const known = recent.get(id);
  if (known) return known;
  const channel: SandboxChannel = {
    uploads: `UU${id.slice(2)}`,
    username: undefined,
    description: pick(descriptions, `description ${seed}`)
      .replace('{t}', () => title)
      .replace('{s}', () => topic.subjects.slice(0, 3).join(', ')),
    keywords: topic.subjects
      .slice(0, 5)
      .map((subject) => `"${subject}"`)
      .join(' '),
    country: pick(findWording(language).countries, `country ${seed}`),
    createdAt: new Date(Date.UTC(2022, 6, 1) + between(0, 700, `created ${seed}`) * DAY_MS),
    everyDays: Math.max(pick([4, 5, 7, 7, 9], `every ${seed}`), Math.ceil(1_200 / most)),
    hour: between(6, 20, `hour ${seed}`),
    stoppedAt: undefined,
    madeForKids: chance(`kids ${seed}`) < 0.05,
    hidesSubscribers: chance(`hides ${seed}`) < 0.05,
    size: 10 ** (3.5 + 3 * chance(`size ${seed}`)),
    // The ids of playlists contain that of their channel.
    playlistId: (theme) => `PL${id.slice(2)}${identifier(10, `playlist ${id} ${theme}`)}`,
    ...core,
    ...face,
  };
  recent.set(id, channel);
  return channel;
}

/** Creates the content of a channel about a phrase. */
export function createPhraseContent(phrase: string, language: string, seed: string, topic: Topic | undefined) {
  const subject = inSentences(phrase, language);
  return {
    language,
    topic: {
      ...(topic ?? pick(general, `topic ${phrase}`)),
      subjects: language === 'en' ? [subject, `${subject} for beginners`, `questions about ${subject}`] : [subject],
    },
    videoTitle: (index: number, seconds: number) => createTitle(phrase, language, index, seconds, seed),
  };
}

/** Creates the content of a channel about one of the catalogue's topics. */
export function createTopicContent(seed: string, known?: Topic) {
  const topic = known ?? pick(topics, `topic ${seed}`);
  const findSubject = (index: number) => pick(topic.subjects, `subject ${seed} ${index}`);
  return {
    language: 'en',
    topic,
    videoTitle: (index: number, seconds: number) => createTitle(findSubject(index), 'en', index, seconds, seed),
  };
}
