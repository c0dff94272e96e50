import { json, type SandboxAnswer, type SandboxRequest, type SandboxUpstream } from '../http.js';
import { toPhrase } from '../language/phrase.js';
import { videoWithId } from '../video-platform/by-id.js';
import { countViews } from '../video-platform/channel.js';
import { songsAskedFor, songsByAsked } from './asked.js';
import { artistWithId, songWithCode, songWithId } from './by-id.js';
import {
  type Artist,
  artistPlays,
  artistsOf,
  type Chart,
  chartDay,
  chartOf,
  isOut,
  playsOf,
  type Song,
  songsBy,
} from './catalogue.js';
import { type Trend, trends } from './trends.js';

const KEY = 'sandbox-music-key';
const CHART_LENGTH = 40;
const MOST_FOUND = 20;
/** The countries in whose charts a search looks. */
const SEARCHED_TRENDS = 10;
/** Things that one call may ask for by their ids. */
const MOST_IDS = 50;

/** Error responses of the provider. The numbers are the sandbox's own. */
const refusals = {
  key: { code: 403, number: 1, error: 'Access Denied.' },
  parameter: { code: 400, number: 2, error: 'A required parameter is missing.' },
  unknown: { code: 404, number: 3, error: 'Nothing found.' },
} as const;

type Answering = (query: URLSearchParams, now: Date) => object[] | keyof typeof refusals;

/** Speaks as the Popnable API, version 2, does (github.com/popnable/popnable-api): `GET {method}?…&key=`. */
export const musicProvider: SandboxUpstream = {
  name: 'music',
  settings: { MUSIC_URL: '{url}', MUSIC_KEY: KEY, MUSIC_PROVIDER_NAME: 'Sandbox Charts' },
  answer({ path, query, now }: SandboxRequest) {
    if (query.get('key') !== KEY) return refusal('key');
    const method = methods[path];
    if (!method) return refusal('unknown');
    const result = method(query, now);
    if (typeof result === 'string') return refusal(result);
    return json(200, { error: 'OK', response_code: 200, error_number: null, units: result.length, result });
  },
};

function refusal(kind: keyof typeof refusals): SandboxAnswer {
  const { code, number, error } = refusals[kind];
  return json(code, { error, response_code: code, error_number: number });
}

/** The values of a list, each once. */
const listIn = (query: URLSearchParams, name: string): string[] =>
  [...new Set((query.get(name) ?? '').split(',').filter(Boolean))].slice(0, MOST_IDS);
const isYes = (query: URLSearchParams, name: string): boolean => query.get(name) === 'yes';
const trendIn = (query: URLSearchParams): Trend | undefined =>
  trends.find(({ id }) => String(id) === query.get('trend'));

/** The day asked for, unless it has not come yet. */
function chartDayIn(query: URLSearchParams, now: Date): string | undefined {
  const day = query.get('day');
  return day !== null && day <= toDay(now) ? day : undefined;
}

const methods: Readonly<Record<string, Answering>> = {
  search(query, now) {
    const keyword = query.get('keyword');
    if (!keyword) return 'parameter';
    const day = toDay(now);
    const found = [...chartSongsWith(keyword, day), ...songsAskedFor(keyword)].filter((song) => isOut(song, day));
    return found.slice(0, MOST_FOUND).map(songRecord);
  },
  getTrends(query) {
    const ids = listIn(query, 'ids');
    return trends
      .filter(({ id }) => ids.length === 0 || ids.includes(String(id)))
      .map(({ id, name, flag }) => ({ id, trend: name, trend_flag: flag }));
  },
  getSongs(query, now) {
    const ids = listIn(query, 'ids');
    if (ids.length === 0) return 'parameter';
    const day = toDay(now);
    const found = ids.flatMap((id) => songWithId(Number(id)) ?? []).filter((song) => isOut(song, day));
    return found.map((song) => songWith(song, query, day));
  },
  getSongsByTrend: (query, now) =>
    ofTrend(query, now, (trend, day) =>
      chartOf(trend, 'daily', day)
        .slice(0, MOST_FOUND)
        .map(({ song }) => songWith(song, query, day)),
    ),
  getArtists(query, now) {
    const ids = listIn(query, 'ids');
    if (ids.length === 0) return 'parameter';
    return ids.flatMap((id) => artistWithId(Number(id)) ?? []).map((artist) => artistWith(artist, query, toDay(now)));
  },
  getArtistByTrend: (query, now) =>
    ofTrend(query, now, (trend, day) => artistsOf(trend, day).map((artist) => artistWith(artist, query, day))),
  getDailyChart: chartMethod('daily'),
  getWeeklyChart: chartMethod('weekly'),
  getMonthlyChart: chartMethod('monthly'),
  getArtistChart: (query, now) =>
    ofTrend(query, now, (trend, day) =>
      artistsOf(trend, day)
        .map((artist) => ({ artist, plays: artistPlays(artist, day) }))
        .sort((a, b) => b.plays - a.plays)
        .map(({ artist, plays }, index) => ({ position: index + 1, plays, ...artistRecord(artist) })),
    ),
  getVideos(query, now) {
    const codes = listIn(query, 'yt_codes');
    if (codes.length === 0) return 'parameter';
    const day = query.get('day') ?? toDay(now);
    return codes
      .flatMap((code) => songWithCode(code) ?? [])
      .filter((song) => isOut(song, toDay(now)))
      .map((song) => ({
        yt_code: song.code,
        song_id: song.id,
        song_name: song.name,
        views: viewsOfVideo(song, now),
        ...(isYes(query, 'dailyStats') ? { daily_stats: [{ day, views: playsOf(song, day) }] } : {}),
        ...chartsWanted(query, song, day),
      }));
  },
};

