import { ok } from 'node:assert/strict';
import { channels, createVideos } from 'sandbox/video-platform';
import type { Endpoint } from '../../shared/contract/endpoint.js';
import type { Handler } from '../../workers/handle.js';
import { openStage, type Stage } from './handler-stage.js';
import { runHandler } from './run-handler.js';

/** Fixed current time of the tests of the video platform. */
export const now = new Date('2026-03-10T12:00:00Z');

export function findChannel(title: string) {
  const channel = channels.find((one) => one.title === title);
  ok(channel, `the sandbox has no channel ${title}`);
  return channel;
}

/** A channel of the sandbox that uploads every third day, and its videos, newest first. */
export const cookingChannel = findChannel('Copper Kettle Kitchen');
export const cookingVideos = () => createVideos(cookingChannel, now).reverse();

export const channelUnresolved = { status: 404, message: 'Unable to resolve channel ID' };

/** Opens a sandbox for the tests of a `describe` about the video platform. */
export function setUpVideoPlatform() {
  let stage: Stage;
  before(async () => {
    stage = await openStage();
  });
  after(() => stage.close());
  beforeEach(async () => {
    await stage.reset();
    await stage.setTime(now.toISOString());
  });
  return {
    stage: () => stage,
    ask: <E extends Endpoint>(handler: Handler<E>, input: object) => runHandler(handler, input, stage.given()),
    /** Returns the methods of the Data API that were called. */
    asked: async () => (await stage.received('video-platform')).map(({ path }) => path.replace('youtube/v3/', '')),
  };
}
