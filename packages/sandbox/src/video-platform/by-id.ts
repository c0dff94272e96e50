import { channelIds, createFingerprint, readId, videoIds, writeId } from '../ids.js';
import { isUnknown } from '../language/phrase.js';
import { decodeText } from '../language/text-code.js';
import { songWithCode } from '../music/by-id.js';
import { channels as catalogue, listedVideo, playlists } from './catalogue.js';
import {
  createPlaylists,
  DAY_MS,
  type SandboxChannel,
  type SandboxPlaylist,
  type SandboxVideo,
  videoAt,
} from './channel.js';
import { aboutTopic, channelFrom, FINGERPRINT_BITS, FINGERPRINT_VIDEOS, fingerprintCore } from './made-channels.js';
import { LEAST_VIDEOS, MOST_CHANNELS, phraseChannel, roomIn } from './phrase-channels.js';
import { coinedName } from './titles.js';

/** The channel of an id. One that is none of the sandbox's own is taken for one, and keeps its id. */
export function channelWithId(id: string): SandboxChannel | undefined {
  const listed = catalogue.find((channel) => channel.id === id);
  const read = listed ? undefined : readId(channelIds, id);
  if (!read || isUnknown(id)) return listed;
  const { kind, number } = read;
  if (kind === 'text') {
    const decoded = decodeText(number, channelIds.bits, MOST_CHANNELS);
    const channel = decoded && phraseChannel(decoded.text, Number(decoded.offset));
    if (channel?.id === id) return channel;
  }
  if (kind === 'fingerprint' && number < 1n << BigInt(FINGERPRINT_BITS)) return fingerprintChannel(number);
  const video = kind === 'other' ? videoNumbered(number) : undefined;
  return video ? channelOfVideo(video) : fingerprintChannel(createFingerprint(`channel ${id}`, FINGERPRINT_BITS), id);
}

/** The playlist of an id: one of the catalogue, or one that has its channel's id in its own. */
export function playlistWithId(id: string): SandboxPlaylist | undefined {
  const listed = playlists.find((one) => one.id === id);
  const channel = listed ? undefined : channelWithId(`UC${id.slice(2, 24)}`);
  return channel ? createPlaylists(channel).find((one) => one.id === id) : listed;
}

/** The video of an id, if it is published by a time. */
export function videoWithId(id: string, now: Date): SandboxVideo | undefined {
  const listed = listedVideo(id, now);
  const read = listed ? undefined : readId(videoIds, id);
  if (!read || isUnknown(id)) return listed;
  const { kind, number } = read;
  if (kind === 'text') {
    const decoded = decodeText(number, videoIds.bits, LEAST_VIDEOS);
    if (!decoded) return undefined;
    const { videos } = roomIn(number - decoded.offset, decoded.width);
    const channel = phraseChannel(decoded.text, Math.floor(Number(decoded.offset) / videos));
    return channel && videoAt(channel, Number(decoded.offset) % videos, now);
  }
  if (kind === 'fingerprint') {
    const channel = fingerprintChannel(number / BigInt(FINGERPRINT_VIDEOS));
    return videoAt(channel, Number(number % BigInt(FINGERPRINT_VIDEOS)), now);
  }
  const asked = { isSong: kind === 'other', number };
  return asked.isSong && !songWithCode(id) ? undefined : videoAt(channelOfVideo(asked), 0, now);
}

/** A channel without a name of its own. */
function fingerprintChannel(fingerprint: bigint, id = writeId(channelIds, 'fingerprint', fingerprint)): SandboxChannel {
  const core = fingerprintCore(fingerprint);
  const about = aboutTopic(core.seed);
  const featured = catalogue.filter(({ topic }) => topic === about.topic).map((channel) => channel.id);
  return channelFrom({ id, title: coinedName(core.seed), handle: undefined, featured, ...about }, core);
}

/** A video whose id is none of the sandbox's own, or a song's: the numbers of both, and of their channels. */
interface AskedVideo {
  readonly isSong: boolean;
  readonly number: bigint;
}

const toNumber = ({ isSong, number }: AskedVideo): bigint => number * 2n + (isSong ? 1n : 0n);

function videoNumbered(number: bigint): AskedVideo | undefined {
  const video = { isSong: number % 2n === 1n, number: number / 2n };
  const isVideo = video.number < 1n << BigInt(videoIds.bits);
  return isVideo && (!video.isSong || songWithCode(createId(video))) ? video : undefined;
}

const createId = ({ isSong, number }: AskedVideo): string => writeId(videoIds, isSong ? 'other' : 'foreign', number);

/** The channel of such a video, which is its first; of a song, the singers' own. */
function channelOfVideo(video: AskedVideo): SandboxChannel {
  const videoId = createId(video);
  const core = fingerprintCore(createFingerprint(`video ${videoId}`, FINGERPRINT_BITS));
  const about = aboutTopic(core.seed);
  const song = songWithCode(videoId);
  // Its first upload comes within ten days of its creation, and is there when the song is.
  const createdAt = song && new Date(Date.parse(song.released.slice(0, 10)) - 10 * DAY_MS);
  return channelFrom(
    {
      id: writeId(channelIds, 'other', toNumber(video)),
      title: song ? song.singers.map(({ name }) => name).join(' & ') : coinedName(core.seed),
      handle: undefined,
      featured: [],
      ...about,
      ...(createdAt && { createdAt }),
      videoTitle: (index, seconds) => (index === 0 && song ? song.name : about.videoTitle(index, seconds)),
    },
    { ...core, videoId: (index) => (index === 0 ? videoId : core.videoId(index)) },
  );
}
