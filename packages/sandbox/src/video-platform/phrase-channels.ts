import { channelIds, createFingerprint, formatId, videoIds } from '../ids.js';
import { findSubject, isCommon, isUnknown, toPhrase, toTitleCase } from '../language/phrase.js';
import { cutToFit, encodeText } from '../language/text-code.js';
import { channels } from './catalogue.js';
import type { SandboxChannel } from './channel.js';
import {
  type Core,
  createChannel,
  createFingerprintCore,
  createPhraseContent,
  createTopicContent,
  FINGERPRINT_BITS,
} from './made-channels.js';
import { createChannelName, detectLanguage } from './titles.js';
import { findTopic } from './topics.js';

/** Maximum and minimum videos of a channel: ids have little room beside a long phrase. */
const MOST_VIDEOS = 512;
export const LEAST_VIDEOS = 16;
export const MOST_CHANNELS = 8;

/** Ids of the videos of a phrase, divided among its channels. */
export interface Room {
  readonly low: bigint;
  readonly channels: number;
  readonly videos: number;
}

/** Divides the ids of a phrase among channels. @param width number of ids, from `low` on */
export function divideRoom(low: bigint, width: bigint): Room {
  const most = MOST_CHANNELS * MOST_VIDEOS;
  const numbers = width < BigInt(most) ? Number(width) : most;
  const channels = Math.min(MOST_CHANNELS, Math.ceil(numbers / (2 * LEAST_VIDEOS)));
  return { low, channels, videos: Math.floor(numbers / channels) };
}

function findRoom(phrase: string): Room | undefined {
  const interval = encodeText(phrase, videoIds.bits, LEAST_VIDEOS);
  return interval && divideRoom(interval.low, interval.width);
}

const createPhraseCore = ({ low, videos }: Room, number: number, seed: string): Core => ({
  seed,
  isInVideoIds: true,
  most: videos,
  videoId: (index) => formatId(videoIds, 'text', low + BigInt(number * videos + index)),
});

/**
 * Creates one of the channels of a phrase. The first one has the phrase as its name, and another topic if the phrase is a name
 * and not a common word. The others are about the phrase, and so is the first if it is the only one.
 */
export function createPhraseChannel(phrase: string, number: number): SandboxChannel | undefined {
  const interval = encodeText(phrase, channelIds.bits, MOST_CHANNELS);
  const room = findRoom(phrase);
  const count = room?.channels ?? 1;
  if (!interval || number >= count) return undefined;
  const createId = (one: number) => formatId(channelIds, 'text', interval.low + BigInt(one));
  const seed = `${phrase}/${number}`;
  const core = room
    ? createPhraseCore(room, number, seed)
    : createFingerprintCore(createFingerprint(phrase, FINGERPRINT_BITS));
  const language = detectLanguage(phrase);
  const isAboutIt = room !== undefined && (number > 0 || count === 1 || language !== 'en' || isCommon(phrase));
  return createChannel(
    {
      id: createId(number),
      title: number === 0 ? toTitleCase(phrase) : createChannelName(phrase, language, number),
      handle: number === 0 ? createHandle(phrase) : undefined,
      featured: Array.from({ length: count }, (_, one) => createId(one)).filter((_, one) => one !== number),
      ...(isAboutIt
        ? createPhraseContent(phrase, language, seed, findTopic(phrase))
        : createTopicContent(core.seed, room && findTopic(phrase))),
    },
    core,
  );
}

/** Channels of the catalogue by the phrases of their names and user pages. */
const listed = new Map(
  channels.flatMap((channel) =>
    [channel.title, channel.username ?? channel.title].map((name) => [toPhrase(name), channel] as const),
  ),
);

/** Handles have letters, digits and hyphens. */
const createHandle = (phrase: string): string | undefined =>
  /^[\p{L}\p{M}\p{N} ]{2,30}$/u.test(phrase) ? `@${phrase.replaceAll(' ', '-')}` : undefined;

/** Finds a channel by its name, handle or user page. */
export function findChannelByName(name: string): SandboxChannel | undefined {
  const phrase = toPhrase(name);
  if (phrase === '' || isUnknown(name)) return undefined;
  return listed.get(phrase) ?? createPhraseChannel(cutToFit(phrase, channelIds.bits, MOST_CHANNELS), 0);
}

/** Lists the channels about a query, without duplicates, first the one of that name. */
export function listChannelsAbout(text: string): SandboxChannel[] {
  const phrase = toPhrase(text);
  if (phrase === '' || isUnknown(text)) return [];
  const subject = cutToFit(findSubject(phrase), videoIds.bits, LEAST_VIDEOS);
  const about = Array.from({ length: MOST_CHANNELS - 1 }, (_, number) => createPhraseChannel(subject, number + 1));
  const all = [findChannelByName(text), findChannelByName(subject), ...about].filter(
    (channel) => channel !== undefined,
  );
  return [...new Map(all.map((channel) => [channel.id, channel])).values()];
}
