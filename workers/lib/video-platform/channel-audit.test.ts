import { deepEqual, equal, ok, rejects } from 'node:assert/strict';
import { countViews } from 'sandbox/video-platform';
import {
  cookingChannel,
  cookingVideos,
  now,
  setUpVideoPlatform,
} from '../../../test/helpers/video-platform-channels.js';
import audit from '../../video-platform/channel/audit.js';

describe('audit of a channel', () => {
  const { ask, asked } = setUpVideoPlatform();

  const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

  it('looks at the latest fifty uploads of a year, in three requests', async () => {
    const latest = cookingVideos().slice(0, 50);
    const answer = await ask(audit, { channel: cookingChannel.handle });
    deepEqual(await asked(), ['channels', 'playlistItems', 'videos']);

    const average = (slot: (instant: Date) => string) => {
      const views = new Map<string, number[]>();
      for (const video of latest) {
        const name = slot(video.publishedAt);
        views.set(name, [...(views.get(name) ?? []), countViews(video, now)]);
      }
      const means = [...views].map(([name, list]) => [name, list.reduce((a, b) => a + b) / list.length] as const);
      return means.sort(([, a], [, b]) => b - a)[0]?.[0];
    };
    equal(
      answer.bestUploadDay,
      average((instant) => weekdays[instant.getUTCDay()] ?? ''),
    );
    equal(
      answer.bestUploadHourUTC,
      average((instant) => `${instant.toISOString().slice(11, 13)}:00`),
    );
    equal(answer.avgVideoLengthSec, Math.round(latest.reduce((sum, { seconds }) => sum + seconds, 0) / 50));
    const top = [...latest].sort((a, b) => countViews(b, now) - countViews(a, now)).slice(0, 5);
    deepEqual(
      answer.topVideos,
      top.map((video) => ({ id: video.id, title: video.title, views: countViews(video, now), len_s: video.seconds })),
    );
    deepEqual(
      [answer.language, answer.country, answer.category, answer.categoryRaw],
      ['en', 'US', 'Food', 'https://en.wikipedia.org/wiki/Food'],
    );
  });

  it('keeps to the dates given', async () => {
    const range = { after: '2024-02-01', before: '2024-03-01' };
    const within = cookingVideos().filter(
      ({ publishedAt }) => publishedAt >= new Date(range.after) && publishedAt < new Date(range.before),
    );
    const { topVideos } = await ask(audit, { channel: cookingChannel.id, ...range });
    ok(topVideos.every(({ id }) => within.some((video) => video.id === id)));
    await rejects(ask(audit, { channel: cookingChannel.id, after: '2024-03-01', before: '2024-02-01' }), {
      status: 422,
      message: 'Invalid "after" or "before" date',
    });
  });

  it('says when a channel has no recent videos', async () => {
    const none = { status: 404, message: 'Channel has no recent videos' };
    await rejects(ask(audit, { channel: '@old-maps-table' }), none);
    await rejects(ask(audit, { channel: '@pocket-orchard' }), none);
    await ask(audit, { channel: '@old-maps-table', after: '2023-01-01' });
  });
});
