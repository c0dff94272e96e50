import { deepEqual, equal, rejects } from 'node:assert/strict';
import { playlists as allPlaylists } from 'sandbox/video-platform';
import {
  channelUnresolved,
  cookingChannel,
  setUpVideoPlatform,
} from '../../../test/helpers/video-platform-channels.js';
import playlists from '../../video-platform/channel/playlists.js';

describe('playlists of a channel', () => {
  const { ask, asked } = setUpVideoPlatform();

  const own = allPlaylists.filter(({ channel }) => channel === cookingChannel);

  it('orders by date, number of videos or title', async () => {
    const byDate = (await ask(playlists, { channel: cookingChannel.id })).playlists;
    deepEqual(
      byDate.map(({ published_at }) => published_at),
      byDate
        .map(({ published_at }) => published_at)
        .sort()
        .reverse(),
    );
    const byVideos = (await ask(playlists, { channel: cookingChannel.id, order: 'videos' })).playlists.map(
      (one) => one.video_count,
    );
    deepEqual(
      byVideos,
      [...byVideos].sort((a, b) => b - a),
    );
    const byTitle = (await ask(playlists, { channel: cookingChannel.id, order: 'title' })).playlists.map(
      ({ title }) => title,
    );
    deepEqual(
      byTitle,
      [...byTitle].sort((a, b) => a.localeCompare(b, 'en')),
    );
    equal(byDate.length, own.length);
    deepEqual(await asked(), ['playlists']);
  });

  it('takes a limit and dates', async () => {
    equal((await ask(playlists, { channel: cookingChannel.id, limit: 2 })).playlists.length, 2);
    const after = '2023-06-01';
    const { playlists: later } = await ask(playlists, { channel: cookingChannel.id, after });
    equal(later.length, own.filter(({ publishedAt }) => publishedAt >= new Date(after)).length);
    await rejects(ask(playlists, { channel: cookingChannel.id, limit: 0 }), {
      status: 422,
      message: 'Invalid "limit"',
    });
    await rejects(ask(playlists, { channel: cookingChannel.id, order: 'views' }), {
      status: 422,
      message: 'Invalid "order"',
    });
    await rejects(ask(playlists, { channel: 'UCunknown000000000000000' }), channelUnresolved);
  });
});
