import { withTimeout } from './clock.js';

export type Service = 'store' | 'redis';

/**
 * A service whose outages are recognized by errors, and their end by a probe. An outage is what the probe can tell: no connection, no
 * response, or a server that accepts no operation.
 */
export interface WatchedService {
  /** True if an error certainly comes from the service, and means that it is unavailable. */
  isOutage(error: unknown): boolean;
  /** Succeeds if the service is available. */
  probe(): Promise<unknown>;
}

interface OutageLogger {
  warn(fields: object, message: string): void;
  info(fields: object, message: string): void;
}

interface Outage {
  readonly since: Date;
  readonly began: number;
  affected: number;
  timers: NodeJS.Timeout[];
  isProbing: boolean;
}

const [PROBE_EVERY_MS, PROBE_TIMEOUT_MS] = [1_000, 5_000];
const REMIND_EVERY_MS = 60_000;
/** Maximum errors of a chain of causes that are examined. */
const MAX_CAUSES = 5;
/** Codes of socket errors, which do not say from which service they come. */
const SOCKET_ERRORS: ReadonlySet<unknown> = new Set(
  'EAI_AGAIN ECONNREFUSED ECONNRESET EHOSTUNREACH ENETUNREACH ENOTFOUND EPIPE ETIMEDOUT'.split(' '),
);

/**
 * Logs an outage of the store or of Redis in one line when it begins, once a minute while it lasts, and when it is over, in place of a
 * stack for each request or task that it affects. Any other error has its own line.
 */
export class Outages {
  readonly #watched = new Map<Service, WatchedService>();
  readonly #current = new Map<Service, Outage>();
  #log: OutageLogger | undefined;

  reportTo(log: OutageLogger): void {
    this.#log = log;
  }

  watch(service: Service, watched: WatchedService): void {
    this.#watched.set(service, watched);
  }

  /**
   * Adds the error of a log line to the current outage, or begins one, if it means that a service is unavailable.
   *
   * @returns false for any other line
   */
  absorb(fields: unknown): boolean {
    const { err, service: connection, ...others }: { err?: unknown; service?: unknown } = Object(fields);
    if (!(err instanceof Error)) return false;
    const service = this.#findService(err, connection);
    if (!service) return false;
    const outage = this.#current.get(service) ?? this.#begin(service, err);
    if ('requestId' in others || 'task' in others) outage.affected += 1;
    return true;
  }

  /** @param connection the service whose connection the error comes from, if that is known */
  #findService(err: Error, connection: unknown): Service | undefined {
    let error: unknown = err;
    for (let depth = 0; depth < MAX_CAUSES && error instanceof Error; depth++) {
      for (const [service, { isOutage }] of this.#watched) {
        const isSocketError = service === connection && SOCKET_ERRORS.has(Object(error).code);
        if (isSocketError || isOutage(error)) return service;
      }
      error = error.cause;
    }
    return undefined;
  }

  #begin(service: Service, cause: Error): Outage {
    const outage: Outage = { since: new Date(), began: performance.now(), affected: 0, timers: [], isProbing: false };
    this.#current.set(service, outage);
    outage.timers = [
      setInterval(() => void this.#probe(service, outage), PROBE_EVERY_MS).unref(),
      setInterval(() => this.#report(service, outage), REMIND_EVERY_MS).unref(),
    ];
    this.#report(service, outage, describe(cause));
    return outage;
  }

  #report(service: Service, { since, affected }: Outage, cause?: string): void {
    this.#log?.warn({ ...(cause && { cause }), affected }, `${service} unavailable since ${since.toISOString()}`);
  }

  async #probe(service: Service, outage: Outage): Promise<void> {
    if (outage.isProbing) return;
    outage.isProbing = true;
    const probed = Promise.resolve(this.#watched.get(service)?.probe()).then(() => true);
    const isAvailable = await withTimeout(PROBE_TIMEOUT_MS, probed).catch(() => false);
    outage.isProbing = false;
    if (!isAvailable || this.#current.get(service) !== outage) return;
    for (const timer of outage.timers) clearInterval(timer);
    this.#current.delete(service);
    const seconds = Math.round((performance.now() - outage.began) / 1_000);
    const { since, affected } = outage;
    this.#log?.info({ since, seconds, affected }, `${service} available again`);
  }
}

/** Returns the message of the innermost cause. */
function describe(error: Error): string {
  let cause: unknown = error;
  for (let depth = 0; depth < MAX_CAUSES && cause instanceof Error && cause.cause !== undefined; depth++)
    cause = cause.cause;
  return cause instanceof Error ? cause.message : String(cause);
}
