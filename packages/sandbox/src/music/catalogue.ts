import { formatId, videoIds } from '../ids.js';
import { addDays, between, chance, countDays } from '../world.js';
import { coinArtist, coinSong } from './names.js';
import { type Trend, trends } from './trends.js';

// Each country has new songs in each month, and new artists every few years. They are generated when a chart or an id needs
// them. Today's have the lowest ids.

const SONGS_PER_MONTH = 4;
const ARTISTS_PER_ERA = 10;
const MONTHS_PER_ERA = 96;
/** Month with the lowest ids, in months since the year 0. */
const FIRST_MONTH = 2024 * 12 + 5;
/** Number of periods with ids, from the first one. */
const FARTHEST = 12 * 100;
/** Maximum time of a song in the charts, in months. */
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

/** Creates the id of a song's video, which is the same on the video platform. */
export const createVideoCode = (songId: number): string => formatId(videoIds, 'other', BigInt(songId));

/** Maps distances to counts, alternating around zero: 0, -1, 1, -2, 2 … → 0, 1, 2, 3, 4 … */
const toCount = (distance: number): number => (distance < 0 ? -2 * distance - 1 : 2 * distance);
const fromCount = (count: number): number => (count % 2 === 1 ? -(count + 1) / 2 : count / 2);

/** Numbers objects of which each country has several in each period: creates their ids, and parses them. */
function createNumbering(first: number, perPeriod: number) {
  return {
    createId: (trend: Trend, period: number, slot: number): number =>
      (toCount(period - first) * trends.length + trend.id - 1) * perPeriod + slot + 1,
    parseId(id: number): { trend: Trend; period: number; slot: number } | undefined {
      const place = Math.floor((id - 1) / perPeriod);
      const trend = trends[place % trends.length];
      const period = first + fromCount(Math.floor(place / trends.length));
      return trend && id >= 1 && period >= 0 && period < first + FARTHEST
        ? { trend, period, slot: (id - 1) % perPeriod }
        : undefined;
    },
  };
}

const findEra = (month: number): number => Math.floor(month / MONTHS_PER_ERA);
const songNumbers = createNumbering(FIRST_MONTH, SONGS_PER_MONTH);
const artistNumbers = createNumbering(findEra(FIRST_MONTH), ARTISTS_PER_ERA);

/** Finds an artist of the charts, at any time, by id. */
export function findChartArtist(id: number): Artist | undefined {
  const place = artistNumbers.parseId(id);
  return place && { id, name: coinArtist(`artist ${id}`), trend: place.trend };
}

const pickArtist = (trend: Trend, era: number, seed: string): Artist => {
  const id = artistNumbers.createId(trend, era, between(0, ARTISTS_PER_ERA - 1, seed));
  return { id, name: coinArtist(`artist ${id}`), trend };
};

/** Picks an artist of a country at the time of a day. */
export const pickArtistOfTime = (trend: Trend, day: string, seed: string): Artist =>
  pickArtist(trend, findEra(parseMonth(day)), seed);

/** Lists the artists of a country at the time of a day. */
export const listArtists = (trend: Trend, day: string): Artist[] =>
  Array.from(
    { length: ARTISTS_PER_ERA },
    (_, slot) => findChartArtist(artistNumbers.createId(trend, findEra(parseMonth(day)), slot)) ?? throwMissingArtist(),
  );

/** Finds a song of the charts, at any time, by id. */
export function findChartSong(id: number): Song | undefined {
  const place = songNumbers.parseId(id);
  return place && createChartSong(id, place.trend, place.period);
}

function createChartSong(id: number, trend: Trend, month: number): Song {
  const seed = `song ${id}`;
  const era = findEra(month);
  const [singer, guest] = [pickArtist(trend, era, `singer ${seed}`), pickArtist(trend, era, `guest ${seed}`)];
  return {
    id,
    name: coinSong(seed),
    released: `${formatFirstDay(month).slice(0, 8)}${String(between(1, 28, seed)).padStart(2, '0')} 00:00:00`,
    trend,
    singers: guest.id !== singer.id && chance(`duet ${seed}`) < 0.25 ? [singer, guest] : [singer],
    get code() {
      return createVideoCode(id);
    },
  };
}

/** Lists the new songs of a country in a month. */
const listSongsOfMonth = (trend: Trend, month: number): Song[] =>
  Array.from({ length: SONGS_PER_MONTH }, (_, slot) =>
    createChartSong(songNumbers.createId(trend, month, slot), trend, month),
  );

const parseMonth = (day: string): number => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1;
const formatFirstDay = (month: number): string =>
  `${String(Math.floor(month / 12)).padStart(4, '0')}-${String((month % 12) + 1).padStart(2, '0')}-01`;

/** Lists the new songs of a country in the months up to a day. */
function listSongsUntil(trend: Trend, day: string, months: number): Song[] {
  const last = parseMonth(day);
  const first = Math.max(0, last - months + 1);
  return Array.from({ length: last - first + 1 }, (_, index) => listSongsOfMonth(trend, first + index))
    .flat()
    .filter((song) => isOut(song, day));
}

export const isOut = (song: Song, day: string): boolean => song.released.slice(0, 10) <= day;

/** Lists the songs of an artist up to a day. */
export function listSongsBy(artist: Artist, day: string): Song[] {
  const era = artistNumbers.parseId(artist.id)?.period ?? 0;
  const end = formatFirstDay((era + 1) * MONTHS_PER_ERA - 1);
  const until = day < end ? day : `${end.slice(0, 8)}31`;
  const months = parseMonth(until) - era * MONTHS_PER_ERA + 1;
  return months < 1 ? [] : listSongsUntil(artist.trend, until, months).filter(isSungBy(artist));
}

const isSungBy =
  (artist: Artist) =>
  ({ singers }: Song): boolean =>
    singers.some(({ id }) => id === artist.id);

export type Chart = 'daily' | 'weekly' | 'monthly';

/** Returns the first day of the chart of a day. Weeks begin on Monday. */
export function findFirstDay(chart: Chart, day: string): string {
  if (chart === 'daily') return day;
  if (chart === 'monthly') return `${day.slice(0, 7)}-01`;
  return addDays(day, -((new Date(day).getUTCDay() + 6) % 7));
}

/** Counts the plays of a song on a day, from which charts are created. They halve every half a year. */
export function countPlays(song: Song, day: string): number {
  const age = countDays(song.released.slice(0, 10), day);
  if (age < 0) return 0;
  const fame = 10_000 * chance(`fame ${song.id}`) * (1 + 0.5 * chance(`plays ${song.id} ${day}`));
  return Math.ceil(fame * 2 ** (-age / 182));
}

/** Creates a chart of a country, the most played songs first. */
export function createChart(trend: Trend, chart: Chart, day: string): { song: Song; plays: number }[] {
  const first = findFirstDay(chart, day);
  return listSongsUntil(trend, first, CHART_MONTHS)
    .map((song) => ({ song, plays: countPlays(song, first) }))
    .sort((a, b) => b.plays - a.plays || a.song.id - b.song.id);
}

/** Counts the plays of an artist's songs on a day, of those that can be in its chart. */
export const countArtistPlays = (artist: Artist, day: string): number =>
  createChart(artist.trend, 'daily', day)
    .filter(({ song }) => isSungBy(artist)(song))
    .reduce((sum, { plays }) => sum + plays, 0);

function throwMissingArtist(): never {
  throw new RangeError('every period has its artists');
}
