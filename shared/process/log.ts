import { type Logger, pino } from 'pino';
import type { Outages, Service } from './outages.js';
import { redact } from './redact.js';

export type { Logger };

/** Options of pino-pretty for lines that people read. */
export const READABLE = { ignore: 'pid,hostname', singleLine: true };

/**
 * Creates the logger of a process: one JSON line per event, readable lines with `LOG_PRETTY`. Secrets are redacted by the names of their
 * fields, up to two levels deep; keys, tokens, email addresses and query strings are redacted in every line.
 *
 * @param outages report outages, in place of the lines with their errors
 */
export function createLogger(
  process: string,
  settings: { LOG_LEVEL: string; LOG_PRETTY: boolean },
  outages?: Outages,
): Logger {
  const secrets = ['api_key', 'key', 'password', 'token', 'secret', 'authorization', '["x-api-key"]'];
  const logger = pino({
    level: settings.LOG_LEVEL,
    base: { process },
    hooks: {
      streamWrite: redact,
      logMethod(given, method) {
        if (!outages?.absorb(given[0])) method.apply(this, given);
      },
    },
    redact: { paths: secrets.flatMap((name) => nested(name)), censor: '[redacted]' },
    ...(settings.LOG_PRETTY ? { transport: { target: 'pino-pretty', options: READABLE } } : {}),
  });
  outages?.reportTo(logger);
  return logger;
}

/** Returns a function that logs the errors of the connections to a service. */
export const logConnectionErrors =
  (log: Logger, service: Service) =>
  (err: unknown): void =>
    log.warn({ service, err }, 'connection failed');

const nested = (name: string): string[] =>
  name.startsWith('[') ? [name, `*${name}`, `*.*${name}`] : [name, `*.${name}`, `*.*.${name}`];
