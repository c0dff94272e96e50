import { channelIds, createFingerprint, videoIds, writeId } from '../ids.js';
import { findSubject, isCommon, isUnknown, titled, toPhrase } from '../language/phrase.js';
import { cutBeginning, encodeText } from '../language/text-code.js';
import { channels } from './catalogue.js';
import type { SandboxChannel } from './channel.js';
import { aboutPhrase, aboutTopic, type Core, channelFrom, FINGERPRINT_BITS, fingerprintCore } from './made-channels.js';
import { channelNameAbout, detectLanguage } from './titles.js';
import { findTopic } from './topics.js';

/** Videos of a channel at most, and at least: ids have little room beside a long phrase. */
const MOST_VIDEOS = 512;
export const LEAST_VIDEOS = 16;
export const MOST_CHANNELS = 8;

/** The ids that a phrase's videos have: so many channels, with so many videos each. */
export interface Room {
  readonly low: bigint;
  readonly channels: number;
  readonly videos: number;
}

/** @param width how many numbers stand for the phrase, from `low` on */
export function roomIn(low: bigint, width: bigint): Room {
  const most = MOST_CHANNELS * MOST_VIDEOS;
  const numbers = width < BigInt(most) ? Number(width) : most;
  const channels = Math.min(MOST_CHANNELS, Math.ceil(numbers / (2 * LEAST_VIDEOS)));
  return { low, channels, videos: Math.floor(numbers / channels) };
}

function findRoom(phrase: string): Room | undefined {
  const interval = encodeText(phrase, videoIds.bits, LEAST_VIDEOS);
  return interval && roomIn(interval.low, interval.width);
}

const phraseCore = ({ low, videos }: Room, number: number, seed: string): Core => ({
  seed,
  isInVideoIds: true,
  most: videos,
  videoId: (index) => writeId(videoIds, 'text', low + BigInt(number * videos + index)),
});

/**
 * One of a phrase's channels. The first is called as the phrase itself; if that is no common word but somebody's name,
 * the channel has a topic of its own. The others are about the phrase, and so is the first when there is no other.
 */
export function phraseChannel(phrase: string, number: number): SandboxChannel | undefined {
  const interval = encodeText(phrase, channelIds.bits, MOST_CHANNELS);
  const room = findRoom(phrase);
  const count = room?.channels ?? 1;
  if (!interval || number >= count) return undefined;
  const createId = (one: number) => writeId(channelIds, 'text', interval.low + BigInt(one));
  const seed = `${phrase}/${number}`;
  const core = room ? phraseCore(room, number, seed) : fingerprintCore(createFingerprint(phrase, FINGERPRINT_BITS));
  const language = detectLanguage(phrase);
  const isAboutIt = room !== undefined && (number > 0 || count === 1 || language !== 'en' || isCommon(phrase));
  return channelFrom(
    {
      id: createId(number),
      title: number === 0 ? titled(phrase) : channelNameAbout(phrase, language, number),
      handle: number === 0 ? createHandle(phrase) : undefined,
      featured: Array.from({ length: count }, (_, one) => createId(one)).filter((_, one) => one !== number),
      ...(isAboutIt
        ? aboutPhrase(phrase, language, seed, findTopic(phrase))
        : aboutTopic(core.seed, room && findTopic(phrase))),
    },
    core,
  );
}

/** The catalogue's channels by the phrases that are their names and those of their user pages. */
const listed = new Map(
  channels.flatMap((channel) =>
    [channel.title, channel.username ?? channel.title].map((name) => [toPhrase(name), channel] as const),
  ),
);

/** Handles have letters, digits and hyphens. */
const createHandle = (phrase: string): string | undefined =>
  /^[\p{L}\p{M}\p{N} ]{2,30}$/u.test(phrase) ? `@${phrase.replaceAll(' ', '-')}` : undefined;

/** The channel that is called so, or whose handle or user page is. */
export function channelCalled(name: string): SandboxChannel | undefined {
  const phrase = toPhrase(name);
  if (phrase === '' || isUnknown(name)) return undefined;
  return listed.get(phrase) ?? phraseChannel(cutBeginning(phrase, channelIds.bits, MOST_CHANNELS), 0);
}

/** The channels that a search for a text is about, each once: the one that is called so first. */
export function channelsAbout(text: string): SandboxChannel[] {
  const phrase = toPhrase(text);
  if (phrase === '' || isUnknown(text)) return [];
  const subject = cutBeginning(findSubject(phrase), videoIds.bits, LEAST_VIDEOS);
  const about = Array.from({ length: MOST_CHANNELS - 1 }, (_, number) => phraseChannel(subject, number + 1));
  const all = [channelCalled(text), channelCalled(subject), ...about].filter((channel) => channel !== undefined);
  return [...new Map(all.map((channel) => [channel.id, channel])).values()];
}
