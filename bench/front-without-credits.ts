import { randomUUID } from 'node:crypto';
import { Sender } from '../api/calls/send.js';
import { enqueue } from '../api/steps/enqueue.js';
import { connectRedis } from '../shared/process/redis.js';
import { runFront } from './front.js';

/** Our queue and replies, without debit and settlement. */
await runFront('bench-front', async ({ redisUrl, producer, services }) => {
  const sender = new Sender(
    randomUUID(),
    producer,
    connectRedis(redisUrl, 'blocking', () => {}),
    () => {},
  );
  await sender.start();
  return [enqueue({ ...services, sender })];
});
