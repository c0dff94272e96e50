import { deepEqual, equal, ok, rejects } from 'node:assert/strict';
import { countViews, createVideos } from 'sandbox/video-platform';
import {
  channelUnresolved,
  cookingChannel,
  findChannel,
  now,
  setUpVideoPlatform,
} from '../../../test/helpers/video-platform-channels.js';
import info from '../../video-platform/channel/info.js';
import regionRestrictions from '../../video-platform/channel/region-restrictions.js';
import settings from '../../video-platform/channel/settings.js';
import statistics from '../../video-platform/channel/statistics.js';
import subscribeLink from '../../video-platform/channel/subscribe-link-generator.js';
import thumbnail from '../../video-platform/channel/thumbnail.js';

describe('facts of a channel', () => {
  const { ask, asked } = setUpVideoPlatform();

  it('reads the facts of a channel in one request', async () => {
    const facts = await ask(info, { channel: cookingChannel.handle });
    deepEqual(facts, {
      id: cookingChannel.id,
      title: cookingChannel.title,
      description: cookingChannel.description,
      keywords: cookingChannel.keywords,
      topicCats: ['Food', 'Lifestyle (sociology)'],
      topicCatsRaw: ['https://en.wikipedia.org/wiki/Food', 'https://en.wikipedia.org/wiki/Lifestyle_(sociology)'],
      country: 'US',
    });
    deepEqual(await asked(), ['channels']);
    equal((await ask(info, { channel: '@perihelion' })).country, null);
  });

  it('gives the picture, the statistics, the settings and whether a channel is made for kids', async () => {
    ok(URL.canParse((await ask(thumbnail, { channel: cookingChannel.id })).url));
    deepEqual(await ask(statistics, { channel: cookingChannel.id }), {
      subscribers: Math.round(cookingChannel.size / 10),
      views: createVideos(cookingChannel, now).reduce((sum, video) => sum + countViews(video, now), 0),
      videos: createVideos(cookingChannel, now).length,
      hiddenSubs: false,
    });
    const hidden = await ask(statistics, { channel: '@plain-ledger' });
    deepEqual([hidden.subscribers, hidden.hiddenSubs], [0, true]);
    deepEqual(await ask(settings, { channel: cookingChannel.id }), {
      defaultLang: 'en',
      country: 'US',
      showRelatedChannels: false,
      featuredChannels: [findChannel('Sunday Dough').id, findChannel('The Spice Ledger').id],
    });
    equal((await ask(regionRestrictions, { channel: '@whisker-bureau' })).madeForKids, true);
    equal((await ask(regionRestrictions, { channel: cookingChannel.id })).madeForKids, false);
  });

  it('builds a subscribe link, without a request when the id is given', async () => {
    const url = `https://www.youtube.com/channel/${cookingChannel.id}?sub_confirmation=1`;
    deepEqual(await ask(subscribeLink, { channel: cookingChannel.id }), { url });
    deepEqual(await asked(), []);
    deepEqual(await ask(subscribeLink, { channel: cookingChannel.handle }), { url });
    await rejects(ask(subscribeLink, { channel: '@unknown-handle' }), channelUnresolved);
  });
});
