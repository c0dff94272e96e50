/** Something that a process can do at a time: it is one lane's until that lane lets it go. */
export class Place {
  #isHeld = true;

  constructor(private readonly giveBack: () => void) {}

  get isHeld(): boolean {
    return this.#isHeld;
  }

  /** Lets the place go, if that has not been done. */
  release(): void {
    if (!this.#isHeld) return;
    this.#isHeld = false;
    this.giveBack();
  }
}

interface Waiting {
  readonly lane: LanePlaces;
  begin(places: Place[]): void;
}

/**
 * The places of one worker process, which its lanes share: there are no more jobs in hand than it has places, however many lanes it
 * serves. Lanes that want one while none is free get one in turn; and while any waits, those that have more than their share let the next
 * one that they end go. So lanes that all have work come to have equal shares, and one that alone has work has all places.
 */
export class Places {
  #free: number;
  readonly #waiting: Waiting[] = [];
  readonly #lanes = new Set<LanePlaces>();

  /** @param total how many jobs are done at a time */
  constructor(readonly total: number) {
    this.#free = total;
  }

  /** A further lane that shares the places. */
  open(): LanePlaces {
    const lane: LanePlaces = new LanePlaces({
      take: (begin) => this.#take(lane, begin),
      leave: () => this.#leave(lane),
      isOverShare: () => this.#isOverShare(lane),
      free: () => this.#next(),
    });
    this.#lanes.add(lane);
    return lane;
  }

  #take(lane: LanePlaces, begin: Waiting['begin']): void {
    if (this.#lanes.has(lane)) this.#waiting.push({ lane, begin });
    else begin([]);
    this.#serve();
  }

  #leave(lane: LanePlaces): void {
    this.#lanes.delete(lane);
    const at = this.#waiting.findIndex((one) => one.lane === lane);
    if (at >= 0) this.#waiting.splice(at, 1)[0]?.begin([]);
  }

  #next(): void {
    this.#free += 1;
    this.#serve();
  }

  /** Several at once where nobody else waits: they are filled by one command. No more than a share, as it may be lost for a while. */
  #serve(): void {
    while (this.#free > 0) {
      const first = this.#waiting.shift();
      if (!first) return;
      const share = Math.max(1, Math.ceil(this.total / this.#lanes.size));
      const many = this.#waiting.length > 0 ? 1 : Math.min(share, this.#free);
      this.#free -= many;
      first.begin(first.lane.given(many));
    }
  }

  #isOverShare(lane: LanePlaces): boolean {
    if (this.#waiting.length === 0) return false;
    const wanting = new Set([...this.#waiting.map((one) => one.lane), lane]);
    for (const other of this.#lanes) if (other.held > 0) wanting.add(other);
    return lane.held > this.total / wanting.size;
  }
}

interface Shared {
  take(begin: Waiting['begin']): void;
  leave(): void;
  isOverShare(): boolean;
  free(): void;
}

/** What a lane has of the places of its process. */
export class LanePlaces {
  #held = 0;

  constructor(private readonly shared: Shared) {}

  /** How many the lane has now. */
  get held(): number {
    return this.#held;
  }

  /** Whether the lane has to let its next place go that a job leaves, as others wait. */
  get isOverShare(): boolean {
    return this.shared.isOverShare();
  }

  /** Waits for at least one place; none once the lane has left. */
  take(): Promise<Place[]> {
    return new Promise((resolve) => this.shared.take(resolve));
  }

  /** Ends the lane's waiting. What it has, it lets go one by one. */
  leave(): void {
    this.shared.leave();
  }

  /** Is told by the process how many places it has now. */
  given(many: number): Place[] {
    this.#held += many;
    return Array.from(
      { length: many },
      () =>
        new Place(() => {
          this.#held -= 1;
          this.shared.free();
        }),
    );
  }
}
