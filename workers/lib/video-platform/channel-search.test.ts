import { deepEqual, equal, ok, rejects } from 'node:assert/strict';
import { cookingChannel, setUpVideoPlatform } from '../../../test/helpers/video-platform-channels.js';
import search from '../../video-platform/channel/search.js';

describe('channel search', () => {
  const { ask, asked } = setUpVideoPlatform();

  it('finds channels by words, ten at most unless more are wanted', async () => {
    const found = await ask(search, { query: 'sandbox' });
    equal(found.length, 10);
    equal((await ask(search, { query: 'sandbox', limit: 50 })).length, 50);
    ok((await ask(search, { query: 'kitchen' })).some(({ id }) => id === cookingChannel.id));
    deepEqual(await ask(search, { query: 'unknown' }), []);
  });

  it('looks a handle up instead of searching for it', async () => {
    deepEqual(
      (await ask(search, { query: cookingChannel.handle })).map(({ id }) => id),
      [cookingChannel.id],
    );
    deepEqual(await ask(search, { query: '@unknown-handle' }), []);
    deepEqual(await ask(search, { query: cookingChannel.handle, before: '2020-01-01' }), []);
    ok(!(await asked()).includes('search'));
  });

  it('orders, and keeps to dates', async () => {
    const dates = (await ask(search, { query: 'sandbox', order: 'date', limit: 50 })).map(
      ({ publishedAt }) => publishedAt,
    );
    deepEqual(dates, [...dates].sort().reverse());
    const late = await ask(search, { query: 'sandbox', after: '2023-07-01', period: 'today', limit: 50 });
    ok(late.length > 5 && late.every(({ publishedAt }) => publishedAt >= '2023-07-01'));
    await rejects(ask(search, {}), { status: 400, message: 'Missing "query"' });
    await rejects(ask(search, { query: 'x', order: 'videos' }), { status: 422, message: 'Invalid "order"' });
    await rejects(ask(search, { query: 'x', limit: 51 }), { status: 422, message: 'Invalid "limit"' });
    await rejects(ask(search, { query: 'x', after: 'x' }), {
      status: 422,
      message: 'Invalid "after" or "before" date',
    });
  });
});
