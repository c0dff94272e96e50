import { deepEqual, equal, notEqual, ok, rejects } from 'node:assert/strict';
import { channels } from 'sandbox/video-platform';
import type { Endpoint } from '../../../shared/contract/endpoint.js';
import { runHandler } from '../../../test/helpers/run-handler.js';
import {
  channelUnresolved,
  cookingChannel,
  setUpVideoPlatform,
} from '../../../test/helpers/video-platform-channels.js';
import type { Handler } from '../../handle.js';
import audit from '../../video-platform/channel/audit.js';
import findId from '../../video-platform/channel/find-id.js';
import info from '../../video-platform/channel/info.js';
import playlists from '../../video-platform/channel/playlists.js';
import regionRestrictions from '../../video-platform/channel/region-restrictions.js';
import settings from '../../video-platform/channel/settings.js';
import statistics from '../../video-platform/channel/statistics.js';
import subscribeLink from '../../video-platform/channel/subscribe-link-generator.js';
import thumbnail from '../../video-platform/channel/thumbnail.js';
import videos from '../../video-platform/channel/videos.js';

describe('what names a channel', () => {
  const { ask, asked, stage } = setUpVideoPlatform();

  const user = channels.find(({ username }) => username !== undefined);

  for (const given of [
    cookingChannel.id,
    cookingChannel.handle,
    cookingChannel.handle.slice(1),
    cookingChannel.handle.toUpperCase(),
    cookingChannel.title,
    'copper kettle KITCHEN',
    `https://www.youtube.com/channel/${cookingChannel.id}`,
    `https://www.youtube.com/channel/${cookingChannel.id}/videos`,
    `https://m.youtube.com/${cookingChannel.handle}`,
    `youtube.com/${cookingChannel.handle}/about?view=1`,
    `https://www.youtube.com/c/${cookingChannel.handle.slice(1)}`,
    `https://www.youtube.com/${cookingChannel.handle.slice(1)}`,
    `https://www.youtube.com/c/${encodeURIComponent(cookingChannel.title)}`,
  ]) {
    it(`finds ${given}`, async () => {
      equal((await ask(info, { channel: given })).id, cookingChannel.id);
      equal((await ask(findId, { query: given })).channel_id, cookingChannel.id);
    });
  }

  it('finds the name of an old user page', async () => {
    ok(user);
    equal((await ask(info, { channel: user.username })).id, user.id);
    equal((await ask(info, { channel: `https://www.youtube.com/user/${user.username}` })).id, user.id);
  });

  it('refuses what names no channel', async () => {
    for (const channel of [
      '@unknown-handle',
      'An Unknown Channel',
      'UCunknown000000000000000',
      'https://www.youtube.com/@unknown',
    ]) {
      await rejects(ask(info, { channel }), channelUnresolved, channel);
    }
  });

  it('does not take a channel of a similar name for the one that is meant', async () => {
    notEqual((await ask(info, { channel: 'Kitchen' })).id, cookingChannel.id);
    notEqual((await ask(info, { channel: 'Copper Kettle' })).id, cookingChannel.id);
  });

  it('fails with Not found when find-id finds nothing', async () => {
    await rejects(ask(findId, { query: 'unknown channel' }), { status: 404, message: 'Not found' });
    await rejects(ask(findId, { query: '@unknown-channel' }), { status: 404, message: 'Not found' });
    await rejects(ask(findId, {}), { status: 400, message: 'Missing "query"' });
  });

  it('looks up the channel of a handle once a day', async () => {
    await ask(info, { channel: cookingChannel.handle });
    deepEqual(await asked(), ['channels']);
    await ask(statistics, { channel: cookingChannel.handle });
    await stage().setTime('2026-03-11T11:59:00Z');
    await ask(regionRestrictions, { channel: cookingChannel.handle });
    const lookups = (await stage().received('video-platform')).filter(({ query }) => query.forHandle);
    equal(lookups.length, 1);
    await stage().setTime('2026-03-11T12:01:00Z');
    await ask(thumbnail, { channel: cookingChannel.handle });
    equal((await stage().received('video-platform')).filter(({ query }) => query.forHandle).length, 2);
  });

  it('caches an unknown handle for ten minutes only', async () => {
    await rejects(ask(videos, { channel: '@unknown-yet' }), channelUnresolved);
    await stage().setTime('2026-03-10T12:09:00Z');
    await rejects(ask(videos, { channel: '@unknown-yet' }), channelUnresolved);
    equal((await asked()).length, 1);
    await stage().setTime('2026-03-10T12:11:00Z');
    await rejects(ask(videos, { channel: '@unknown-yet' }), channelUnresolved);
    equal((await asked()).length, 2);
  });

  it('needs a channel', async () => {
    for (const handler of [
      info,
      videos,
      playlists,
      thumbnail,
      regionRestrictions,
      settings,
      statistics,
      subscribeLink,
      audit,
    ]) {
      await rejects(runHandler<Endpoint>(handler as Handler, { channel: ' ' }, stage().given()), {
        status: 400,
        message: 'Missing "channel" parameter',
      });
    }
  });
});
