import { randomUUID } from 'node:crypto';
import { Queue, QueueEvents } from 'bullmq';
import type { Db } from 'mongodb';
import type { Step } from '../../api/call.js';
import { errors } from '../../shared/contract/errors.js';
import { jsonReply } from '../../shared/queue/job.js';
import { runFront } from '../front.js';
import { connect, RIVAL_PREFIX, RIVAL_QUEUES, type RivalJob } from './jobs.js';

/**
 * The queue that a user would add to the same app: `$inc` on a balance, `queue.add`, `job.waitUntilFinished`, one usage insert; no
 * refunds. `creditsOff` omits balance and usage.
 *
 * usage: node front.js withCredits|secondFront|creditsOff
 */
const [, , queueOf = ''] = process.argv;
const name = Object.entries(RIVAL_QUEUES).find(([key]) => key === queueOf)?.[1];
if (!name) throw new Error('usage: node front.js withCredits|secondFront|creditsOff');
const credits = name !== RIVAL_QUEUES.creditsOff;

await runFront('rival-front', async ({ redisUrl, db }) => {
  const own = { connection: connect(redisUrl), prefix: RIVAL_PREFIX };
  const queue = new Queue<RivalJob>(name, own);
  const events = new QueueEvents(name, { ...own, connection: connect(redisUrl) });
  // Each waiting call adds a listener to the queue.
  queue.setMaxListeners(0);
  events.setMaxListeners(0);
  await events.waitUntilReady();

  const compute: Step = async (ctx, next) => {
    const { input, endpoint } = ctx.state;
    const job = await queue.add(endpoint.id, { input }, { removeOnComplete: 1_000, removeOnFail: 1_000 });
    ctx.state.reply = jsonReply(200, await job.waitUntilFinished(events, 10_000));
    return next();
  };
  return credits ? [pay(db), compute] : [compute];
});

/** Charges the price before the call, and inserts the usage after it. */
function pay(db: Db): Step {
  const balances = db.collection<{ _id: string; balance: number }>('rival_balances');
  const usage = db.collection<{ _id: string; account: string; endpoint: string; cost: number; at: Date }>(
    'rival_usage',
  );
  return async (ctx, next) => {
    const { key, endpoint } = ctx.state;
    const { account } = key;
    const paid = { _id: account, balance: { $gte: endpoint.cost } };
    const { matchedCount } = await balances.updateOne(paid, { $inc: { balance: -endpoint.cost } });
    if (matchedCount === 0) throw errors.insufficientCredits();
    await next();
    await usage.insertOne({ _id: randomUUID(), account, endpoint: endpoint.id, cost: endpoint.cost, at: new Date() });
  };
}
