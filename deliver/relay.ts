import { setTimeout as pause } from 'node:timers/promises';
import type { Queue } from 'bullmq';
import type { Clock } from '../shared/process/clock.js';
import type { Collections } from '../shared/store/collections.js';
import type { Lane } from '../shared/webhooks/collections.js';
import { DELIVER_QUEUE, type Turn } from '../shared/webhooks/queue.js';
import { expandNext } from './expand.js';

/** How often the outbox is looked at, in ms. */
const LOOK_EVERY_MS = 500;
const AFTER_TROUBLE_MS = 1_000;
/** How many messages are expanded at a time: what a store writes together it writes in the time of one. */
const EXPANDED_SIDE_BY_SIDE = 16;
/** How many receivers are given their turns at a time. */
const LANES_AT_A_TIME = 50;
/** A receiver whose turn has not ended by then is given it anew, which does nothing while its job is there. In ms. */
const TURN_LEASE_MS = 5_000;

/** Whoever takes jobs of turns; BullMQ's queue does. */
type Turns = Pick<Queue<Turn, object>, 'add'>;

/**
 * Carries what is to be delivered from the store, where nothing is lost, to the queue, where it is worked on: makes deliveries of
 * messages, and gives receivers that have some due their turns. Any number of these may run: they do nothing twice that
 * must not be.
 */
export class Relay {
  readonly #stopping = new AbortController();
  #running: Promise<void> | undefined;

  constructor(
    private readonly store: Pick<Collections, 'webhooks' | 'messages' | 'deliveries' | 'lanes' | 'eventCounts'>,
    private readonly turns: Turns,
    private readonly clock: Clock,
    private readonly onError: (error: unknown) => void,
  ) {}

  start(): void {
    this.#running = this.#run();
  }

  /** Stops when what is in hand is done. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      const waitMs = await this.#look().then(
        (found) => (found ? 0 : LOOK_EVERY_MS),
        (error: unknown) => {
          this.onError(error);
          return AFTER_TROUBLE_MS;
        },
      );
      await pause(waitMs, undefined, { signal }).catch(() => {});
    }
  }

  /** @returns whether there was something to do, so that there may be more */
  async #look(): Promise<boolean> {
    const expand = () => expandNext(this.store, this.clock.now());
    const isExpanding = await expand();
    // Where there was one there may be more; a store that is idle is asked one thing only.
    if (isExpanding) await Promise.all(Array.from({ length: EXPANDED_SIDE_BY_SIDE }, expand));
    const now = this.clock.now();
    const due = await this.store.lanes
      .find({ due: { $lte: now } }, { sort: { due: 1 }, limit: LANES_AT_A_TIME })
      .toArray();
    await Promise.all(due.map((lane) => this.#giveTurn(lane, now)));
    return isExpanding || due.length > 0;
  }

  async #giveTurn({ _id: lane, due }: Lane, now: Date): Promise<void> {
    const lease = { $set: { due: new Date(now.getTime() + TURN_LEASE_MS) } };
    const { matchedCount } = await this.store.lanes.updateOne({ _id: lane, due }, lease);
    if (matchedCount > 0) await this.turns.add(DELIVER_QUEUE, { lane }, { jobId: lane });
  }
}
