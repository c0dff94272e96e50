import type { IncomingMessage } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { type PoolName, poolNames, pools } from '../../shared/contract/pools.js';
import { count, gauge } from '../../shared/process/metrics/measure.js';
import { AdaptiveLimit } from './adaptive-limit.js';

/**
 * A caller may have so many times as many calls in flight as there is room for more. One that floods a front has four fifths
 * of the limit when it is alone, and leaves the rest to who comes next; several that flood have equal shares.
 */
const SHARE = 4;
/**
 * So many calls of a pool are let in all the same when there is no room, each of a caller who has no other: where the limit falls
 * below what a flood has in flight, nobody else would be heard until that has drained.
 */
const MODEST = 16;
const SAMPLE_EVERY_MS = 10;
const READ_EVERY_MS = 100;

/** A call that was let in. */
export interface Place {
  /**
   * Says that the call was served.
   *
   * @param ranMs how long its worker was at it
   * @param readMs how long its body took to come, which is its caller's affair
   */
  served(ranMs: number, readMs: number): void;
  /** Holds the place for longer than its caller waits. */
  holdUntil(end: Promise<unknown>): void;
  /** Makes room for another, once nobody holds the place any more. */
  leave(): void;
}

/** The calls in flight of one pool. */
interface Room {
  readonly limit: AdaptiveLimit;
  inFlight: number;
  /** By caller. There are no more of them than calls. */
  readonly byCaller: Map<string, number>;
  /** Calls that were let in without room. */
  modest: number;
}

/**
 * Lets calls in as long as they can be served in time, and divides what there is among those who call: the bound on a
 * caller's calls follows the room that is left (Choudhury and Hahne, Dynamic queue length thresholds for shared-memory packet
 * switches, IEEE/ACM Transactions on Networking 6/2, 1998), so that whoever has the most is refused first.
 */
export class Admission {
  readonly #rooms: ReadonlyMap<PoolName, Room>;
  /** In all rooms. */
  #inFlight = 0;
  readonly #places = new WeakMap<IncomingMessage, Place>();
  readonly #loop = monitorEventLoopDelay({ resolution: SAMPLE_EVERY_MS });
  /** How late the event loop has been of late, in ms: so long a request waits until it is read. */
  #loopDelayMs = 0;
  #reading: NodeJS.Timeout | undefined;

  /** @param fewest how many calls of a pool are always let in */
  constructor(fewest: number) {
    this.#rooms = new Map(poolNames.map((pool) => [pool, newRoom(pool, fewest)]));
  }

  /** Looks at the event loop no more. */
  stop(): void {
    clearInterval(this.#reading);
    this.#reading = undefined;
    this.#loop.disable();
    this.#loopDelayMs = 0;
  }

  /** As long as there are calls: a front without any would wake a hundred times a second to find that nothing is late. */
  #watchLoop(): void {
    if (this.#reading) return;
    this.#loop.enable();
    // It takes the time since it was stopped for a delay.
    this.#loop.reset();
    this.#reading = setInterval(() => {
      // What is measured is the time between two ticks.
      if (this.#loop.count > 0) this.#loopDelayMs = Math.max(0, this.#loop.mean / 1e6 - SAMPLE_EVERY_MS);
      this.#loop.reset();
      if (this.#inFlight === 0) this.stop();
    }, READ_EVERY_MS).unref();
  }

  /** @returns undefined when the call is to be refused */
  enter(request: IncomingMessage, pool: PoolName, caller: string): Place | undefined {
    const room = this.#rooms.get(pool);
    if (!room) return undefined;
    const { limit, byCaller } = room;
    const own = byCaller.get(caller) ?? 0;
    const hasRoom = own < SHARE * (limit.value - room.inFlight);
    if (!hasRoom && (own > 0 || room.modest >= MODEST)) {
      count('callsNotAdmitted', { pool });
      return undefined;
    }
    if (!hasRoom) room.modest += 1;
    room.inFlight += 1;
    byCaller.set(caller, own + 1);
    this.#inFlight += 1;
    this.#watchLoop();
    limit.inFlight(room.inFlight, this.#inFlight);
    const place = this.#placeIn(room, caller, hasRoom);
    this.#places.set(request, place);
    return place;
  }

  /** The place of a request that was let in. */
  placeOf(request: IncomingMessage): Place | undefined {
    return this.#places.get(request);
  }

  #placeIn(room: Room, caller: string, hasRoom: boolean): Place {
    const began = performance.now();
    const loopDelayMs = () => this.#loopDelayMs;
    let held: Promise<unknown> | undefined;
    const leave = () => {
      room.inFlight -= 1;
      this.#inFlight -= 1;
      if (!hasRoom) room.modest -= 1;
      const own = (room.byCaller.get(caller) ?? 1) - 1;
      if (own === 0) room.byCaller.delete(caller);
      else room.byCaller.set(caller, own);
    };
    return {
      served(ranMs, readMs) {
        const now = performance.now();
        const waitMs = loopDelayMs() + Math.max(0, now - began - readMs - ranMs);
        room.limit.served({ ranMs, waitMs }, began, now);
      },
      holdUntil(end) {
        held = end;
      },
      leave() {
        if (held) void held.then(leave, leave);
        else leave();
      },
    };
  }

  /** Brings the gauges up to date. */
  measure(): void {
    for (const [pool, { limit, inFlight }] of this.#rooms) {
      gauge('callsInFlight', { pool }, inFlight);
      gauge('admissionLimit', { pool }, limit.value);
    }
  }
}

const newRoom = (pool: PoolName, fewest: number): Room => ({
  limit: new AdaptiveLimit(pools[pool].concurrency, fewest),
  inFlight: 0,
  byCaller: new Map(),
  modest: 0,
});
