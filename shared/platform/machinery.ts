import type { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { errors } from '../contract/errors.js';
import type { PoolName } from '../contract/pools.js';
import type { Clock } from '../process/clock.js';
import type { PoolQueue } from '../queue/queues.js';
import type { SendJob } from '../webhooks/dispatch.js';

/** A lane of the queues, as operators look at it. */
export interface MachineryLane {
  /** 0 is the first. */
  readonly index: number;
  readonly redis: Redis;
  /** Of that Redis. */
  readonly clock: Clock;
  readonly queues: ReadonlyMap<PoolName, PoolQueue>;
  /** Whether its Redis is there. */
  readonly isAlive: boolean;
}

/** What of the platform is not in its store: Redis and the queues. A process makes it once, and hands it on. */
export interface Machinery {
  /** Beside the first lane: what is no queue. */
  readonly redis: Redis;
  /** Of that Redis. */
  readonly clock: Clock;
  readonly lanes: readonly MachineryLane[];
  /** The queue of deliveries, beside the first lane. */
  readonly deliveries: Queue<SendJob>;
}

type Lanes = Pick<Machinery, 'lanes'>;

/** The lanes that can be asked at the moment; the only one however it is. */
export const reachableLanes = ({ lanes }: Lanes): readonly MachineryLane[] =>
  lanes.length === 1 ? lanes : lanes.filter(({ isAlive }) => isAlive);

/** The queues of some lanes: that of deliveries is beside the first. */
const queuesIn = (lanes: readonly MachineryLane[], { deliveries }: Machinery): Queue[] => [
  ...lanes.flatMap(({ queues }) => [...queues.values()]),
  ...(lanes.some(({ index }) => index === 0) ? [deliveries] : []),
];

/** All queues. */
export const queuesOf = (machinery: Machinery): Queue[] => queuesIn(machinery.lanes, machinery);

/** The queues that can be asked at the moment. */
export const reachableQueues = (machinery: Machinery): Queue[] => queuesIn(reachableLanes(machinery), machinery);

/** @throws ApiError 404 */
export function queueNamed(machinery: Machinery, name: string): Queue {
  const found = queuesOf(machinery).find((queue) => queue.name === name);
  if (!found) throw errors.queueUnknown({ queue: name });
  return found;
}
