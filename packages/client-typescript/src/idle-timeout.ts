/** Timeout of something that arrives in parts: restarts with each of them. */
export class IdleTimeout {
  readonly #controller = new AbortController();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly timeoutMs: number) {
    this.restart();
  }

  /** Aborted when the time has passed. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  restart(): void {
    this.stop();
    this.#timer = setTimeout(() => this.#controller.abort(), this.timeoutMs);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}
