import { deepEqual, equal, ok, rejects } from 'node:assert/strict';
import { createChart, trends } from 'sandbox/music';
import { musicActions } from '../../shared/contract/catalogue/music.js';
import { openStage, type Stage } from '../../test/helpers/handler-stage.js';
import { runHandler } from '../../test/helpers/run-handler.js';
import chartData from './chart-data.js';

const day = '2026-02-12';

describe('music chart-data', () => {
  let stage: Stage;
  before(async () => {
    stage = await openStage();
  });
  after(() => stage.close());
  beforeEach(async () => {
    await stage.reset();
    await stage.setTime('2026-03-10T12:00:00Z');
  });

  const ask = (input: object, settings = {}) => runHandler(chartData, input, stage.given(settings));
  const records = async (input: object) => (await ask(input)).data;
  const refused = (input: object, message: string) => rejects(ask(input), { status: 422, message });

  const [trend] = trends;
  const song = trend && createChart(trend, 'daily', day)[0]?.song;
  ok(trend && song);

  /** A call of each action, and the provider's method and parameters that it comes to. */
  const calls: Record<(typeof musicActions)[number], [object, string, Record<string, string>]> = {
    search: [{ keyword: song.name }, 'search', { keyword: song.name }],
    'get-trends': [{ ids: '1, 2' }, 'getTrends', { ids: '1,2' }],
    'get-songs': [
      { ids: '1,2', stats: 'yes', charts: 'daily, weekly' },
      'getSongs',
      { ids: '1,2', stats: 'yes', charts: 'daily,weekly' },
    ],
    'get-songs-by-trend': [{ trend: '1', day, stats: 'no' }, 'getSongsByTrend', { trend: '1', day, stats: 'no' }],
    'get-artists': [{ ids: 3, songs: true }, 'getArtists', { ids: '3', songs: 'yes' }],
    'get-artist-by-trend': [{ trend: '1', day, stats: 'yes' }, 'getArtistByTrend', { trend: '1', day, stats: 'yes' }],
    'get-daily-chart': [{ trend: '1', day }, 'getDailyChart', { trend: '1', day }],
    'get-weekly-chart': [{ trend: '1', day }, 'getWeeklyChart', { trend: '1', day }],
    'get-monthly-chart': [{ trend: '1', day }, 'getMonthlyChart', { trend: '1', day }],
    'get-artist-chart': [{ trend: '1', day }, 'getArtistChart', { trend: '1', day }],
    'get-videos': [
      { yt_codes: song.code, dailyStats: 'yes', day },
      'getVideos',
      { yt_codes: song.code, dailyStats: 'yes', day },
    ],
  };

  for (const action of musicActions) {
    it(`${action} calls its method and says which`, async () => {
      const [input, method, sent] = calls[action];
      const { data, meta } = await ask({ action, ...input });
      ok(data.length > 0);
      deepEqual(meta, {
        provider: 'Sandbox Charts',
        upstream_response_code: 200,
        upstream_error_number: null,
        endpoint: method,
      });
      const [request] = await stage.received('music');
      equal(request?.path, method);
      deepEqual(request?.query, { ...sent, key: 'sandbox-music-key' });
    });
  }

  it('gives songs in the documented shape', async () => {
    const [record] = await records({ action: 'get-songs', ids: String(song.id) });
    deepEqual(record, {
      id: song.id,
      song_name: song.name,
      day_released: song.released,
      trend: trend.name,
      trend_flag: trend.flag,
      trend_id: trend.id,
      singers: song.singers.map(({ id, name }) => ({ singer_id: id, artist_name: name })),
      videos: [{ yt_code: song.code }],
    });
  });

  it('gives ids as whole numbers, also when the provider sends text', async () => {
    const result = [{ id: '7', trend_id: '3', song_name: '99', singers: [{ singer_id: '12', artist_name: '1' }] }];
    await stage.injectFault({
      upstream: 'music',
      kind: 'other-body',
      body: JSON.stringify({ response_code: '200', result }),
    });
    deepEqual(await records({ action: 'get-songs', ids: '7' }), [
      { id: 7, trend_id: 3, song_name: '99', singers: [{ singer_id: 12, artist_name: '1' }] },
    ]);
  });

  it('gives all trends when no ids are named', async () => {
    equal((await records({ action: 'get-trends' })).length, trends.length);
  });

  it('gives charts in order', async () => {
    const chart = await records({ action: 'get-weekly-chart', trend: '1', day });
    deepEqual(
      chart.map(({ position }) => position),
      chart.map((_, index) => index + 1),
    );
    deepEqual(
      chart.map(({ id }) => id),
      createChart(trend, 'weekly', day)
        .slice(0, 40)
        .map((entry) => entry.song.id),
    );
    equal(chart[0]?.day, '2026-02-09');
  });

  it('returns the same response to the same request', async () => {
    const question = { action: 'get-daily-chart', trend: '5', day };
    const first = await ask(question);
    deepEqual(await ask(question), first);
    equal((await stage.received('music')).length, 1);
    await stage.redis.flushall();
    deepEqual(await ask(question), first);
  });

  it('needs an action that it knows', async () => {
    await refused({}, 'action is required');
    await refused({ action: 'get-everything' }, `action must be one of ${musicActions.join(', ')}`);
  });

  it('needs the fields of each action, and says which is missing', async () => {
    await refused({ action: 'search' }, 'keyword is required for the action search');
    for (const action of ['get-songs', 'get-artists'])
      await refused({ action }, `ids is required for the action ${action}`);
    for (const action of [
      'get-songs-by-trend',
      'get-artist-by-trend',
      'get-daily-chart',
      'get-weekly-chart',
      'get-monthly-chart',
      'get-artist-chart',
    ]) {
      await refused({ action, day }, `trend is required for the action ${action}`);
      await refused({ action, trend: '1' }, `day is required for the action ${action}`);
    }
    await refused({ action: 'get-videos' }, 'yt_codes is required for the action get-videos');
  });

  it('refuses fields that are not what they should be', async () => {
    await refused({ action: 'get-songs', ids: '1,x' }, 'ids must be a comma-separated list of ids');
    await refused({ action: 'get-daily-chart', trend: 'US', day }, 'trend must be the id of a trend');
    await refused({ action: 'get-daily-chart', trend: '1', day: '2026-02-30' }, 'day must be a date as YYYY-MM-DD');
    await refused({ action: 'get-songs', ids: '1', stats: 'maybe' }, 'stats must be true or false');
    await refused(
      { action: 'get-songs', ids: '1', charts: 'hourly' },
      'charts must be a comma-separated list of daily, weekly, monthly, artists',
    );
  });

  it('has no records for what the provider does not find', async () => {
    const { data, meta } = await ask({ action: 'get-daily-chart', trend: '999', day });
    deepEqual(data, []);
    deepEqual([meta.upstream_response_code, meta.upstream_error_number], [404, 3]);
  });

  it('is denied in the name of the provider, by a status or by the code in the body', async () => {
    const denied = { status: 403, message: 'Sandbox Charts: Access Denied.' };
    await rejects(ask({ action: 'get-trends' }, { MUSIC_KEY: 'wrong' }), denied);
    await stage.redis.flushall();
    const body = JSON.stringify({ error: 'no', response_code: 403, error_number: 1 });
    await stage.injectFault({ upstream: 'music', kind: 'other-body', body });
    await rejects(ask({ action: 'get-trends' }), denied);
  });

  it('fails with 502 when the provider is down, by a status or by the code in the body', async () => {
    const down = { status: 502, message: 'Upstream unavailable' };
    await stage.injectFault({ upstream: 'music', kind: 'server-error', times: 3 });
    await rejects(ask({ action: 'get-trends' }), down);
    equal((await ask({ action: 'get-trends' })).data.length, trends.length);
    const body = JSON.stringify({ error: 'down', response_code: 500, error_number: 9 });
    await stage.injectFault({ upstream: 'music', kind: 'other-body', body, times: 3 });
    await rejects(ask({ action: 'get-trends', ids: '1' }), down);
    equal((await ask({ action: 'get-trends', ids: '1' })).data.length, 1);
  });

  it('names the setting that is missing', async () => {
    await rejects(ask({ action: 'get-trends' }, { MUSIC_URL: undefined, MUSIC_KEY: undefined }), {
      status: 502,
      message: 'Upstream not configured: set MUSIC_KEY',
    });
  });
});
