import { deepEqual, equal, ok } from 'node:assert/strict';
import { type Sandbox, startSandbox } from 'sandbox';
import { allVideos, channels, countViews, playlists } from 'sandbox/video-platform';
import { ask, order } from './ask.js';

const now = new Date('2026-03-10T12:00:00Z');

describe('the video platform', () => {
  let sandbox: Sandbox;
  before(async () => {
    sandbox = await startSandbox();
  });
  after(() => sandbox.close());

  const get = (path: string) => ask(`${sandbox.url}/video-platform/youtube/v3/${path}`);
  const list = (path: string) => get(`${path}&key=sandbox-key-1`);

  it('has a large catalogue, each thing once', () => {
    const videos = allVideos(now);
    ok(channels.length >= 60 && playlists.length >= 300);
    ok(videos.length >= 3_000, `${videos.length} videos`);
    for (const things of [channels, videos, playlists]) {
      equal(new Set(things.map(({ id }) => id)).size, things.length);
    }
  });

  it('says the same on the same day', () => {
    const evening = new Date('2026-03-10T23:00:00Z');
    const [video] = allVideos(new Date('2026-03-01T00:00:00Z'));
    ok(video);
    equal(countViews(video, now), countViews(video, now));
    ok(countViews(video, evening) >= countViews(video, now));
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
    const fetchReason = async (path: string) => {
      const { status, body } = await get(path);
      return [status, body.error.code, body.error.errors[0].reason];
    };
    deepEqual(await fetchReason('channels?part=id&forHandle=x'), [400, 400, 'badRequest']);
    const keyed = (path: string) => fetchReason(`${path}&key=sandbox-key-1`);
    deepEqual(await keyed('channels?forHandle=x'), [400, 400, 'missingRequiredParameter']);
    deepEqual(await keyed('channels?part=id'), [400, 400, 'missingRequiredParameter']);
    deepEqual(await keyed('playlistItems?part=id&playlistId=UUnone'), [404, 404, 'playlistNotFound']);
    deepEqual(await keyed('playlists?part=id&channelId=none'), [404, 404, 'channelNotFound']);
    deepEqual(await keyed('search?part=id&q=x&maxResults=51'), [400, 400, 'invalidParameter']);
    deepEqual(await keyed('search?part=id&q=x&pageToken=zzz'), [400, 400, 'invalidPageToken']);
  });

  it('books the units of each key, a hundred for a search, until its quota is used up', async () => {
    equal(await order(sandbox.url, { reset: true, quota: 100 }), 200);
    equal((await list('search?part=id&q=bread')).status, 200);
    const { status, body } = await list('search?part=id&q=bread');
    deepEqual([status, body.error.errors[0].reason], [403, 'quotaExceeded']);
    equal((await get('search?part=id&q=bread&key=sandbox-key-2')).status, 200);
    equal(await order(sandbox.url, { reset: true }), 200);
    equal((await list('search?part=id&q=bread')).status, 200);
  });
});
