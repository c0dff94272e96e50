import { randomUUID } from 'node:crypto';
import { Results } from '../api/calls/results.js';
import { Sender } from '../api/calls/send.js';
import { enqueue } from '../api/steps/enqueue.js';
import { connectRedis } from '../shared/process/redis.js';
import { chooseBackend } from '../shared/queue/backend.js';
import { runFront } from './front.js';

/** Our queue and replies, without debit and settlement. */
await runFront('bench-front', async ({ config, log, redisUrl, producer }) => {
  const sender = new Sender(
    randomUUID(),
    producer,
    connectRedis(redisUrl, 'blocking', () => {}),
    () => {},
    chooseBackend(config, log),
  );
  await sender.start();
  return [enqueue({ config, log, results: new Results(producer), sender })];
});
