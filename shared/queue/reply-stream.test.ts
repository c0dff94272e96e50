import { equal, rejects } from 'node:assert/strict';
import { eventually } from '../../test/helpers/stack.js';
import { unusedPort } from '../../test/helpers/unused-port.js';
import { connectRedis } from '../process/redis.js';
import { ReplyReader } from './reply-stream.js';

describe('a reader of replies', () => {
  it('stops while its connection is waiting to be taken up again', async () => {
    const url = `redis://127.0.0.1:${await unusedPort()}`;
    const connect = (use: 'producer' | 'blocking') => connectRedis(url, use, () => {});
    const [producer, blocking] = [connect('producer'), connect('blocking')];
    const reader = new ReplyReader(
      'front',
      producer,
      blocking,
      () => false,
      () => {},
    );
    await rejects(reader.start());
    const status = await eventually(
      async () => blocking.status,
      (now) => now === 'reconnecting',
    );
    equal(status, 'reconnecting');
    await reader.stop();
    producer.disconnect();
  }).timeout(60_000);
});
