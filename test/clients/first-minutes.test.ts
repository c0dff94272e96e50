import { deepEqual, equal, ok } from 'node:assert/strict';
import { call, newAccount } from '../helpers/stack.js';

/** Questions of a user who has just started the platform. */
const words = ['music', 'cats', 'cooking', 'machine learning', 'Taylor Swift', 'кулинария', '料理'];
const names = ['@mkbhd', 'cats', 'Linus Tech Tips', 'https://www.youtube.com/@veritasium', 'UCBJycsmduvYEL83R_U4JriQ'];

describe('the first minutes with the sandbox', () => {
  let key: string;
  before(async () => {
    key = (await newAccount({ credits: 5 })).key;
  });

  async function ask(path: string, body: object) {
    const answer = await call(`/v1/${path}`, body, { key });
    equal(answer.status, 200, `${path} ${JSON.stringify(body)}: ${JSON.stringify(answer.body)}`);
    equal(answer.headers.get('x-upstream'), 'sandbox');
    return answer.body;
  }
  const channel = (endpoint: string, body: object) => ask(`video-platform/channel/${endpoint}`, body);
  const search = async (endpoint: string, body: object) => (await ask(`video-platform/search/${endpoint}`, body)).data;

  it('find videos, channels, playlists, suggestions and songs for any words', async () => {
    for (const q of words) {
      const { videos } = await search('videos', { q, limit: 5 });
      equal(videos.length, 5, q);
      for (const { title, views, durationISO, channelId } of videos) {
        ok(title && views >= 0 && durationISO);
        ok((await channel('info', { channel: channelId })).title);
      }
      ok((await search('channels', { q })).channels.length > 0, q);
      ok(
        (await search('playlists', { q })).playlists.every(({ items }: { items: number }) => items > 0),
        q,
      );
      ok((await search('autocomplete', { q })).suggestions.length >= 3, q);
      ok((await channel('search', { query: q })).length > 0, q);
      ok((await ask('web-search/search/autocomplete', { q })).suggestions.length >= 3, q);
      ok((await ask('music/chart-data', { action: 'search', keyword: q })).data.length >= 10, q);
    }
  });

  it('find one channel behind each name, about which all endpoints agree', async () => {
    for (const name of names) {
      const { id, title, country } = await channel('info', { channel: name });
      equal((await channel('find-id', { query: name })).channel_id, id);
      const statistics = await channel('statistics', { channel: name });
      const videos = await channel('videos', { channel: name });
      equal(videos.length, Math.min(50, statistics.videos), name);
      ok(statistics.views > 0 && (statistics.hiddenSubs || statistics.subscribers > 0), name);
      deepEqual(await channel('videos', { channel: id }), videos);
      const { playlists } = await channel('playlists', { channel: name });
      ok(playlists.length > 0 && playlists[0].video_count < statistics.videos);
      const audit = await channel('audit', { channel: name });
      equal(audit.country, country);
      ok(audit.topVideos.length > 0 && audit.avgVideoLengthSec > 0, title);
      equal((await channel('settings', { channel: name })).country, country);
      ok(URL.canParse((await channel('thumbnail', { channel: name })).url));
      equal(typeof (await channel('region-restrictions', { channel: name })).madeForKids, 'boolean');
      ok(
        (
          await call('/v1/video-platform/channel/subscribe-link-generator', { channel: name }, { key })
        ).body.url.includes(id),
      );
    }
  });

  it('find charts of any country and day, and the songs, artists and videos in them', async () => {
    const music = async (body: object) => (await ask('music/chart-data', body)).data;
    const trends = await music({ action: 'get-trends' });
    const trend = String(trends.find((one: { trend: string }) => one.trend === 'Iceland').id);
    for (const action of ['get-daily-chart', 'get-weekly-chart', 'get-monthly-chart', 'get-artist-chart']) {
      ok((await music({ action, trend, day: '1987-05-04' })).length >= 10, action);
    }
    const [{ singers, videos }] = await music({ action: 'search', keyword: 'Taylor Swift' });
    equal(singers[0].artist_name, 'Taylor Swift');
    const [artist] = await music({ action: 'get-artists', ids: String(singers[0].singer_id), songs: 'yes' });
    ok(artist.songs.length >= 5);
    const ids = artist.songs.map(({ id }: { id: number }) => id).join();
    deepEqual(await music({ action: 'get-songs', ids }), artist.songs);
    const [video] = await music({ action: 'get-videos', yt_codes: videos[0].yt_code });
    ok(video.views > 0);
  });

  it('show what it is like when there is nothing, for names that contain unknown', async () => {
    const requestStatus = async (endpoint: string, body: object) =>
      (await call(`/v1/video-platform/channel/${endpoint}`, body, { key })).status;
    equal(await requestStatus('info', { channel: '@unknown-channel' }), 404);
    equal(await requestStatus('find-id', { query: 'an unknown channel' }), 404);
    deepEqual(await channel('search', { query: 'unknown things' }), []);
    deepEqual(await search('videos', { q: 'unknown things' }), { cnt_results: 0, videos: [] });
    deepEqual((await ask('music/chart-data', { action: 'search', keyword: 'unknown band' })).data, []);
  });
});
