import { deepEqual, equal, ok } from 'node:assert/strict';
import { type Sandbox, startSandbox } from 'sandbox';
import { createChart, trends } from 'sandbox/music';
import { ask } from './ask.js';
import { drawn, seeded } from './drawn.js';

interface SongRecord {
  id: number;
  song_name: string;
  day_released: string;
  trend_id: number;
  singers: { singer_id: number; artist_name: string }[];
  videos: [{ yt_code: string }];
}

describe('the music provider', () => {
  let sandbox: Sandbox;
  before(async () => {
    sandbox = await startSandbox();
  });
  after(() => sandbox.close());

  const get = (path: string) => ask(`${sandbox.url}/music/${path}`);
  const records = async (path: string) => (await get(`${path}&key=sandbox-music-key`)).body.result;
  const find = (keyword: string): Promise<SongRecord[]> => records(`search?keyword=${encodeURIComponent(keyword)}`);

  it(seeded('has charts of every country for any day of the past, of songs that were out then'), async () => {
    ok(trends.length >= 200);
    equal(new Set(trends.map(({ name }) => name)).size, trends.length);
    const days = ['1969-07-21', '2000-02-29', ...drawn.days(6)];
    for (const [index, day] of days.entries()) {
      const trend = drawn.of(trends, index);
      for (const method of ['getDailyChart', 'getWeeklyChart', 'getMonthlyChart']) {
        const chart = await records(`${method}?trend=${trend.id}&day=${day}`);
        equal(chart.length, 40, `${method} of ${trend.name} on ${day}`);
        deepEqual(
          chart.map(({ position }: { position: number }) => position),
          chart.map((_: unknown, place: number) => place + 1),
        );
        for (const [place, song] of chart.entries()) {
          ok(song.plays > 0 && song.plays <= (chart[place - 1]?.plays ?? song.plays), 'most played first');
          ok(song.day_released.slice(0, 10) <= song.day && song.day <= day);
          equal(song.trend_id, trend.id);
        }
        const [{ position, plays, chart: _, day: __, ...first }] = chart;
        deepEqual(await records(`getSongs?ids=${first.id}`), [first]);
      }
      const artists = await records(`getArtistChart?trend=${trend.id}&day=${day}`);
      equal(artists.length, 10);
      const ids = artists.map(({ id }: { id: number }) => id);
      const again = await records(`getArtists?ids=${ids}`);
      deepEqual(
        again.map(({ artist_name }: { artist_name: string }) => artist_name),
        artists.map(({ artist_name }: { artist_name: string }) => artist_name),
      );
    }
    const tomorrow = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);
    equal((await get(`getDailyChart?trend=1&day=${tomorrow}&key=sandbox-music-key`)).status, 404);
  });

  it('has another chart on another day', () => {
    const [trend] = trends;
    ok(trend);
    const next = createChart(trend, 'daily', '2026-03-02');
    ok(createChart(trend, 'daily', '2026-03-01').some(({ song }, index) => song.id !== next[index]?.song.id));
  });

  it(seeded('finds songs by any artist and with any word, and the same by their ids'), async () => {
    for (const word of ['love', 'Taylor Swift', 'beyoncé', '愛', 'кулинария', ...drawn.words(6)]) {
      const found = await find(word);
      ok(found.length >= 10, `${found.length} for ${word}`);
      equal(new Set(found.map(({ id }) => id)).size, found.length);
      deepEqual(await records(`getSongs?ids=${found.map(({ id }) => id)}`), found);
      const own = found.filter(({ singers: [singer] }) => singer?.singer_id === found.at(-9)?.singers[0]?.singer_id);
      const [artist] = await records(`getArtists?ids=${own[0]?.singers[0]?.singer_id}&songs=yes&stats=yes`);
      deepEqual(
        artist.songs.map(({ id }: SongRecord) => id),
        own.map(({ id }) => id),
        `the songs of ${artist.artist_name}`,
      );
      equal(artist.stats.songs, own.length);
    }
    equal((await find('Taylor Swift')).at(-9)?.singers[0]?.artist_name, 'Taylor Swift');
    deepEqual(await find('an unknown band'), []);
  });

  it('finds what is in the charts, by title or singer', async () => {
    const day = new Date().toISOString().slice(0, 10);
    const [song] = await records(`getDailyChart?trend=3&day=${day}`);
    ok((await find(song.song_name)).some(({ song_name }) => song_name.includes(song.song_name)));
    const singer = song.singers[0].artist_name;
    ok((await find(singer)).some(({ singers }) => singers.some(({ artist_name }) => artist_name === singer)));
  });

  it('has the same videos as the video platform, with the same views', async () => {
    for (const song of (await find('harbour')).slice(0, 5)) {
      const [{ yt_code }] = song.videos;
      const [video] = await records(`getVideos?yt_codes=${yt_code}`);
      const { body } = await ask(
        `${sandbox.url}/video-platform/youtube/v3/videos?part=snippet&part=statistics&id=${yt_code}&key=sandbox-key-1`,
      );
      deepEqual([video.song_id, video.song_name], [song.id, song.song_name]);
      equal(body.items[0].snippet.title, song.song_name);
      equal(body.items[0].statistics.viewCount, String(video.views));
      equal(body.items[0].snippet.channelTitle, song.singers.map(({ artist_name }) => artist_name).join(' & '));
    }
  });

  it('refuses as the real service does', async () => {
    equal((await get('getTrends?key=x')).body.error_number, 1);
    equal((await get('getSongs?key=sandbox-music-key')).status, 400);
    equal((await get('getNothing?key=sandbox-music-key')).status, 404);
  });
});
