import { channelIds, createFingerprint, formatId, parseId, videoIds } from '../ids.js';
import { isUnknown } from '../language/phrase.js';
import { decodeText } from '../language/text-code.js';
import { findSongByCode } from '../music/by-id.js';
import { channels as catalogue, findCatalogueVideo, playlists } from './catalogue.js';
import {
  createPlaylists,
  DAY_MS,
  findVideo,
  type SandboxChannel,
  type SandboxPlaylist,
  type SandboxVideo,
} from './channel.js';
import {
  createChannel,
  createFingerprintCore,
  createTopicContent,
  FINGERPRINT_BITS,
  FINGERPRINT_VIDEOS,
} from './made-channels.js';
import { createPhraseChannel, divideRoom, LEAST_VIDEOS, MOST_CHANNELS } from './phrase-channels.js';
import { coinName } from './titles.js';

/** Finds the channel of an id. A channel is also generated for an id that the sandbox has not created. */
export function findChannelById(id: string): SandboxChannel | undefined {
  const listed = catalogue.find((channel) => channel.id === id);
  const read = listed ? undefined : parseId(channelIds, id);
  if (!read || isUnknown(id)) return listed;
  const { kind, number } = read;
  if (kind === 'text') {
    const decoded = decodeText(number, channelIds.bits, MOST_CHANNELS);
    const channel = decoded && createPhraseChannel(decoded.text, Number(decoded.offset));
    if (channel?.id === id) return channel;
  }
  if (kind === 'fingerprint' && number < 1n << BigInt(FINGERPRINT_BITS)) return createFingerprintChannel(number);
  const video = kind === 'other' ? parseVideoNumber(number) : undefined;
  return video
    ? createVideoChannel(video)
    : createFingerprintChannel(createFingerprint(`channel ${id}`, FINGERPRINT_BITS), id);
}

/** Finds the playlist of an id: one of the catalogue, or one whose id contains that of its channel. */
export function findPlaylistById(id: string): SandboxPlaylist | undefined {
  const listed = playlists.find((one) => one.id === id);
  const channel = listed ? undefined : findChannelById(`UC${id.slice(2, 24)}`);
  return channel ? createPlaylists(channel).find((one) => one.id === id) : listed;
}

/** Finds the video of an id, if it is published by a time. */
export function findVideoById(id: string, now: Date): SandboxVideo | undefined {
  const listed = findCatalogueVideo(id, now);
  const read = listed ? undefined : parseId(videoIds, id);
  if (!read || isUnknown(id)) return listed;
  const { kind, number } = read;
  if (kind === 'text') {
    const decoded = decodeText(number, videoIds.bits, LEAST_VIDEOS);
    if (!decoded) return undefined;
    const { videos } = divideRoom(number - decoded.offset, decoded.width);
    const channel = createPhraseChannel(decoded.text, Math.floor(Number(decoded.offset) / videos));
    return channel && findVideo(channel, Number(decoded.offset) % videos, now);
  }
  if (kind === 'fingerprint') {
    const channel = createFingerprintChannel(number / BigInt(FINGERPRINT_VIDEOS));
    return findVideo(channel, Number(number % BigInt(FINGERPRINT_VIDEOS)), now);
  }
  const requested = { isSong: kind === 'other', number };
  return requested.isSong && !findSongByCode(id) ? undefined : findVideo(createVideoChannel(requested), 0, now);
}

/** Creates a channel without a phrase. */
function createFingerprintChannel(
  fingerprint: bigint,
  id = formatId(channelIds, 'fingerprint', fingerprint),
): SandboxChannel {
  const core = createFingerprintCore(fingerprint);
  const about = createTopicContent(core.seed);
  const featured = catalogue.filter(({ topic }) => topic === about.topic).map((channel) => channel.id);
  return createChannel({ id, title: coinName(core.seed), handle: undefined, featured, ...about }, core);
}

/** A video with an id that the sandbox has not created, or of a song. Its channel has an id with the same number. */
interface RequestedVideo {
  readonly isSong: boolean;
  readonly number: bigint;
}

const toNumber = ({ isSong, number }: RequestedVideo): bigint => number * 2n + (isSong ? 1n : 0n);

function parseVideoNumber(number: bigint): RequestedVideo | undefined {
  const video = { isSong: number % 2n === 1n, number: number / 2n };
  const isVideo = video.number < 1n << BigInt(videoIds.bits);
  return isVideo && (!video.isSong || findSongByCode(createId(video))) ? video : undefined;
}

const createId = ({ isSong, number }: RequestedVideo): string =>
  formatId(videoIds, isSong ? 'other' : 'foreign', number);

/** Creates the channel whose first video is a requested one. That of a song has the names of its singers. */
function createVideoChannel(video: RequestedVideo): SandboxChannel {
  const videoId = createId(video);
  const core = createFingerprintCore(createFingerprint(`video ${videoId}`, FINGERPRINT_BITS));
  const about = createTopicContent(core.seed);
  const song = findSongByCode(videoId);
  // The first upload is within ten days of the creation of a channel, so the video is published with the song.
  const createdAt = song && new Date(Date.parse(song.released.slice(0, 10)) - 10 * DAY_MS);
  return createChannel(
    {
      id: formatId(channelIds, 'other', toNumber(video)),
      title: song ? song.singers.map(({ name }) => name).join(' & ') : coinName(core.seed),
      handle: undefined,
      featured: [],
      ...about,
      ...(createdAt && { createdAt }),
      videoTitle: (index, seconds) => (index === 0 && song ? song.name : about.videoTitle(index, seconds)),
    },
    { ...core, videoId: (index) => (index === 0 ? videoId : core.videoId(index)) },
  );
}
