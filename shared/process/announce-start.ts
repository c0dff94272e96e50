import type { Config } from './config.js';
import type { Logger } from './log.js';
import { settings } from './settings.js';
import { version } from './version.js';

/** Types of settings whose values cannot be secrets. */
const PLAIN: ReadonlySet<unknown> = new Set(['integer', 'number', 'boolean']);

/**
 * Logs the version of a process and the settings that are set: the values of numbers, flags and words; of texts, which may hold secrets,
 * the names alone. A process that a launcher has started leaves that to it.
 */
export function announceStart(log: Logger, config: Config): void {
  if (process.send) return;
  const isSet = ([name]: [string, unknown]) => (process.env[name] ?? '').trim() !== '';
  const shown = Object.entries(config)
    .filter(isSet)
    .map(([name, value]) => [name, isPlain(name) ? value : '(set)']);
  log.info({ version, settings: Object.fromEntries(shown) }, 'starting');
}

function isPlain(name: string): boolean {
  const { type, enum: words }: { type?: unknown; enum?: unknown } = { ...Object(settings)[name] };
  return words !== undefined || PLAIN.has(type);
}
