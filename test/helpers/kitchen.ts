import { ok } from 'node:assert/strict';
import { channels, videosOf } from 'sandbox/video-platform';
import type { Endpoint } from '../../shared/contract/endpoint.js';
import type { Handler } from '../../workers/handle.js';
import { runHandler } from './run-handler.js';
import { openStage, type Stage } from './stage.js';

/** The time in which the tests of the video platform live. */
export const now = new Date('2026-03-10T12:00:00Z');

export function channelNamed(title: string) {
  const channel = channels.find((one) => one.title === title);
  ok(channel, `the sandbox has no channel ${title}`);
  return channel;
}

/** A channel of the sandbox that uploads every third day, and its videos, newest first. */
export const kitchen = channelNamed('Copper Kettle Kitchen');
export const kitchenVideos = () => videosOf(kitchen, now).reverse();

export const unresolved = { status: 404, message: 'Unable to resolve channel ID' };

/** What tests of the video platform's endpoints need; call it inside a `describe`. */
export function onStage() {
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
    /** The methods of the Data API that were called. */
    asked: async () => (await stage.received('video-platform')).map(({ path }) => path.replace('youtube/v3/', '')),
  };
}