/** As the video platform counts them. */
function viewsOfVideo(song: Song, now: Date): number {
  const video = videoWithId(song.code, now);
  return video ? countViews(video, now) : 0;
}

/** Today's charts, of whose songs and artists those are that a search finds first. */
function chartSongsWith(keyword: string, day: string): Song[] {
  const wanted = ` ${toPhrase(keyword)} `;
  const has = (name: string) => ` ${toPhrase(name)} `.includes(wanted);
  return trends
    .slice(0, SEARCHED_TRENDS)
    .flatMap((trend) => chartOf(trend, 'daily', day).slice(0, CHART_LENGTH))
    .map(({ song }) => song)
    .filter(({ name, singers }) => has(name) || singers.some((singer) => has(singer.name)))
    .slice(0, MOST_FOUND / 2);
}

function chartMethod(chart: Chart): Answering {
  return (query, now) =>
    ofTrend(query, now, (trend, day) =>
      chartOf(trend, chart, day)
        .slice(0, CHART_LENGTH)
        .map(({ song, plays }, index) => ({
          position: index + 1,
          plays,
          chart,
          day: chartDay(chart, day),
          ...songRecord(song),
        })),
    );
}

function ofTrend(query: URLSearchParams, now: Date, records: (trend: Trend, day: string) => object[]) {
  const trend = trendIn(query);
  if (!query.get('trend') || !query.get('day')) return 'parameter';
  const day = chartDayIn(query, now);
  return trend && day ? records(trend, day) : 'unknown';
}

const toDay = (now: Date): string => now.toISOString().slice(0, 10);
const singerRecord = ({ id, name }: Artist) => ({ singer_id: id, artist_name: name });

const songRecord = (song: Song) => ({
  id: song.id,
  song_name: song.name,
  day_released: song.released,
  trend: song.trend.name,
  trend_flag: song.trend.flag,
  trend_id: song.trend.id,
  singers: song.singers.map(singerRecord),
  videos: [{ yt_code: song.code }],
});

const songWith = (song: Song, query: URLSearchParams, day: string) => ({
  ...songRecord(song),
  ...(isYes(query, 'stats') ? { stats: { plays: playsOf(song, day) } } : {}),
  ...chartsWanted(query, song, day),
});

function chartsWanted(query: URLSearchParams, song: Song, day: string) {
  const wanted = listIn(query, 'charts').filter((name): name is Chart => ['daily', 'weekly', 'monthly'].includes(name));
  if (wanted.length === 0) return {};
  const positions = wanted.map((chart) => {
    const position = chartOf(song.trend, chart, day).findIndex((entry) => entry.song.id === song.id) + 1;
    return [chart, { day: chartDay(chart, day), position }];
  });
  return { charts: Object.fromEntries(positions) };
}

/** Songs of an artist up to a day, with their popularity. */
const listSongs = (artist: Artist, day: string): Song[] =>
  songsByAsked(artist)?.filter((song) => isOut(song, day)) ?? songsBy(artist, day);
const playsOfArtist = (artist: Artist, day: string): number =>
  songsByAsked(artist)?.reduce((sum, song) => sum + playsOf(song, day), 0) ?? artistPlays(artist, day);

const artistRecord = (artist: Artist) => ({
  id: artist.id,
  artist_name: artist.name,
  trend: artist.trend.name,
  trend_flag: artist.trend.flag,
  trend_id: artist.trend.id,
});

const artistWith = (artist: Artist, query: URLSearchParams, day: string) => ({
  ...artistRecord(artist),
  ...(isYes(query, 'stats')
    ? { stats: { plays: playsOfArtist(artist, day), songs: listSongs(artist, day).length } }
    : {}),
  ...(isYes(query, 'songs') ? { songs: listSongs(artist, day).map(songRecord) } : {}),
});
