import type { Schedule } from './schedule.js';

/** Work that a server is to do. */
export interface Work {
  /** How much of a processor it takes, in ms. */
  ms: number;
  done(): void;
  /** The server died over it, or before it. */
  lost(): void;
}

/** Processors that processes share: none has one to itself. */
export class Processors {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  /** @param speed of each, where 1 does in a ms the work of a ms */
  constructor(
    count: number,
    readonly speed: number,
  ) {
    this.#free = count;
  }

  take(begin: () => void): void {
    if (this.#free === 0) this.#waiting.push(begin);
    else {
      this.#free -= 1;
      begin();
    }
  }

  giveBack(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#free += 1;
  }
}

/** A process that does one thing at a time. */
class Server {
  /** Counts its lives: what was planned in one that is over does not happen. */
  life = 0;
  isAlive = true;
  work: Work | undefined;
  busyMs = 0;
}

/** Servers that take their work from one queue, first come, first served. */
export class Servers {
  readonly #servers: Server[];
  readonly #idle: Server[];
  #waiting: Work[] = [];
  /** Where the queue begins: what was taken is cleared away now and then. */
  #head = 0;

  /** @param processors that they share with others; each has one of its own without them */
  constructor(
    private readonly schedule: Schedule,
    count: number,
    private readonly processors?: Processors,
  ) {
    this.#servers = Array.from({ length: count }, () => new Server());
    this.#idle = [...this.#servers];
  }

  get waiting(): number {
    return this.#waiting.length - this.#head;
  }

  /** How much work they have done, in ms of all together. */
  get busyMs(): number {
    return this.#servers.reduce((sum, { busyMs }) => sum + busyMs, 0);
  }

  add(work: Work): void {
    this.#waiting.push(work);
    const server = this.#idle.pop();
    if (server) this.#next(server);
  }

  /** One dies that works, or, when none does, any; with the work that it has begun. @returns what brings it back */
  kill(): () => void {
    const alive = this.#servers.filter(({ isAlive }) => isAlive);
    const server = alive.find(({ work }) => work) ?? alive[0];
    if (!server) return () => {};
    const { work } = server;
    server.isAlive = false;
    server.life += 1;
    server.work = undefined;
    const place = this.#idle.indexOf(server);
    if (place >= 0) this.#idle.splice(place, 1);
    work?.lost();
    return () => {
      server.isAlive = true;
      this.#next(server);
    };
  }

  /** What waits is lost, as with a server that is alone with its queue. */
  drop(most = Number.POSITIVE_INFINITY): void {
    const lost = this.#waiting.splice(this.#head, Math.min(most, this.waiting));
    for (const work of lost) work.lost();
  }

  #next(server: Server): void {
    const work = this.#waiting[this.#head];
    if (!work) {
      this.#idle.push(server);
      return;
    }
    this.#head += 1;
    if (this.#head > 1_000 && this.#head > this.#waiting.length / 2) {
      this.#waiting = this.#waiting.slice(this.#head);
      this.#head = 0;
    }
    server.work = work;
    const { life } = server;
    const begin = () => {
      const ms = work.ms / (this.processors?.speed ?? 1);
      this.schedule.in(ms, () => {
        this.processors?.giveBack();
        if (server.life !== life) return;
        server.busyMs += work.ms;
        server.work = undefined;
        work.done();
        this.#next(server);
      });
    };
    if (this.processors) this.processors.take(begin);
    else begin();
  }
}
