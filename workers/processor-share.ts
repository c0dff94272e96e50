/** Processor time that this process has spent so far, all of its threads together, in ms. */
function ownProcessorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

/** What one piece of work has had of the processor time of its process. */
export interface Part {
  /** In ms, since it was begun. */
  spentMs(): number;
  end(): void;
}

/**
 * Tells how much of the processor time of a process is whose: what is under way at the same time has equal parts of it, as nothing tells
 * what one of them alone has spent. Where a machine gives the process no time, none of them has had any.
 */
export class ProcessorShare {
  #underWay = 0;
  /** What one that had been under way from the beginning on would have had until the last look. */
  #each = 0;
  #lastLook = 0;

  /** @param spent processor time of the process so far, in ms */
  constructor(private readonly spent: () => number = ownProcessorMs) {}

  begin(): Part {
    this.#look();
    this.#underWay++;
    const before = this.#each;
    return {
      spentMs: () => {
        this.#look();
        return this.#each - before;
      },
      end: () => {
        this.#look();
        this.#underWay--;
      },
    };
  }

  #look(): void {
    const now = this.spent();
    if (this.#underWay > 0) this.#each += (now - this.#lastLook) / this.#underWay;
    this.#lastLook = now;
  }
}
