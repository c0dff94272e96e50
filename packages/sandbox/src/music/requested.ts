import { findSubject, isUnknown, titled, toPhrase } from '../language/phrase.js';
import { cutBeginning, decodeText, encodeText } from '../language/text-code.js';
import { createName, detectLanguage } from '../video-platform/titles.js';
import { addDays, between, pick } from '../world.js';
import { type Artist, artistOfTime, codeOf, type Song } from './catalogue.js';
import { coinedSong, songWith } from './names.js';
import { trends } from './trends.js';

// Whatever is searched for there is an artist of that name, and songs with it in theirs. Their ids have the words in them,
// above the ids of what is in the charts, in as many bits as a number of JavaScript holds exactly.

const FROM = 1_000_000_000;
const BITS = 52;
/** The numbers of a text: the artist's own, those of its songs, and those of songs by others. */
const SLOTS = 16;
const OWN_SONGS = 7;
const RELEASES_FROM = '2016-01-01';
const RELEASED_WITHIN_DAYS = 3_600;

/** Requested text, and the number of its first id. */
interface Asked {
  readonly phrase: string;
  readonly first: number;
}

/** Nothing when it is unknown by the sandbox's rule, or no words. */
function askedFor(keyword: string): Asked | undefined {
  const words = toPhrase(keyword);
  if (words === '' || isUnknown(keyword)) return undefined;
  // The whole of an artist's name counts, fillers or not, where there is room.
  const phrase = encodeText(words, BITS, SLOTS) ? words : cutBeginning(findSubject(words), BITS, SLOTS);
  const interval = encodeText(phrase, BITS, SLOTS);
  return interval && { phrase, first: FROM + Number(interval.low) };
}

/** Text that an id belongs to, and its number among the ids of that text. */
function askedWith(id: number): (Asked & { slot: number }) | undefined {
  if (id < FROM || !Number.isSafeInteger(id)) return undefined;
  const decoded = decodeText(BigInt(id - FROM), BITS, SLOTS);
  const slot = Number(decoded?.offset ?? SLOTS);
  return decoded && slot < SLOTS ? { phrase: decoded.text, first: id - slot, slot } : undefined;
}

const artistFrom = ({ phrase, first }: Asked): Artist => ({
  id: first,
  name: titled(phrase),
  trend: pick(trends.slice(0, 40), `home of ${phrase}`),
});

function songFrom(asked: Asked, slot: number): Song {
  const id = asked.first + slot;
  const seed = `asked ${id}`;
  const released = addDays(RELEASES_FROM, between(0, RELEASED_WITHIN_DAYS, `released ${seed}`));
  const own = artistFrom(asked);
  const trend = slot <= OWN_SONGS ? own.trend : pick(trends.slice(0, 40), `trend ${seed}`);
  return {
    id,
    name:
      slot <= OWN_SONGS
        ? coinedSong(seed)
        : songWith(createName(asked.phrase, detectLanguage(asked.phrase)), slot - OWN_SONGS - 1),
    released: `${released} 00:00:00`,
    trend,
    singers: [slot <= OWN_SONGS ? own : artistOfTime(trend, released, seed)],
    get code() {
      return codeOf(id);
    },
  };
}

const slotsFrom = (first: number, last: number): number[] =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);

/** The songs by an artist called so, then those with the words in their names. */
export function songsAskedFor(keyword: string): Song[] {
  const asked = askedFor(keyword);
  return asked ? slotsFrom(1, SLOTS - 1).map((slot) => songFrom(asked, slot)) : [];
}

export function askedSong(id: number): Song | undefined {
  const asked = askedWith(id);
  return asked && asked.slot > 0 ? songFrom(asked, asked.slot) : undefined;
}

export function askedArtist(id: number): Artist | undefined {
  const asked = askedWith(id);
  return asked?.slot === 0 ? artistFrom(asked) : undefined;
}

/** The songs of an artist who was asked for; nothing of one of the charts. */
export function songsByAsked({ id }: Artist): Song[] | undefined {
  const asked = askedWith(id);
  return asked && slotsFrom(1, OWN_SONGS).map((slot) => songFrom(asked, slot));
}
