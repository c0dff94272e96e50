import { json, type SandboxRequest, type SandboxResponse, type SandboxUpstream } from '../http.js';
import { toPhrase } from '../language/phrase.js';
import { findVideoById } from '../video-platform/by-id.js';
import { countViews } from '../video-platform/channel.js';
import { findArtistById, findSongByCode, findSongById } from './by-id.js';
import {
  type Artist,
  type Chart,
  countArtistPlays,
  countPlays,
  createChart,
  findFirstDay,
  isOut,
  listArtists,
  listSongsBy,
  type Song,
} from './catalogue.js';
import { listSongsFor, listSongsOfRequestedArtist } from './requested.js';
import { type Trend, trends } from './trends.js';

const KEY = 'sandbox-music-key';
const CHART_LENGTH = 40;
const MOST_FOUND = 20;
/** Number of countries whose charts are searched. */
const SEARCHED_TRENDS = 10;
/** Maximum ids of one request. */
const MOST_IDS = 50;

/** Error responses of the provider. The numbers are the sandbox's own. */
const refusals = {
  key: { code: 403, number: 1, error: 'Access Denied.' },
  parameter: { code: 400, number: 2, error: 'A required parameter is missing.' },
  unknown: { code: 404, number: 3, error: 'Nothing found.' },
} as const;

type ApiMethod = (query: URLSearchParams, now: Date) => object[] | keyof typeof refusals;

/** Imitates the Popnable API, version 2 (github.com/popnable/popnable-api): `GET {method}?…&key=`. */
export const musicProvider: SandboxUpstream = {
  name: 'music',
  settings: { MUSIC_URL: '{url}', MUSIC_KEY: KEY, MUSIC_PROVIDER_NAME: 'Sandbox Charts' },
  respond({ path, query, now }: SandboxRequest) {
    if (query.get('key') !== KEY) return refusal('key');
    const method = methods[path];
    if (!method) return refusal('unknown');
    const result = method(query, now);
    if (typeof result === 'string') return refusal(result);
    return json(200, { error: 'OK', response_code: 200, error_number: null, units: result.length, result });
  },
};

function refusal(kind: keyof typeof refusals): SandboxResponse {
  const { code, number, error } = refusals[kind];
  return json(code, { error, response_code: code, error_number: number });
}

/** Reads a list, without duplicates. */
const readList = (query: URLSearchParams, name: string): string[] =>
  [...new Set((query.get(name) ?? '').split(',').filter(Boolean))].slice(0, MOST_IDS);
const isYes = (query: URLSearchParams, name: string): boolean => query.get(name) === 'yes';
const readTrend = (query: URLSearchParams): Trend | undefined =>
  trends.find(({ id }) => String(id) === query.get('trend'));

/** Reads the requested day; undefined for a future one. */
function readChartDay(query: URLSearchParams, now: Date): string | undefined {
  const day = query.get('day');
  return day !== null && day <= toDay(now) ? day : undefined;
}

const methods: Readonly<Record<string, ApiMethod>> = {
  search(query, now) {
    const keyword = query.get('keyword');
    if (!keyword) return 'parameter';
    const day = toDay(now);
    const found = [...findChartSongs(keyword, day), ...listSongsFor(keyword)].filter((song) => isOut(song, day));
    return found.slice(0, MOST_FOUND).map(formatSong);
  },
  getTrends(query) {
    const ids = readList(query, 'ids');
    return trends
      .filter(({ id }) => ids.length === 0 || ids.includes(String(id)))
      .map(({ id, name, flag }) => ({ id, trend: name, trend_flag: flag }));
  },
  getSongs(query, now) {
    const ids = readList(query, 'ids');
    if (ids.length === 0) return 'parameter';
    const day = toDay(now);
    const found = ids.flatMap((id) => findSongById(Number(id)) ?? []).filter((song) => isOut(song, day));
    return found.map((song) => formatSongWith(song, query, day));
  },
  getSongsByTrend: (query, now) =>
    withTrend(query, now, (trend, day) =>
      createChart(trend, 'daily', day)
        .slice(0, MOST_FOUND)
        .map(({ song }) => formatSongWith(song, query, day)),
    ),
  getArtists(query, now) {
    const ids = readList(query, 'ids');
    if (ids.length === 0) return 'parameter';
    return ids
      .flatMap((id) => findArtistById(Number(id)) ?? [])
      .map((artist) => formatArtistWith(artist, query, toDay(now)));
  },
  getArtistByTrend: (query, now) =>
    withTrend(query, now, (trend, day) =>
      listArtists(trend, day).map((artist) => formatArtistWith(artist, query, day)),
    ),
  getDailyChart: createChartMethod('daily'),
  getWeeklyChart: createChartMethod('weekly'),
  getMonthlyChart: createChartMethod('monthly'),
  getArtistChart: (query, now) =>
    withTrend(query, now, (trend, day) =>
      listArtists(trend, day)
        .map((artist) => ({ artist, plays: countArtistPlays(artist, day) }))
        .sort((a, b) => b.plays - a.plays)
        .map(({ artist, plays }, index) => ({ position: index + 1, plays, ...formatArtist(artist) })),
    ),
  getVideos(query, now) {
    const codes = readList(query, 'yt_codes');
    if (codes.length === 0) return 'parameter';
    const day = query.get('day') ?? toDay(now);
    return codes
      .flatMap((code) => findSongByCode(code) ?? [])
      .filter((song) => isOut(song, toDay(now)))
      .map((song) => ({
        yt_code: song.code,
        song_id: song.id,
        song_name: song.name,
        views: countVideoViews(song, now),
        ...(isYes(query, 'dailyStats') ? { daily_stats: [{ day, views: countPlays(song, day) }] } : {}),
        ...formatCharts(query, song, day),
      }));
  },
};

