import { deepEqual, equal, ok, rejects } from 'node:assert/strict';
import { countViews } from 'sandbox/video-platform';
import {
  cookingChannel,
  cookingVideos,
  now,
  setUpVideoPlatform,
} from '../../../test/helpers/video-platform-channels.js';
import videos from '../../video-platform/channel/videos.js';

const day = 86_400_000;

describe('videos of a channel', () => {
  const { ask, asked } = setUpVideoPlatform();

  const listIds = async (input: object) =>
    (await ask(videos, { channel: cookingChannel.handle, ...input })).map(({ id }) => id);

  it('lists the newest fifty, without a search and in two requests', async () => {
    deepEqual(
      await listIds({}),
      cookingVideos()
        .slice(0, 50)
        .map(({ id }) => id),
    );
    deepEqual(await asked(), ['channels', 'playlistItems']);
  });

  it('takes a limit from 1 to 50', async () => {
    equal((await listIds({ limit: '7' })).length, 7);
    for (const limit of [0, 51, -1, 1.5, 'many']) {
      await rejects(listIds({ limit }), { status: 422, message: 'Invalid "limit"' });
    }
  });

  it('keeps to a period', async () => {
    for (const [period, days] of [
      ['week', 7],
      ['month', 30],
      ['year', 365],
    ] as const) {
      const expected = cookingVideos().filter(({ publishedAt }) => publishedAt.getTime() >= now.getTime() - days * day);
      deepEqual(
        await listIds({ period }),
        expected.slice(0, 50).map(({ id }) => id),
        period,
      );
    }
    const today = cookingVideos().filter(({ publishedAt }) => publishedAt.toISOString().startsWith('2026-03-10'));
    deepEqual(
      await listIds({ period: 'today' }),
      today.map(({ id }) => id),
    );
  });

  it('lets after and before, as days or as RFC 3339, override the period', async () => {
    const within = (after: string, before: string) =>
      cookingVideos()
        .filter(({ publishedAt }) => publishedAt >= new Date(after) && publishedAt < new Date(before))
        .map(({ id }) => id);
    const expected = within('2025-11-03T00:00:00Z', '2025-12-01T00:00:00Z');
    ok(expected.length > 5);
    deepEqual(await listIds({ after: '2025-11-03', before: '2025-12-01', period: 'week' }), expected);
    deepEqual(await listIds({ after: '2025-11-03T01:00:00+01:00', before: '2025-12-01T00:00:00.000Z' }), expected);
    ok(!(await asked()).includes('search'));
  });

  it('refuses dates that are none, or in the wrong order', async () => {
    for (const dates of [
      { after: 'yesterday' },
      { before: '2026-02-30' },
      { after: '2026-02-30T10:00:00Z' },
      { after: '2026-03-02', before: '2026-03-01' },
      { after: '2026' },
    ]) {
      await rejects(
        listIds(dates),
        { status: 422, message: 'Invalid "after" or "before" date' },
        JSON.stringify(dates),
      );
    }
    deepEqual(await listIds({ after: '2026-03-01', before: '2026-03-01' }), []);
  });

  it('sorts in the requested order, with one search', async () => {
    const byViews = [...cookingVideos()].sort((a, b) => countViews(b, now) - countViews(a, now));
    deepEqual(
      await listIds({ order: 'viewCount', limit: 10 }),
      byViews.slice(0, 10).map(({ id }) => id),
    );
    equal((await asked()).filter((path) => path === 'search').length, 1);
    const titles = (await ask(videos, { channel: cookingChannel.id, order: 'title', limit: 20 })).map(
      ({ title }) => title,
    );
    deepEqual(
      titles,
      [...titles].sort((a, b) => a.localeCompare(b, 'en')),
    );
    ok(
      titles.every((title) => !/&(amp|quot|#39);/.test(title)),
      'titles are not escaped for HTML',
    );
    await rejects(listIds({ order: 'newest' }), { status: 422, message: 'Invalid "order"' });
  });

  it('reaches back through the list of uploads rather than search, as far as that is cheaper', async () => {
    const ids = await listIds({ before: '2024-01-01', limit: 5 });
    const expected = cookingVideos().filter(({ publishedAt }) => publishedAt < new Date('2024-01-01'));
    deepEqual(
      ids,
      expected.slice(0, 5).map(({ id }) => id),
    );
    ok(!(await asked()).includes('search'));
    const deadpan = await ask(videos, { channel: '@deadpan-weekly', before: '2024-01-01', limit: 5 });
    equal(deadpan.length, 5);
    equal((await asked()).filter((path) => path === 'search').length, 1);
  });

  it('has none for a channel without uploads', async () => {
    deepEqual(await ask(videos, { channel: '@pocket-orchard' }), []);
    deepEqual(await ask(videos, { channel: '@old-maps-table', period: 'year' }), []);
  });
});
