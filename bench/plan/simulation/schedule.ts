/** Something that happens at an instant of the simulated time. */
export type Event = () => void;

/** What is to happen, in the order of time; what is to happen at the same instant, in the order in which it was planned. */
export class Schedule {
  /** A binary heap: the earliest stands first. */
  readonly #at: number[] = [];
  readonly #turn: number[] = [];
  readonly #events: Event[] = [];
  #turns = 0;
  #now = 0;

  /** In ms. */
  get now(): number {
    return this.#now;
  }

  /** Plans what happens so many ms from now. */
  in(ms: number, event: Event): void {
    let place = this.#at.length;
    const at = this.#now + ms;
    const turn = this.#turns++;
    while (place > 0) {
      const parent = (place - 1) >> 1;
      if (!this.#isBefore(at, turn, parent)) break;
      this.#move(parent, place);
      place = parent;
    }
    this.#put(place, at, turn, event);
  }

  /** Lets everything happen that is planned before an instant, and what that leads to. */
  run(untilMs: number): void {
    while (this.#at.length > 0 && (this.#at[0] ?? 0) < untilMs) {
      this.#now = this.#at[0] ?? 0;
      this.#first()();
    }
    this.#now = untilMs;
  }

  #first(): Event {
    const first = this.#events[0] as Event;
    const [at, turn, event] = [this.#at.pop() ?? 0, this.#turn.pop() ?? 0, this.#events.pop() as Event];
    const { length } = this.#at;
    if (length === 0) return first;
    let place = 0;
    for (;;) {
      let child = 2 * place + 1;
      if (child >= length) break;
      if (child + 1 < length && this.#isBefore(this.#at[child + 1] ?? 0, this.#turn[child + 1] ?? 0, child)) child += 1;
      if (this.#isBefore(at, turn, child)) break;
      this.#move(child, place);
      place = child;
    }
    this.#put(place, at, turn, event);
    return first;
  }

  #isBefore(at: number, turn: number, other: number): boolean {
    const of = this.#at[other] ?? 0;
    return at < of || (at === of && turn < (this.#turn[other] ?? 0));
  }

  #move(from: number, to: number): void {
    this.#put(to, this.#at[from] ?? 0, this.#turn[from] ?? 0, this.#events[from] as Event);
  }

  #put(place: number, at: number, turn: number, event: Event): void {
    this.#at[place] = at;
    this.#turn[place] = turn;
    this.#events[place] = event;
  }
}
