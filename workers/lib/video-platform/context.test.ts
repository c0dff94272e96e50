import { equal, ok } from 'node:assert/strict';
import { channels, createVideos } from 'sandbox/video-platform';
import { openStage, type Stage } from '../../../test/helpers/handler-stage.js';
import { makeCall } from '../../../test/helpers/run-handler.js';
import { channelContext, readVideoId, videoContext } from './context.js';

describe('the context that texts are written in', () => {
  let stage: Stage;
  before(async () => {
    stage = await openStage();
  });
  after(() => stage.close());
  beforeEach(() => stage.reset());

  const call = (settings = {}) => makeCall(stage.given(settings));
  const [channel] = channels;
  const [video] = channel ? createVideos(channel, new Date()) : [];
  ok(channel && video);

  it('is read off a video, by id or address', async () => {
    for (const given of [video.id, `https://www.youtube.com/watch?v=${video.id}&t=3s`, `youtu.be/${video.id}`]) {
      const context = await videoContext(call(), given);
      equal(context?.title, video.title, given);
      equal(context?.keywords.length, 1);
    }
  });

  it('is read off a channel', async () => {
    const context = await channelContext(call(), channel.handle);
    equal(context?.title, channel.title);
    equal(context?.keywords[0], channel.topic.subjects[0]);
  });

  it('is nothing when it does not resolve, for whatever reason', async () => {
    equal(await videoContext(call(), 'not a video'), undefined);
    equal(await videoContext(call(), 'unknown0000'), undefined);
    equal(await channelContext(call(), '@unknown'), undefined);
    const unconfigured = { VIDEO_PLATFORM_URL: undefined, VIDEO_PLATFORM_KEYS: undefined };
    equal(await channelContext(call(unconfigured), channel.handle), undefined);
    await stage.injectFault({ upstream: 'video-platform', kind: 'forbidden' });
    equal(await videoContext(call(), video.id), undefined);
  });

  it('knows the addresses of videos', () => {
    for (const address of [
      'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
      'https://m.youtube.com/watch?list=PL1&v=dQw4w9WgXcQ',
      'youtube.com/shorts/dQw4w9WgXcQ?feature=share',
      'https://www.youtube.com/embed/dQw4w9WgXcQ',
      'https://youtu.be/dQw4w9WgXcQ?t=1',
      ' dQw4w9WgXcQ ',
    ]) {
      equal(readVideoId(address), 'dQw4w9WgXcQ', address);
    }
    for (const other of ['https://www.youtube.com/@handle', '', 'two words', 'https://'])
      equal(readVideoId(other), undefined);
  });
});