/** Counts the views of a song's video, as the video platform does. */
function countVideoViews(song: Song, now: Date): number {
  const video = findVideoById(song.code, now);
  return video ? countViews(video, now) : 0;
}

/** Lists the songs of the day's charts that match a search by their name or artist. */
function findChartSongs(keyword: string, day: string): Song[] {
  const wanted = ` ${toPhrase(keyword)} `;
  const has = (name: string) => ` ${toPhrase(name)} `.includes(wanted);
  return trends
    .slice(0, SEARCHED_TRENDS)
    .flatMap((trend) => createChart(trend, 'daily', day).slice(0, CHART_LENGTH))
    .map(({ song }) => song)
    .filter(({ name, singers }) => has(name) || singers.some((singer) => has(singer.name)))
    .slice(0, MOST_FOUND / 2);
}

function createChartMethod(chart: Chart): ApiMethod {
  return (query, now) =>
    withTrend(query, now, (trend, day) =>
      createChart(trend, chart, day)
        .slice(0, CHART_LENGTH)
        .map(({ song, plays }, index) => ({
          position: index + 1,
          plays,
          chart,
          day: findFirstDay(chart, day),
          ...formatSong(song),
        })),
    );
}

function withTrend(query: URLSearchParams, now: Date, records: (trend: Trend, day: string) => object[]) {
  const trend = readTrend(query);
  if (!query.get('trend') || !query.get('day')) return 'parameter';
  const day = readChartDay(query, now);
  return trend && day ? records(trend, day) : 'unknown';
}

const toDay = (now: Date): string => now.toISOString().slice(0, 10);
const formatSinger = ({ id, name }: Artist) => ({ singer_id: id, artist_name: name });

const formatSong = (song: Song) => ({
  id: song.id,
  song_name: song.name,
  day_released: song.released,
  trend: song.trend.name,
  trend_flag: song.trend.flag,
  trend_id: song.trend.id,
  singers: song.singers.map(formatSinger),
  videos: [{ yt_code: song.code }],
});

const formatSongWith = (song: Song, query: URLSearchParams, day: string) => ({
  ...formatSong(song),
  ...(isYes(query, 'stats') ? { stats: { plays: countPlays(song, day) } } : {}),
  ...formatCharts(query, song, day),
});

function formatCharts(query: URLSearchParams, song: Song, day: string) {
  const wanted = readList(query, 'charts').filter((name): name is Chart =>
    ['daily', 'weekly', 'monthly'].includes(name),
  );
  if (wanted.length === 0) return {};
  const positions = wanted.map((chart) => {
    const position = createChart(song.trend, chart, day).findIndex((entry) => entry.song.id === song.id) + 1;
    return [chart, { day: findFirstDay(chart, day), position }];
  });
  return { charts: Object.fromEntries(positions) };
}

/** Lists the songs of an artist up to a day. */
const listSongs = (artist: Artist, day: string): Song[] =>
  listSongsOfRequestedArtist(artist)?.filter((song) => isOut(song, day)) ?? listSongsBy(artist, day);
const countPlaysOfArtist = (artist: Artist, day: string): number =>
  listSongsOfRequestedArtist(artist)?.reduce((sum, song) => sum + countPlays(song, day), 0) ??
  countArtistPlays(artist, day);

const formatArtist = (artist: Artist) => ({
  id: artist.id,
  artist_name: artist.name,
  trend: artist.trend.name,
  trend_flag: artist.trend.flag,
  trend_id: artist.trend.id,
});

const formatArtistWith = (artist: Artist, query: URLSearchParams, day: string) => ({
  ...formatArtist(artist),
  ...(isYes(query, 'stats')
    ? { stats: { plays: countPlaysOfArtist(artist, day), songs: listSongs(artist, day).length } }
    : {}),
  ...(isYes(query, 'songs') ? { songs: listSongs(artist, day).map(formatSong) } : {}),
});
