import { json, type SandboxAnswer, type SandboxRequest, type SandboxUpstream } from '../http.js';
import { addDays } from '../world.js';
import {
  type Artist,
  artists,
  type Chart,
  chartDay,
  chartOf,
  playsOf,
  type Song,
  songs,
  type Trend,
  trends,
} from './catalogue.js';

const KEY = 'sandbox-music-key';
/** Charts reach back this many days. */
const CHART_DAYS = 400;
const CHART_LENGTH = 40;
const MOST_FOUND = 20;

/** What the provider says when it says no; the numbers are the sandbox's own. */
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

const idsIn = (query: URLSearchParams, name: string): string[] => (query.get(name) ?? '').split(',').filter(Boolean);
const isYes = (query: URLSearchParams, name: string): boolean => query.get(name) === 'yes';
const trendIn = (query: URLSearchParams): Trend | undefined =>
  trends.find(({ id }) => String(id) === query.get('trend'));

/** The day asked for, if the charts reach back to it. */
function chartDayIn(query: URLSearchParams, now: Date): string | undefined {
  const day = query.get('day');
  const today = now.toISOString().slice(0, 10);
  return day !== null && day <= today && day > addDays(today, -CHART_DAYS) ? day : undefined;
}

const methods: Readonly<Record<string, Answering>> = {
  search(query) {
    const keyword = query.get('keyword')?.toLowerCase();
    if (!keyword) return 'parameter';
    const found = songs.filter(
      ({ name, singers }) =>
        name.toLowerCase().includes(keyword) || singers.some((singer) => singer.name.toLowerCase().includes(keyword)),
    );
    return found.slice(0, MOST_FOUND).map((song) => songRecord(song));
  },
  getTrends(query) {
    const ids = idsIn(query, 'ids');
    return trends
      .filter(({ id }) => ids.length === 0 || ids.includes(String(id)))
      .map(({ id, name, flag }) => ({ id, trend: name, trend_flag: flag }));
  },
  getSongs(query, now) {
    const ids = idsIn(query, 'ids');
    if (ids.length === 0) return 'parameter';
    return songs.filter(({ id }) => ids.includes(String(id))).map((song) => songWith(song, query, dayOf(now)));
  },
  getSongsByTrend: (query, now) =>
    ofTrend(query, now, (trend, day) =>
      chartOf(trend, 'daily', day)
        .slice(0, MOST_FOUND)
        .map(({ song }) => songWith(song, query, day)),
    ),
  getArtists(query, now) {
    const ids = idsIn(query, 'ids');
    if (ids.length === 0) return 'parameter';
    return artists.filter(({ id }) => ids.includes(String(id))).map((artist) => artistWith(artist, query, dayOf(now)));
  },
  getArtistByTrend: (query, now) =>
    ofTrend(query, now, (trend, day) =>
      artists.filter((artist) => artist.trend === trend).map((artist) => artistWith(artist, query, day)),
    ),
  getDailyChart: chartMethod('daily'),
  getWeeklyChart: chartMethod('weekly'),
  getMonthlyChart: chartMethod('monthly'),
  getArtistChart: (query, now) =>
    ofTrend(query, now, (trend, day) =>
      artists
        .filter((artist) => artist.trend === trend)
        .map((artist) => ({ artist, plays: artistPlays(artist, day) }))
        .sort((a, b) => b.plays - a.plays)
        .map(({ artist, plays }, index) => ({ position: index + 1, plays, ...artistRecord(artist) })),
    ),
  getVideos(query, now) {
    const codes = idsIn(query, 'yt_codes');
    if (codes.length === 0) return 'parameter';
    const day = query.get('day') ?? dayOf(now);
    return songs
      .filter(({ code }) => codes.includes(code))
      .map((song) => ({
        yt_code: song.code,
        song_id: song.id,
        song_name: song.name,
        views: playsOf(song, day) * 100,
        ...(isYes(query, 'dailyStats') ? { daily_stats: [{ day, views: playsOf(song, day) }] } : {}),
        ...chartsWanted(query, song, day),
      }));
  },
};

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

const dayOf = (now: Date): string => now.toISOString().slice(0, 10);
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
  const wanted = idsIn(query, 'charts').filter((name): name is Chart => ['daily', 'weekly', 'monthly'].includes(name));
  if (wanted.length === 0) return {};
  const positions = wanted.map((chart) => {
    const position = chartOf(song.trend, chart, day).findIndex((entry) => entry.song === song) + 1;
    return [chart, { day: chartDay(chart, day), position }];
  });
  return { charts: Object.fromEntries(positions) };
}

const songsOf = (artist: Artist): Song[] => songs.filter(({ singers }) => singers.includes(artist));
const artistPlays = (artist: Artist, day: string): number =>
  songsOf(artist).reduce((sum, song) => sum + playsOf(song, day), 0);

const artistRecord = (artist: Artist) => ({
  id: artist.id,
  artist_name: artist.name,
  trend: artist.trend.name,
  trend_flag: artist.trend.flag,
  trend_id: artist.trend.id,
});

const artistWith = (artist: Artist, query: URLSearchParams, day: string) => ({
  ...artistRecord(artist),
  ...(isYes(query, 'stats') ? { stats: { plays: artistPlays(artist, day), songs: songsOf(artist).length } } : {}),
  ...(isYes(query, 'songs') ? { songs: songsOf(artist).map(songRecord) } : {}),
});
