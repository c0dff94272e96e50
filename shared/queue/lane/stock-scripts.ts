import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';

/** What the lane sends in batches: jobs that are added, fetched, and ended. */
export type Kind = 'add' | 'fetch' | 'end';

/** A script of BullMQ as the lane was built on it. */
export interface PinnedScript {
  name: string;
  /** How many keys it takes. */
  keys: number;
  /** SHA-256 of its text, in hex. */
  hash: string;
}

/** The version of BullMQ whose scripts and classes the lane was built on, and the scripts that it wraps. */
export const PINNED_VERSION = '6.7.0';
export const PINNED_SCRIPTS: Record<Kind, PinnedScript> = {
  add: {
    name: 'addStandardJob',
    keys: 9,
    hash: '2eee45c9ffc54d24681b737f926016a7f7464f0d32a5f87f623bffa2fc55413c',
  },
  fetch: {
    name: 'moveToActive',
    keys: 11,
    hash: '7d35069db0b831af1bd1b2d5eb8d524e86fc7d3280b8c684a96b6614bad7d79a',
  },
  end: {
    name: 'moveToFinished',
    keys: 14,
    hash: '8e744ec5d65dbe9e7ffb6e39a96c0268bba65e4f0b1d04e2d2a42ccb71b45a6d',
  },
};

/**
 * Reads the texts of BullMQ's own scripts.
 *
 * @throws Error when what is installed is not what the lane was built on
 */
export function stockScripts(
  pinned: Record<Kind, PinnedScript> = PINNED_SCRIPTS,
  version: string = PINNED_VERSION,
): Record<Kind, string> {
  const load = createRequire(import.meta.url);
  const { version: installed }: { version?: unknown } = load('bullmq/package.json');
  if (installed !== version) throw new Error(`BullMQ ${installed} is installed, not ${version}`);
  const textOf = ({ name, keys, hash }: PinnedScript): string => {
    const module: Record<string, { keys?: unknown; content?: unknown }> = load(
      `bullmq/dist/cjs/scripts/${name}-${keys}.js`,
    );
    const { keys: taken, content } = module[name] ?? {};
    if (taken !== keys || typeof content !== 'string') throw new Error(`BullMQ's script ${name} has another shape`);
    const found = createHash('sha256').update(content).digest('hex');
    if (found !== hash) throw new Error(`BullMQ's script ${name} has changed: its hash is ${found}`);
    return content;
  };
  return { add: textOf(pinned.add), fetch: textOf(pinned.fetch), end: textOf(pinned.end) };
}
