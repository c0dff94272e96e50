import { withTimeout } from './clock.js';

export type Service = 'store' | 'redis';

/** A service whose outages are recognized by errors, and their end by a probe. */
interface Watched {
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

const PROBE_EVERY_MS = 1_000;
const REMIND_EVERY_MS = 60_000;
/** Maximum errors of a chain of causes that are examined. */
const MAX_CAUSES = 5;
/** Messages of log lines about connections, whose errors may be plain socket errors. */
const ABOUT_CONNECTIONS = /^(redis )?connection (trouble|failed)$/;
const SOCKET_ERRORS: ReadonlySet<unknown> = new Set(
  'EAI_AGAIN ECONNREFUSED ECONNRESET EHOSTUNREACH ENETUNREACH ENOTFOUND EPIPE ETIMEDOUT'.split(' '),
);

/**
 * Logs an outage of the store or of Redis in one line when it begins, once a minute while it lasts, and when it is over, in place of a
 * stack for each request or task that it affects.
 */
export class Outages {
  readonly #watched = new Map<Service, Watched>();
  readonly #current = new Map<Service, Outage>();
  #log: OutageLogger | undefined;

  reportTo(log: OutageLogger): void {
    this.#log = log;
  }

  watch(service: Service, watched: Watched): void {
    this.#watched.set(service, watched);
  }

  /**
   * Notes the error of a log line if it means that a service is unavailable.
   *
   * @returns false for any other line
   */
  covers(fields: unknown, message: unknown): boolean {
    const { err, ...others }: { err?: unknown } = Object(fields);
    if (!(err instanceof Error)) return false;
    const service = this.#findService(err, ABOUT_CONNECTIONS.test(String(message)));
    if (!service) return false;
    const outage = this.#current.get(service) ?? this.#begin(service, err);
    if ('requestId' in others || 'task' in others) outage.affected += 1;
    return true;
  }

  #findService(err: Error, isAboutConnection: boolean): Service | undefined {
    let error: unknown = err;
    for (let depth = 0; depth < MAX_CAUSES && error instanceof Error; depth++) {
      for (const [service, { isOutage }] of this.#watched) if (isOutage(error)) return service;
      error = error.cause;
    }
    // The driver of the store wraps errors of sockets.
    return isAboutConnection && this.#watched.has('redis') && SOCKET_ERRORS.has(Object(err).code) ? 'redis' : undefined;
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
    const isAvailable = await withTimeout(PROBE_EVERY_MS, Promise.resolve(this.#watched.get(service)?.probe())).then(
      (found) => found !== undefined,
      () => false,
    );
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
