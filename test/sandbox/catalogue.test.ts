import { deepEqual, equal, ok } from 'node:assert/strict';
import { artists, chartOf, songs, trends } from '../../embedded/sandbox/music/catalogue.js';
import { type Sandbox, startSandbox } from '../../embedded/sandbox/server.js';
import { sandboxSettings, sandboxUpstreams } from '../../embedded/sandbox/upstreams.js';
import { allVideos, channels, playlists, viewsOf } from '../../embedded/sandbox/video-platform/catalogue.js';
import { settings as declared } from '../../shared/process/config.js';
import { launch } from '../helpers/launch.js';

const now = new Date('2026-03-10T12:00:00Z');

describe('the sandbox', () => {
  let sandbox: Sandbox;
  before(async () => {
    sandbox = await startSandbox();
  });
  after(() => sandbox.close());

  const get = async (path: string) => {
    const answer = await fetch(sandbox.url + path);
    // biome-ignore lint/suspicious/noExplicitAny: answers of several protocols are looked into
    return { status: answer.status, body: (await answer.json()) as any };
  };
  const list = (path: string) => get(`/video-platform/youtube/v3/${path}&key=sandbox-key-1`);

  it('has a large catalogue, each thing once', () => {
    const videos = allVideos(now);
    const sizes = { channels: 60, playlists: 300, trends: 40, songs: 2_000 };
    ok(channels.length >= sizes.channels && playlists.length >= sizes.playlists);
    ok(videos.length >= 3_000, `${videos.length} videos`);
    ok(trends.length >= sizes.trends && songs.length >= sizes.songs);
    for (const things of [channels, videos, playlists, trends, songs, artists]) {
      equal(new Set(things.map(({ id }: { id: string | number }) => id)).size, things.length);
    }
  });

  it('has charts for each of the last 400 days', async () => {
    const [trend] = trends;
    ok(trend);
    for (const days of [0, 1, 200, 398]) {
      const day = new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
      for (const method of ['getDailyChart', 'getWeeklyChart', 'getMonthlyChart', 'getArtistChart']) {
        const { body } = await get(`/music/${method}?trend=1&day=${day}&key=sandbox-music-key`);
        ok(body.result.length >= 10, `${method} of ${day}`);
      }
    }
    ok(
      chartOf(trend, 'daily', '2026-03-01').some(
        ({ song }, index) => song !== chartOf(trend, 'daily', '2026-03-02')[index]?.song,
      ),
    );
  });

  it('says the same on the same day', () => {
    const evening = new Date('2026-03-10T23:00:00Z');
    const [video] = allVideos(new Date('2026-03-01T00:00:00Z'));
    ok(video);
    equal(viewsOf(video, now), viewsOf(video, now));
    ok(viewsOf(video, evening) >= viewsOf(video, now));
    deepEqual(allVideos(now).slice(0, 50), allVideos(now).slice(0, 50));
  });

  it('pages as the real service does', async () => {
    const first = await list('search?part=snippet&type=video&q=sandbox&maxResults=50');
    const { nextPageToken, pageInfo, items } = first.body;
    equal(items.length, 50);
    ok(pageInfo.totalResults > 50);
    const second = await list(`search?part=snippet&type=video&q=sandbox&maxResults=50&pageToken=${nextPageToken}`);
    const ids = [...items, ...second.body.items].map(({ id }: { id: { videoId: string } }) => id.videoId);
    equal(new Set(ids).size, 100);
    equal((await list('search?part=snippet&q=sandbox')).body.items.length, 5);
  });

  it('answers partially when fields are chosen', async () => {
    const { body } = await list(
      `channels?part=snippet&part=statistics&forHandle=@sunday-dough&fields=items(id,snippet/title,statistics(viewCount))`,
    );
    deepEqual(Object.keys(body), ['items']);
    deepEqual(Object.keys(body.items[0]), ['id', 'snippet', 'statistics']);
    deepEqual(body.items[0].snippet, { title: 'Sunday Dough' });
    equal(
      (await list('channels?part=id&forHandle=@sunday-dough&fields=items(')).body.error.errors[0].reason,
      'invalidParameter',
    );
  });

  it('refuses as the real service does', async () => {
    const reasonOf = async (path: string) => {
      const { status, body } = await get(`/video-platform/youtube/v3/${path}`);
      return [status, body.error.code, body.error.errors[0].reason];
    };
    deepEqual(await reasonOf('channels?part=id&forHandle=x'), [400, 400, 'badRequest']);
    const keyed = (path: string) => reasonOf(`${path}&key=sandbox-key-1`);
    deepEqual(await keyed('channels?forHandle=x'), [400, 400, 'missingRequiredParameter']);
    deepEqual(await keyed('channels?part=id'), [400, 400, 'missingRequiredParameter']);
    deepEqual(await keyed('playlistItems?part=id&playlistId=UUnone'), [404, 404, 'playlistNotFound']);
    deepEqual(await keyed('playlists?part=id&channelId=none'), [404, 404, 'channelNotFound']);
    deepEqual(await keyed('search?part=id&q=x&maxResults=51'), [400, 400, 'invalidParameter']);
    deepEqual(await keyed('search?part=id&q=x&pageToken=zzz'), [400, 400, 'invalidPageToken']);
    equal((await get('/rates-primary/latest.json')).body.message, 'missing_app_id');
    equal((await get('/rates-primary/latest.json?app_id=x')).body.message, 'invalid_app_id');
    equal((await get('/music/getTrends?key=x')).body.error_number, 1);
  });

  it('points settings at itself, except those of upstreams that the operator has set up', () => {
    const all = sandboxSettings('http://127.0.0.1:1');
    equal(all.UPSTREAM_SANDBOX, sandboxUpstreams.map(({ name }) => name).join(','));
    for (const name of Object.keys(all)) ok(name in declared, `${name} is a setting`);
    const some = sandboxSettings('http://127.0.0.1:1', { VIDEO_PLATFORM_KEYS: 'real', MUSIC_URL: 'http://real' });
    for (const name of ['VIDEO_PLATFORM_URL', 'VIDEO_PLATFORM_KEYS', 'MUSIC_URL', 'MUSIC_KEY', 'MUSIC_PROVIDER_NAME']) {
      equal(some[name], undefined);
    }
    const used = some.UPSTREAM_SANDBOX?.split(',') ?? [];
    ok(!used.includes('video-platform') && !used.includes('music') && used.includes('rates-primary'));
  });

  it('takes orders only that make sense', async () => {
    const order = (body: unknown) => fetch(`${sandbox.url}/_control`, { method: 'POST', body: JSON.stringify(body) });
    equal((await order({ fault: { upstream: 'music', kind: 'explode' } })).status, 400);
    equal((await order({ reset: true })).status, 200);
    equal((await get('/unknown/x')).status, 404);
  });

  it('starts alone, says where it is and what points at it, and ends when told to', async () => {
    const alone = launch('dist/embedded/sandbox/main.js', ['--port', '0'], {});
    const url = await alone.printed(/^SANDBOX_URL=(http:\/\/127\.0\.0\.1:\d+)$/m);
    await alone.printed(new RegExp(`^MUSIC_URL=${url}/music$`, 'm'));
    equal((await fetch(`${url}/music/getTrends?key=sandbox-music-key`)).status, 200);
    alone.process.kill('SIGTERM');
    equal(await alone.ended(), 0);
  });
});
