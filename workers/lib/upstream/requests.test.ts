import { deepEqual, equal, ok } from 'node:assert/strict';
import type { Endpoint } from '../../../shared/contract/endpoint.js';
import { openStage, type Stage } from '../../../test/helpers/handler-stage.js';
import { runHandler } from '../../../test/helpers/run-handler.js';
import historical from '../../currency/historical.js';
import rates from '../../currency/rates.js';
import type { Handler } from '../../handle.js';
import chartData from '../../music/chart-data.js';
import audit from '../../video-platform/channel/audit.js';
import channelPlaylists from '../../video-platform/channel/playlists.js';
import channelSearch from '../../video-platform/channel/search.js';
import settings from '../../video-platform/channel/settings.js';
import videos from '../../video-platform/channel/videos.js';
import videoAutocomplete from '../../video-platform/search/autocomplete.js';
import searchVideos from '../../video-platform/search/videos.js';
import webAutocomplete from '../../web-search/autocomplete.js';

/**
 * Requests must be those that the services document. The tables follow the documents named with them.
 */
describe('requests to upstreams', () => {
  let stage: Stage;
  before(async () => {
    stage = await openStage();
  });
  after(() => stage.close());
  beforeEach(async () => {
    await stage.reset();
    await stage.setTime('2026-04-20T18:00:00Z');
  });

  const ask = <E extends Endpoint>(handler: Handler<E>, input: object) => runHandler(handler, input, stage.given());

  it('the primary source of rates (docs.openexchangerates.org: latest.json, time-series.json)', async () => {
    await ask(rates, { from: 'EUR', to: 'USD' });
    await ask(historical, { from: 'EUR', to: 'USD', start_date: '2026-03-30', end_date: '2026-04-02' });
    const [latest, ...series] = await stage.received('rates-primary');
    deepEqual([latest?.path, latest?.query], ['latest.json', { app_id: 'sandbox-app-id', show_alternative: '1' }]);
    deepEqual(
      series.map(({ path, query }) => [path, query]).sort(),
      [
        ['2026-03-01', '2026-03-31'],
        ['2026-04-01', '2026-04-20'],
      ].map(([start, end]) => [
        'time-series.json',
        { app_id: 'sandbox-app-id', start, end, symbols: 'EUR,USD', show_alternative: '1' },
      ]),
    );
  });

  it('the secondary source of rates (currencyapi.com/docs: latest, range, authentication by header)', async () => {
    await stage.injectFault({ upstream: 'rates-primary', kind: 'forbidden' });
    await ask(rates, { from: 'EUR', to: 'USD' });
    await ask(historical, { from: 'EUR', to: 'USD', start_date: '2026-03-30', end_date: '2026-04-02' });
    const [latest, range] = await stage.received('rates-secondary');
    deepEqual(
      [latest?.path, latest?.query, latest?.headers.apikey],
      ['v3/latest', { base_currency: 'USD' }, 'sandbox-apikey'],
    );
    deepEqual([range?.path, range?.headers.apikey], ['v3/range', 'sandbox-apikey']);
    deepEqual(range?.query, {
      datetime_start: '2026-03-30T00:00:00Z',
      datetime_end: '2026-04-02T23:59:59Z',
      accuracy: 'day',
      base_currency: 'USD',
      currencies: 'EUR,USD',
    });
  });

  it("the central bank's files (ecb.europa.eu, euro foreign exchange reference rates)", async () => {
    for (const upstream of ['rates-primary', 'rates-secondary'])
      await stage.injectFault({ upstream, kind: 'forbidden' });
    await ask(rates, { from: 'EUR', to: 'USD' });
    await ask(historical, { from: 'EUR', to: 'USD' });
    await ask(historical, { from: 'EUR', to: 'USD', start_date: '2025-06-01', end_date: '2025-07-01' });
    deepEqual(
      (await stage.received('central-bank')).map(({ path, query }) => [path, query]),
      ['eurofxref-daily.xml', 'eurofxref-hist.zip'].map((path) => [path, {}]),
    );
  });

  /** Parameters of developers.google.com/youtube/v3/docs/<resource>/list, beside `part`, `key` and `fields`. */
  const documented: Record<string, readonly string[]> = {
    channels: ['categoryId', 'forHandle', 'forUsername', 'id', 'hl', 'maxResults', 'pageToken'],
    channelSections: ['channelId', 'id', 'hl'],
    playlistItems: ['id', 'playlistId', 'maxResults', 'pageToken', 'videoId'],
    playlists: ['channelId', 'id', 'hl', 'maxResults', 'pageToken'],
    videos: ['chart', 'id', 'hl', 'maxHeight', 'maxResults', 'maxWidth', 'pageToken', 'regionCode', 'videoCategoryId'],
    search:
      'channelId,channelType,eventType,location,locationRadius,maxResults,order,pageToken,publishedAfter,publishedBefore,q,regionCode,relevanceLanguage,safeSearch,topicId,type,videoDuration'.split(
        ',',
      ),
  };

  it('the video platform (developers.google.com/youtube/v3/docs): documented methods and parameters, key in the query', async () => {
    const channel = '@copper-kettle-kitchen';
    await ask(audit, { channel });
    await ask(settings, { channel });
    await ask(videos, { channel, order: 'rating', period: 'month' });
    await ask(videos, { channel: 'Copper Kettle Kitchen', after: '2026-01-01', before: '2026-02-01' });
    await ask(channelPlaylists, { channel });
    await ask(channelSearch, { query: 'dough', period: 'year' });
    await ask(searchVideos, {
      q: 'bread',
      duration: 'long',
      published_after: '2026-01-01',
      published_before: '2026-02-01',
    });

    const requests = await stage.received('video-platform');
    deepEqual(new Set(requests.map(({ path }) => path.replace('youtube/v3/', ''))), new Set(Object.keys(documented)));
    for (const { path, query } of requests) {
      const known = ['part', 'key', 'fields', ...(documented[path.replace('youtube/v3/', '')] ?? [])];
      deepEqual(
        Object.keys(query).filter((name) => !known.includes(name)),
        [],
        path,
      );
      equal(query.key, 'sandbox-key-1');
      ok(query.part && query.fields, 'requests only the fields that are needed');
      ok(Number(query.maxResults ?? 0) <= 50);
    }
    const searches = requests.filter(({ path }) => path.endsWith('/search')).map(({ query }) => query);
    for (const { type, order = 'relevance', publishedAfter = '2026-01-01T00:00:00Z' } of searches) {
      ok(['video', 'channel', 'playlist'].includes(type ?? ''));
      ok(['date', 'rating', 'relevance', 'title', 'videoCount', 'viewCount'].includes(order));
      ok(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(publishedAfter), 'RFC 3339');
    }
  });

  it('suggestions, as browsers ask for them (complete/search?client=firefox; ds=yt for videos)', async () => {
    await ask(videoAutocomplete, { q: 'sour', hl: 'de' });
    await ask(webAutocomplete, { q: 'lap' });
    const [video] = await stage.received('video-suggest');
    const [web] = await stage.received('web-suggest');
    const common = { client: 'firefox', ie: 'utf-8', oe: 'utf-8' };
    deepEqual([video?.path, video?.query], ['complete/search', { ...common, ds: 'yt', hl: 'de', q: 'sour' }]);
    deepEqual([web?.path, web?.query], ['complete/search', { ...common, hl: 'en', q: 'lap' }]);
  });

  it('the music provider (github.com/popnable/popnable-api: GET {method}?…&key=)', async () => {
    await ask(chartData, { action: 'get-artists', ids: '1', stats: true, songs: 'no', keyword: 'ignored' });
    const [request] = await stage.received('music');
    deepEqual(
      [request?.path, request?.query],
      ['getArtists', { ids: '1', stats: 'yes', songs: 'no', key: 'sandbox-music-key' }],
    );
  });
});
