import type { IncomingMessage } from 'node:http';

/** How often a portion of some 64 KiB is read, of whichever request has waited longest, in ms. */
const PORTION_EVERY_MS = 10;

/**
 * Reads what is left of requests that have been refused, for nobody, at a pace that keeps this process busy with little, however many they
 * are: as fast as they are sent, which is how node does it, megabytes cost more to refuse than to serve small calls. They have to be read,
 * since many clients look for no answer before they have sent all of theirs. The server's limit of time for a request ends what has no end.
 */
export class Leftovers {
  readonly #waiting: IncomingMessage[] = [];
  #timer: NodeJS.Timeout | undefined;

  /** For a request that is not answered yet: once it is, node reads it off itself. */
  read(req: IncomingMessage): void {
    if (req.complete) return;
    req.on('data', () => {
      req.pause();
      this.#waiting.push(req);
      this.#timer ??= setInterval(() => this.#readNext(), PORTION_EVERY_MS).unref();
    });
    req.resume();
  }

  #readNext(): void {
    let next = this.#waiting.shift();
    while (next?.destroyed) next = this.#waiting.shift();
    next?.resume();
    if (this.#waiting.length > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}
