import { equal, ok } from 'node:assert/strict';
import { type Sandbox, startSandbox } from 'sandbox';
import { artists, chartOf, songs, trends } from 'sandbox/music';
import { ask } from './ask.js';

describe('the music provider', () => {
  let sandbox: Sandbox;
  before(async () => {
    sandbox = await startSandbox();
  });
  after(() => sandbox.close());

  const get = (path: string) => ask(`${sandbox.url}/music/${path}`);

  it('has a large catalogue, each thing once', () => {
    ok(trends.length >= 40 && songs.length >= 2_000);
    for (const things of [trends, songs, artists]) {
      equal(new Set(things.map(({ id }: { id: number }) => id)).size, things.length);
    }
  });

  it('has charts for each of the last 400 days', async () => {
    for (const days of [0, 1, 200, 398]) {
      const day = new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
      for (const method of ['getDailyChart', 'getWeeklyChart', 'getMonthlyChart', 'getArtistChart']) {
        const { body } = await get(`${method}?trend=1&day=${day}&key=sandbox-music-key`);
        ok(body.result.length >= 10, `${method} of ${day}`);
      }
    }
  });

  it('has another chart on another day', () => {
    const [trend] = trends;
    ok(trend);
    const next = chartOf(trend, 'daily', '2026-03-02');
    ok(chartOf(trend, 'daily', '2026-03-01').some(({ song }, index) => song !== next[index]?.song));
  });

  it('refuses as the real service does', async () => {
    equal((await get('getTrends?key=x')).body.error_number, 1);
    equal((await get('getSongs?key=sandbox-music-key')).status, 400);
    equal((await get('getNothing?key=sandbox-music-key')).status, 404);
  });
});
