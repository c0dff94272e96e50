import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type NetConnectOpts, type Server, type Socket } from 'node:net';

/** Treatment of bytes on a link: `stalled` bytes wait until the link heals, `swallowed` bytes are lost. */
type Mode = 'open' | 'stalled' | 'swallowing';

interface Pair {
  near: Socket;
  far: Socket;
  /** True if nothing passes on the connection again, whatever happens to the link. */
  lost: boolean;
}

/** A TCP link between processes that a test can cut, stall, slow down, and let swallow what passes. */
export class FaultyLink {
  #mode: Mode = 'open';
  #delayMs = 0;
  /** When what was last sent to a socket arrives. */
  readonly #due = new WeakMap<Socket, number>();
  readonly #pairs = new Set<Pair>();
  readonly #server: Server;

  private constructor(private target: NetConnectOpts) {
    this.#server = createServer((near) => this.#join(near));
  }

  /** Opens a link to an address. */
  static async open(target: NetConnectOpts): Promise<FaultyLink> {
    const link = new FaultyLink(target);
    link.#server.listen(0, '127.0.0.1');
    await once(link.#server, 'listening');
    return link;
  }

  /** The URL of a store at the other end. */
  get url(): string {
    return `mongodb://127.0.0.1:${this.port}/?directConnection=true`;
  }

  /** The URL of a Redis at the other end. */
  get redisUrl(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** Leads somewhere else from the next connection on. */
  leadTo(target: NetConnectOpts): void {
    this.target = target;
  }

  /** Takes bytes and passes none on, in either direction; no end of a connection is heard either. */
  stall(): void {
    this.#mode = 'stalled';
    for (const pair of this.#pairs) pause(pair);
  }

  /** Loses all connections for good, and tells neither side. New ones pass. */
  lose(): void {
    for (const pair of this.#pairs) {
      pair.lost = true;
      pause(pair);
    }
  }

  /** Throws away what is sent. */
  swallow(): void {
    this.#mode = 'swallowing';
  }

  /** Ends all connections in good order and all at once, as a server does that shuts down. New ones pass. */
  end(): void {
    for (const { near } of this.#pairs) near.end();
  }

  /** Passes everything on so much later. */
  delay(ms: number): void {
    this.#delayMs = ms;
  }

  /** Ends all connections at once, as a process that is killed does. */
  cut(): void {
    for (const { near, far } of this.#pairs) {
      near.resetAndDestroy();
      far.destroy();
    }
  }

  /** Passes on again, what waited first. */
  heal(): void {
    this.#mode = 'open';
    this.#delayMs = 0;
    for (const { near, far, lost } of this.#pairs) {
      if (lost) continue;
      near.resume();
      far.resume();
    }
  }

  async close(): Promise<void> {
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.cut();
    await closed;
  }

  #join(near: Socket): void {
    const far = connect(this.target);
    const pair: Pair = { near, far, lost: false };
    this.#pairs.add(pair);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      from.setNoDelay(true);
      from.on('data', (bytes) => this.#pass(bytes, to));
      from.on('error', () => from.destroy());
      from.on('close', () => {
        to.destroy();
        this.#pairs.delete(pair);
      });
      if (this.#mode === 'stalled') from.pause();
    }
  }

  #pass(bytes: Buffer, to: Socket): void {
    if (this.#mode === 'swallowing') return;
    // Bytes stay in order, even if the link has become faster.
    const now = performance.now();
    const due = Math.max(now + this.#delayMs, this.#due.get(to) ?? 0);
    if (due <= now) {
      to.write(bytes);
      return;
    }
    this.#due.set(to, due);
    setTimeout(() => to.write(bytes), due - now);
  }
}

function pause({ near, far }: Pair): void {
  near.pause();
  far.pause();
}
