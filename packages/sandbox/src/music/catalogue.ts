import { videoIds, writeId } from '../ids.js';
import { addDays, between, chance, daysApart } from '../world.js';
import { coinedArtist, coinedSong } from './names.js';
import { type Trend, trends } from './trends.js';

// Each country has songs that come out in each month, and artists of each few years. They are made when a chart or an id
// asks for them; the ids of those of today are the lowest.

const SONGS_PER_MONTH = 4;
const ARTISTS_PER_ERA = 10;
const MONTHS_PER_ERA = 96;
/** The month that the lowest ids are of, in months since the year 0. */
const FIRST_MONTH = 2024 * 12 + 5;
/** Periods after the first that ids are given to. */
const FARTHEST = 12 * 100;
/** For how many months a song can be in the charts. */
const CHART_MONTHS = 12;

export interface Artist {
  readonly id: number;
  readonly name: string;
  readonly trend: Trend;
}

export interface Song {
  readonly id: number;
  readonly name: string;
  readonly released: string;
  readonly trend: Trend;
  readonly singers: readonly Artist[];
  /** The id of its video. */
  readonly code: string;
}

/** A song's video, on the video platform too. */
export const codeOf = (songId: number): string => writeId(videoIds, 'other', BigInt(songId));

/** Numbers those before and after a first one in turn: 0, -1, 1, -2, 2 … are 0, 1, 2, 3, 4 … */
const toCount = (distance: number): number => (distance < 0 ? -2 * distance - 1 : 2 * distance);
const fromCount = (count: number): number => (count % 2 === 1 ? -(count + 1) / 2 : count / 2);

/** One of several things that each country has of each period, by a number and back. */
function numbering(first: number, perPeriod: number) {
  return {
    createId: (trend: Trend, period: number, slot: number): number =>
      (toCount(period - first) * trends.length + trend.id - 1) * perPeriod + slot + 1,
    of(id: number): { trend: Trend; period: number; slot: number } | undefined {
      const place = Math.floor((id - 1) / perPeriod);
      const trend = trends[place % trends.length];
      const period = first + fromCount(Math.floor(place / trends.length));
      return trend && id >= 1 && period >= 0 && period < first + FARTHEST
        ? { trend, period, slot: (id - 1) % perPeriod }
        : undefined;
    },
  };
}

const eraOf = (month: number): number => Math.floor(month / MONTHS_PER_ERA);
const songNumbers = numbering(FIRST_MONTH, SONGS_PER_MONTH);
const artistNumbers = numbering(eraOf(FIRST_MONTH), ARTISTS_PER_ERA);

/** The artist of an id, one of those who are in the charts now or were. */
export function chartArtist(id: number): Artist | undefined {
  const place = artistNumbers.of(id);
  return place && { id, name: coinedArtist(`artist ${id}`), trend: place.trend };
}

const artistIn = (trend: Trend, era: number, seed: string): Artist => {
  const id = artistNumbers.createId(trend, era, between(0, ARTISTS_PER_ERA - 1, seed));
  return { id, name: coinedArtist(`artist ${id}`), trend };
};

/** One of a country's artists of the time of a month. */
export const artistOfTime = (trend: Trend, day: string, seed: string): Artist =>
  artistIn(trend, eraOf(monthOf(day)), seed);

/** The artists of a country at the time of a day. */
export const artistsOf = (trend: Trend, day: string): Artist[] =>
  Array.from(
    { length: ARTISTS_PER_ERA },
    (_, slot) => chartArtist(artistNumbers.createId(trend, eraOf(monthOf(day)), slot)) ?? neverMissing(),
  );

/** The song of an id, one of those that come out in some month. */
export function chartSong(id: number): Song | undefined {
  const place = songNumbers.of(id);
  return place && songOf(id, place.trend, place.period);
}

function songOf(id: number, trend: Trend, month: number): Song {
  const seed = `song ${id}`;
  const era = eraOf(month);
  const [singer, guest] = [artistIn(trend, era, `singer ${seed}`), artistIn(trend, era, `guest ${seed}`)];
  return {
    id,
    name: coinedSong(seed),
    released: `${firstOf(month).slice(0, 8)}${String(between(1, 28, seed)).padStart(2, '0')} 00:00:00`,
    trend,
    singers: guest.id !== singer.id && chance(`duet ${seed}`) < 0.25 ? [singer, guest] : [singer],
    get code() {
      return codeOf(id);
    },
  };
}

/** What comes out in a country in a month. */
const songsOfMonth = (trend: Trend, month: number): Song[] =>
  Array.from({ length: SONGS_PER_MONTH }, (_, slot) => songOf(songNumbers.createId(trend, month, slot), trend, month));

const monthOf = (day: string): number => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1;
const firstOf = (month: number): string =>
  `${String(Math.floor(month / 12)).padStart(4, '0')}-${String((month % 12) + 1).padStart(2, '0')}-01`;

/** What came out in a country within so many months up to a day. */
function songsUntil(trend: Trend, day: string, months: number): Song[] {
  const last = monthOf(day);
  const first = Math.max(0, last - months + 1);
  return Array.from({ length: last - first + 1 }, (_, index) => songsOfMonth(trend, first + index))
    .flat()
    .filter((song) => isOut(song, day));
}

export const isOut = (song: Song, day: string): boolean => song.released.slice(0, 10) <= day;

/** What an artist has sung up to a day. */
export function songsBy(artist: Artist, day: string): Song[] {
  const era = artistNumbers.of(artist.id)?.period ?? 0;
  const end = firstOf((era + 1) * MONTHS_PER_ERA - 1);
  const until = day < end ? day : `${end.slice(0, 8)}31`;
  const months = monthOf(until) - era * MONTHS_PER_ERA + 1;
  return months < 1 ? [] : songsUntil(artist.trend, until, months).filter(isBy(artist));
}

const isBy =
  (artist: Artist) =>
  ({ singers }: Song): boolean =>
    singers.some(({ id }) => id === artist.id);

export type Chart = 'daily' | 'weekly' | 'monthly';

/** The first day of the chart that a day belongs to: weeks begin on Monday. */
export function chartDay(chart: Chart, day: string): string {
  if (chart === 'daily') return day;
  if (chart === 'monthly') return `${day.slice(0, 7)}-01`;
  return addDays(day, -((new Date(day).getUTCDay() + 6) % 7));
}

/** How often a song was played on a day; what a chart is made from. Half as often after each half a year. */
export function playsOf(song: Song, day: string): number {
  const age = daysApart(song.released.slice(0, 10), day);
  if (age < 0) return 0;
  const fame = 10_000 * chance(`fame ${song.id}`) * (1 + 0.5 * chance(`plays ${song.id} ${day}`));
  return Math.ceil(fame * 2 ** (-age / 182));
}

/** A trend's songs of a chart, most played first. */
export function chartOf(trend: Trend, chart: Chart, day: string): { song: Song; plays: number }[] {
  const first = chartDay(chart, day);
  return songsUntil(trend, first, CHART_MONTHS)
    .map((song) => ({ song, plays: playsOf(song, first) }))
    .sort((a, b) => b.plays - a.plays || a.song.id - b.song.id);
}

/** How often those of an artist's songs were played on a day that can be in its chart. */
export const artistPlays = (artist: Artist, day: string): number =>
  chartOf(artist.trend, 'daily', day)
    .filter(({ song }) => isBy(artist)(song))
    .reduce((sum, { plays }) => sum + plays, 0);

function neverMissing(): never {
  throw new RangeError('every period has its artists');
}
