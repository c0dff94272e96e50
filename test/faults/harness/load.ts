import { setTimeout as pause } from 'node:timers/promises';
import { nightlyOrDaily } from '../../helpers/scale.js';

/** A call, and what its caller was told. */
export interface Told {
  pool: string;
  /** Undefined when the connection broke before there was an answer. */
  requestId: string | undefined;
  /** 0 without an answer. */
  status: number;
  retryAfter: string | null;
  /** Why there was no answer. */
  cause?: unknown;
  /** When it was sent, in ms since the epoch, and how long the answer took. */
  at: number;
  ms: number;
}

/** Requests that the load sends to each pool. */
const CALLS = {
  compute: ['/v1/vat', { action: 'calculate', net: 100, vat_rate: 20 }],
  content: ['/v1/horoscope/daily-horoscope', { sign: 'leo', date: '2026-03-01' }],
  fetch: ['/v1/currency/rates', { from: 'EUR', to: 'USD' }],
  qr: ['/v1/qr-code/generate', { qr_code_text: 'x', image_format: 'SVG', image_width: 64 }],
} as const;

export const POOLS = Object.keys(CALLS);
const ANSWER_WITHIN_MS = 60_000;
/** Pause of a client after a failure, in ms. An immediate retry would show nothing more. */
const REST_MS = 50;
/** Pause after a response, in ms. The default run leaves the processors to other suites. */
const PACE_MS = nightlyOrDaily(0, 60);

/** Number of clients of the load. The default run has fewer, which show the same. */
export const CLIENTS = nightlyOrDaily(32, 6);

/** Clients that call all pools in turn, one call after the other, until they are stopped. */
export class Load {
  readonly told: Told[] = [];
  #isOver = false;
  readonly #running: Promise<unknown>;

  /**
   * @param fronts where calls are sent, in turn
   * @param promised one in this many requests of a client is asynchronous; 0 for none
   * @param pools that are called
   * @param pace for how many ms a client rests after each answer
   * @param rest for how many ms after a failure
   */
  constructor(
    fronts: string | readonly string[],
    key: string,
    clients: number,
    promised = 0,
    private readonly pools: readonly string[] = POOLS,
    pace = PACE_MS,
    rest = REST_MS,
  ) {
    const client = async (_: unknown, first: number) => {
      for (let turn = first; !this.#isOver; turn++) {
        const later = promised > 0 && turn % promised === 0;
        const told = await ask(inTurn([fronts].flat(), turn), key, pools[turn % pools.length] ?? '', { later });
        this.told.push(told);
        await pause(told.status >= 400 || told.status === 0 ? rest : pace);
      }
    };
    this.#running = Promise.all(Array.from({ length: clients }, client));
  }

  /** Number of successful requests sent after an instant, in the pool with the fewest. */
  served(since = 0): number {
    const good = this.told.filter(({ status, at }) => status === 200 && at >= since);
    return Math.min(...this.pools.map((pool) => good.filter((told) => told.pool === pool).length));
  }

  /** Number of requests sent since an instant, by pool and status. */
  answers(since = 0): Record<string, number> {
    const counts: Record<string, number> = {};
    for (const { pool, status, at } of this.told) {
      const name = `${pool} ${status}`;
      if (at >= since) counts[name] = (counts[name] ?? 0) + 1;
    }
    return counts;
  }

  async stop(): Promise<readonly Told[]> {
    this.#isOver = true;
    await this.#running;
    return this.told;
  }
}

/** The fronts as a call tries them: the one whose turn it is, then the others. */
const inTurn = (fronts: readonly string[], turn: number): readonly string[] => {
  const first = turn % fronts.length;
  return [...fronts.slice(first), ...fronts.slice(0, first)];
};

/**
 * Sends one request, and records its response.
 *
 * @param fronts as the call tries them
 * @param body what is asked of the pool; that of the load unless it is given
 */
export async function ask(
  fronts: string | readonly string[],
  key: string,
  pool: string,
  { later = false, body }: { later?: boolean; body?: object } = {},
): Promise<Told> {
  const [path, usual] = CALLS[pool as keyof typeof CALLS];
  const at = Date.now();
  const began = performance.now();
  const told = { pool, at, requestId: undefined, status: 0, retryAfter: null };
  try {
    const { status, headers } = await askFirst([fronts].flat(), path, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'X-API-Key': key,
        ...(later && { Prefer: 'respond-async' }),
      },
      body: JSON.stringify(body ?? usual),
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    });
    const ms = performance.now() - began;
    return {
      ...told,
      requestId: headers.get('x-request-id') ?? undefined,
      status,
      retryAfter: headers.get('retry-after'),
      ms,
    };
  } catch (cause) {
    return { ...told, ms: performance.now() - began, cause };
  }
}

/** Asks the first front to which there is a connection, as balancers do; whatever happens after that is the answer. */
async function askFirst(fronts: readonly string[], path: string, request: RequestInit): Promise<Response> {
  const [front, ...others] = fronts;
  try {
    const response = await fetch(front + path, request);
    await response.arrayBuffer();
    return response;
  } catch (error) {
    if (others.length === 0 || !isUnconnected(error)) throw error;
    return askFirst(others, path, request);
  }
}

/** A connection that was not yet accepted when a front stopped listening is reset by the system. Nothing was sent on it. */
const isUnconnected = (error: unknown): boolean =>
  error instanceof Error &&
  error.cause instanceof Error &&
  'syscall' in error.cause &&
  error.cause.syscall === 'connect';
