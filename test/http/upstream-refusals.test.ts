import { deepEqual, equal, ok } from 'node:assert/strict';
import { musicActions } from '../../shared/contract/catalogue/music.js';
import { call, errorIn, newAccount, type TestAccount } from '../helpers/stack.js';

const channel = '@copper-kettle-kitchen';
const video = '/v1/video-platform';

/** Requests that each endpoint refuses over HTTP: path, body, status, message. */
const refusals: readonly (readonly [string, object, number, string])[] = [
  ...['info', 'videos', 'playlists', 'thumbnail', 'region-restrictions', 'settings', 'statistics', 'audit'].flatMap(
    (endpoint) =>
      [
        [`${video}/channel/${endpoint}`, {}, 400, 'Missing "channel" parameter'],
        [`${video}/channel/${endpoint}`, { channel: '@unknown-to-all' }, 404, 'Unable to resolve channel ID'],
      ] as const,
  ),
  [`${video}/channel/subscribe-link-generator`, {}, 400, 'Missing "channel" parameter'],
  [`${video}/channel/info`, { channel: {} }, 422, 'channel must be text of at most 300 characters'],
  [`${video}/channel/find-id`, {}, 400, 'Missing "query"'],
  [`${video}/channel/find-id`, { query: '@unknown-to-all' }, 404, 'Not found'],
  [`${video}/channel/search`, {}, 400, 'Missing "query"'],
  [`${video}/channel/search`, { query: 'x', order: 'newest' }, 422, 'Invalid "order"'],
  [`${video}/channel/search`, { query: 'x', limit: 51 }, 422, 'Invalid "limit"'],
  [`${video}/channel/videos`, { channel, limit: 0 }, 422, 'Invalid "limit"'],
  [`${video}/channel/videos`, { channel, order: 'size' }, 422, 'Invalid "order"'],
  [`${video}/channel/videos`, { channel, period: 'decade' }, 422, 'period must be one of today, week, month, year'],
  [`${video}/channel/videos`, { channel, after: 'x' }, 422, 'Invalid "after" or "before" date'],
  [`${video}/channel/playlists`, { channel, order: 'rating' }, 422, 'Invalid "order"'],
  [
    `${video}/channel/audit`,
    { channel, after: '2026-02-02', before: '2026-02-01' },
    422,
    'Invalid "after" or "before" date',
  ],
  [`${video}/channel/audit`, { channel: '@pocket-orchard' }, 404, 'Channel has no recent videos'],
  ...['autocomplete', 'videos', 'channels', 'playlists'].map(
    (endpoint) => [`${video}/search/${endpoint}`, {}, 400, 'Missing "q" (query) parameter'] as const,
  ),
  [`${video}/search/videos`, { q: 'x', duration: 'endless' }, 400, 'duration must be one of any, short, medium, long'],
  ['/v1/web-search/search/autocomplete', {}, 400, 'Missing "q" (query) parameter'],
  ['/v1/web-search/search/autocomplete/autocomplete', { hl: 'de' }, 400, 'Missing "q" (query) parameter'],
  ['/v1/music/chart-data', {}, 422, 'action is required'],
  ['/v1/music-chart-data', { action: 'dance' }, 422, `action must be one of ${musicActions.join(', ')}`],
  ['/v1/music/chart-data', { action: 'get-songs' }, 422, 'ids is required for the action get-songs'],
  ['/v1/currency/rates', {}, 422, 'pairs array or from/to parameters are required'],
  ['/v1/currency/rates', { from: 'EUR', to: 'QQQ' }, 404, 'Exchange rate not available for EUR/QQQ'],
  ['/v1/currency/convert', { from: 'EUR', to: 'USD', amount: 0 }, 422, 'amount must be a number from 0.01 to 10000000'],
  ['/v1/currency/convert', { from: 'qqq', to: 'usd', amount: 1 }, 404, 'Exchange rate not available for QQQ/USD'],
  [
    '/v1/currency/historical',
    { from: 'EUR', to: 'USD', start_date: '2020-01-01', end_date: '2021-06-01' },
    422,
    'Date range must not exceed 365 days: send limit to get it page by page',
  ],
];

describe('what the fetching endpoints refuse, over HTTP', () => {
  let account: TestAccount;
  before(async () => {
    account = await newAccount({ credits: 10 });
  });

  for (const [path, body, code, error] of refusals) {
    it(`${path} ${JSON.stringify(body)}: ${code} ${error}`, async () => {
      const answer = await call(path, body, { key: account.key });
      equal(answer.status, code, JSON.stringify(answer.body));
      deepEqual(errorIn(answer.body), { error, code });
    });
  }

  it('reads the query string where the reference lists query parameters, and lets the body win', async () => {
    const path = '/v1/web-search/search/autocomplete?q=lap&hl=de';
    const fromQuery = await call(path, {}, { key: account.key });
    deepEqual([fromQuery.body.query, fromQuery.body.lang], ['lap', 'de']);
    ok(fromQuery.body.suggestions.length > 0);
    equal((await call(path, { q: 'bicy' }, { key: account.key })).body.query, 'bicy');
  });
});
