import { Worker } from 'bullmq';
import { LONGEST_BLOCK_MS } from '../shared/process/notice-silence.js';
import type { Redis } from '../shared/process/redis.js';
import { queuePrefix } from '../shared/queue/queues.js';
import { DELIVER_QUEUE, type Turn } from '../shared/webhooks/queue.js';
import type { Courier } from './attempt.js';
import { takeTurn } from './take-turn.js';

/** How many receivers one process delivers to side by side. They are waited for, so that it costs little. */
const TURNS_SIDE_BY_SIDE = 40;
/** The turns of a killed process are taken over after at most lock + check. In ms. */
const LOCK_MS = 5_000;
const STALLED_CHECK_MS = 2_500;
const MAX_STALLED = 4;

/**
 * Works on the turns of receivers that the relay gives. What goes wrong with one shows in no job: it is due still in the store,
 * from where its turn comes again.
 *
 * @returns takes no more, and waits for those in hand
 */
export function giveTurns(
  courier: Courier,
  redis: Redis,
  onError: (error: unknown) => void,
): { stop(): Promise<void> } {
  const opts = {
    connection: redis,
    prefix: queuePrefix(DELIVER_QUEUE),
    concurrency: TURNS_SIDE_BY_SIDE,
    lockDuration: LOCK_MS,
    stalledInterval: STALLED_CHECK_MS,
    maxStalledCount: MAX_STALLED,
    drainDelay: LONGEST_BLOCK_MS / 1_000,
    // A turn that is over makes room for the next one of its receiver, which bears the same id.
    removeOnComplete: { count: 0 },
    removeOnFail: { count: 0 },
  };
  const work = async ({ data }: { data: Turn }): Promise<object> => {
    await takeTurn(courier, data.lane);
    return {};
  };
  const worker = new Worker<Turn, object>(DELIVER_QUEUE, work, opts);
  worker.on('error', onError);
  worker.on('failed', (_, error) => onError(error));
  return { stop: () => worker.close() };
}
