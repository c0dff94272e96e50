import { type Logger, pino } from 'pino';
import { redact } from './redact.js';

export type { Logger };

/** How an event is written for people. */
export const READABLE = { ignore: 'pid,hostname', singleLine: true };

/**
 * The process's logger: one JSON line per event, readable lines when `LOG_PRETTY` is set.
 * Whatever could hold an API key or a password is cut out by its field name, however deep a caller nests it; what looks like a
 * key, a token, an email address or a query string is cut out of every line.
 */
export function createLogger(process: string, settings: { LOG_LEVEL: string; LOG_PRETTY: boolean }): Logger {
  const secrets = ['api_key', 'key', 'password', 'token', 'secret', 'authorization', '["x-api-key"]'];
  return pino({
    level: settings.LOG_LEVEL,
    base: { process },
    hooks: { streamWrite: redact },
    redact: { paths: secrets.flatMap((name) => nested(name)), censor: '[redacted]' },
    ...(settings.LOG_PRETTY ? { transport: { target: 'pino-pretty', options: READABLE } } : {}),
  });
}

const nested = (name: string): string[] =>
  name.startsWith('[') ? [name, `*${name}`, `*.*${name}`] : [name, `*.${name}`, `*.*.${name}`];
