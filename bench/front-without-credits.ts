import { randomUUID } from 'node:crypto';
import { Sender } from '../api/calls/send.js';
import { enqueue } from '../api/steps/enqueue.js';
import { connectRedis } from '../shared/process/redis.js';
import { Results } from '../shared/queue/results.js';
import { runFront } from './front.js';

/** Our queue and replies, without debit and settlement. */
await runFront('bench-front', async ({ config, log, redisUrl, producer }) => {
  const sender = new Sender(
    randomUUID(),
    producer,
    connectRedis(redisUrl, 'blocking', () => {}),
    () => {},
  );
  await sender.start();
  return [
    async (ctx, next) => {
      await next();
      sender.settled(ctx.state.requestId);
    },
    enqueue({ config, log, results: new Results(producer), sender }),
  ];
});
