import { findSubject, isUnknown, toPhrase, toTitleCase } from '../language/phrase.js';
import { cutToFit, decodeText, encodeText } from '../language/text-code.js';
import { createName, detectLanguage } from '../video-platform/titles.js';
import { addDays, between, pick } from '../world.js';
import { type Artist, createVideoCode, pickArtistOfTime, type Song } from './catalogue.js';
import { coinSong, coinSongAbout } from './names.js';
import { trends } from './trends.js';

// For every query there is an artist of that name, and songs with it in their names. Their ids contain the query, in as many
// bits as a JavaScript number holds exactly, and are above the ids of the charts.

const FROM = 1_000_000_000;
const BITS = 52;
/** Ids of a text: that of the artist, those of its songs, and those of songs by others. */
const SLOTS = 16;
const OWN_SONGS = 7;
const RELEASES_FROM = '2016-01-01';
const RELEASED_WITHIN_DAYS = 3_600;

/** A requested text, and its first id. */
interface RequestedText {
  readonly phrase: string;
  readonly first: number;
}

/** Encodes a query; undefined for one without words, or whose results are unknown. */
function encodeRequest(keyword: string): RequestedText | undefined {
  const words = toPhrase(keyword);
  if (words === '' || isUnknown(keyword)) return undefined;
  // Fillers belong to the name of an artist, if they fit.
  const phrase = encodeText(words, BITS, SLOTS) ? words : cutToFit(findSubject(words), BITS, SLOTS);
  const interval = encodeText(phrase, BITS, SLOTS);
  return interval && { phrase, first: FROM + Number(interval.low) };
}

/** Decodes an id: its text, and its number among the ids of that text. */
function decodeRequest(id: number): (RequestedText & { slot: number }) | undefined {
  if (id < FROM || !Number.isSafeInteger(id)) return undefined;
  const decoded = decodeText(BigInt(id - FROM), BITS, SLOTS);
  const slot = Number(decoded?.offset ?? SLOTS);
  return decoded && slot < SLOTS ? { phrase: decoded.text, first: id - slot, slot } : undefined;
}

const createArtist = ({ phrase, first }: RequestedText): Artist => ({
  id: first,
  name: toTitleCase(phrase),
  trend: pick(trends.slice(0, 40), `home of ${phrase}`),
});

function createSong(asked: RequestedText, slot: number): Song {
  const id = asked.first + slot;
  const seed = `asked ${id}`;
  const released = addDays(RELEASES_FROM, between(0, RELEASED_WITHIN_DAYS, `released ${seed}`));
  const artist = createArtist(asked);
  const trend = slot <= OWN_SONGS ? artist.trend : pick(trends.slice(0, 40), `trend ${seed}`);
  return {
    id,
    name:
      slot <= OWN_SONGS
        ? coinSong(seed)
        : coinSongAbout(createName(asked.phrase, detectLanguage(asked.phrase)), slot - OWN_SONGS - 1),
    released: `${released} 00:00:00`,
    trend,
    singers: [slot <= OWN_SONGS ? artist : pickArtistOfTime(trend, released, seed)],
    get code() {
      return createVideoCode(id);
    },
  };
}

const listSlots = (first: number, last: number): number[] =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);

/** Lists the songs by the artist of that name, then those with the words in their names. */
export function listSongsFor(keyword: string): Song[] {
  const asked = encodeRequest(keyword);
  return asked ? listSlots(1, SLOTS - 1).map((slot) => createSong(asked, slot)) : [];
}

export function findRequestedSong(id: number): Song | undefined {
  const asked = decodeRequest(id);
  return asked && asked.slot > 0 ? createSong(asked, asked.slot) : undefined;
}

export function findRequestedArtist(id: number): Artist | undefined {
  const asked = decodeRequest(id);
  return asked?.slot === 0 ? createArtist(asked) : undefined;
}

/** Lists the songs of a requested artist; undefined for an artist of the charts. */
export function listSongsOfRequestedArtist({ id }: Artist): Song[] | undefined {
  const asked = decodeRequest(id);
  return asked && listSlots(1, OWN_SONGS).map((slot) => createSong(asked, slot));
}
