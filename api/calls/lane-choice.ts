import { type PoolName, poolNames } from '../../shared/contract/pools.js';
import type { FrontLane } from './front-lane.js';

/**
 * Chooses the lane of each call: of those that are open to its pool the one with the fewest calls of this front under way, in
 * turn where several have as few. A lane that is slow, or dies and is not missed yet, so gets few more.
 */
export class LaneChoice {
  readonly #lanes: ReadonlyMap<PoolName, readonly FrontLane[]>;
  #turn = 0;

  constructor(lanes: readonly FrontLane[]) {
    this.#lanes = new Map(poolNames.map((pool) => [pool, lanes.filter(({ pools }) => pools.includes(pool))]));
  }

  /** The lane of a call; where none is open, one whose Redis is there at least. */
  of(pool: PoolName): FrontLane {
    const lanes = this.#lanesOf(pool);
    const [only] = lanes;
    if (only && lanes.length === 1) return only;
    this.#turn += 1;
    const inTurn = lanes.map((_, at) => lanes[(at + this.#turn) % lanes.length]).filter((lane) => lane !== undefined);
    const best =
      fewest(
        inTurn.filter((lane) => lane.isOpen(pool)),
        pool,
      ) ??
      fewest(
        inTurn.filter((lane) => lane.isAlive),
        pool,
      ) ??
      only;
    if (!best) throw new RangeError(`the pool ${pool} has no lane`);
    return best;
  }

  /** The lanes in which a job of the pool may be, as far as they can be asked; all of them where none can. */
  among(pool: PoolName): readonly FrontLane[] {
    const lanes = this.#lanesOf(pool);
    const alive = lanes.filter((lane) => lane.isAlive);
    return alive.length > 0 ? alive : lanes;
  }

  #lanesOf(pool: PoolName): readonly FrontLane[] {
    return this.#lanes.get(pool) ?? [];
  }
}

/** Of several with as few, the first. */
function fewest(lanes: readonly FrontLane[], pool: PoolName): FrontLane | undefined {
  let best: FrontLane | undefined;
  for (const lane of lanes) if (!best || lane.awaitedIn(pool) < best.awaitedIn(pool)) best = lane;
  return best;
}
