import { deepEqual, equal, ok, rejects } from 'node:assert/strict';
import { videosOf, viewsOf } from 'sandbox/video-platform';
import { channelNamed, kitchen, now, onStage, unresolved } from '../../../test/helpers/kitchen.js';
import info from '../../video-platform/channel/info.js';
import regionRestrictions from '../../video-platform/channel/region-restrictions.js';
import settings from '../../video-platform/channel/settings.js';
import statistics from '../../video-platform/channel/statistics.js';
import subscribeLink from '../../video-platform/channel/subscribe-link-generator.js';
import thumbnail from '../../video-platform/channel/thumbnail.js';

describe('facts of a channel', () => {
  const { ask, asked } = onStage();

  it('tells the facts of a channel in one request', async () => {
    const facts = await ask(info, { channel: kitchen.handle });
    deepEqual(facts, {
      id: kitchen.id,
      title: kitchen.title,
      description: kitchen.description,
      keywords: kitchen.keywords,
      topicCats: ['Food', 'Lifestyle (sociology)'],
      topicCatsRaw: ['https://en.wikipedia.org/wiki/Food', 'https://en.wikipedia.org/wiki/Lifestyle_(sociology)'],
      country: 'US',
    });
    deepEqual(await asked(), ['channels']);
    equal((await ask(info, { channel: '@perihelion' })).country, null);
  });

  it('gives the picture, the statistics, the settings and whether a channel is made for kids', async () => {
    ok(URL.canParse((await ask(thumbnail, { channel: kitchen.id })).url));
    deepEqual(await ask(statistics, { channel: kitchen.id }), {
      subscribers: Math.round(kitchen.size / 10),
      views: videosOf(kitchen, now).reduce((sum, video) => sum + viewsOf(video, now), 0),
      videos: videosOf(kitchen, now).length,
      hiddenSubs: false,
    });
    const hidden = await ask(statistics, { channel: '@plain-ledger' });
    deepEqual([hidden.subscribers, hidden.hiddenSubs], [0, true]);
    deepEqual(await ask(settings, { channel: kitchen.id }), {
      defaultLang: 'en',
      country: 'US',
      showRelatedChannels: false,
      featuredChannels: [channelNamed('Sunday Dough').id, channelNamed('The Spice Ledger').id],
    });
    equal((await ask(regionRestrictions, { channel: '@whisker-bureau' })).madeForKids, true);
    equal((await ask(regionRestrictions, { channel: kitchen.id })).madeForKids, false);
  });

  it('makes a subscribe link, without a request when the id is given', async () => {
    const url = `https://www.youtube.com/channel/${kitchen.id}?sub_confirmation=1`;
    deepEqual(await ask(subscribeLink, { channel: kitchen.id }), { url });
    deepEqual(await asked(), []);
    deepEqual(await ask(subscribeLink, { channel: kitchen.handle }), { url });
    await rejects(ask(subscribeLink, { channel: '@unknown-handle' }), unresolved);
  });
});
