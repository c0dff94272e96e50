import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';

/** A Lua script of BullMQ that can be run for several jobs in one command. */
export interface Script {
  readonly name: string;
  /** SHA-256 of its text, in hex: batches rely on its keys, arguments and steps. */
  readonly hash: string;
  readonly text: string;
  /** Number of its keys. */
  readonly keys: number;
  /** Indexes of the keys that differ from job to job. */
  readonly jobKeys: readonly number[];
  /** Number of its arguments. */
  readonly args: number;
  /** Maximum number of batches in flight. With two, the processing of one overlaps with the transfer of the other. */
  readonly concurrency: 1 | 2;
}

/** The scripts that are run in batches. */
export interface Scripts {
  readonly add: readonly Script[];
  readonly fetch: Script;
  readonly finish: Script;
}

/** Properties of the supported scripts. */
type Supported = { add: readonly Omit<Script, 'text'>[] } & Record<'fetch' | 'finish', Omit<Script, 'text'>>;

const SUPPORTED: Supported = {
  add: [
    {
      name: 'addStandardJob',
      hash: '2eee45c9ffc54d24681b737f926016a7f7464f0d32a5f87f623bffa2fc55413c',
      ...{ keys: 9, jobKeys: [], args: 3, concurrency: 1 },
    },
    {
      name: 'addPrioritizedJob',
      hash: 'd4652d1be004a3d7bfed76efdc706f2017f8dfd0080c51ab1f05457eeb1c3c77',
      ...{ keys: 9, jobKeys: [], args: 3, concurrency: 1 },
    },
  ],
  fetch: {
    name: 'moveToActive',
    hash: '7d35069db0b831af1bd1b2d5eb8d524e86fc7d3280b8c684a96b6614bad7d79a',
    ...{ keys: 11, jobKeys: [], args: 3, concurrency: 1 },
  },
  finish: {
    name: 'moveToFinished',
    hash: '8e744ec5d65dbe9e7ffb6e39a96c0268bba65e4f0b1d04e2d2a42ccb71b45a6d',
    ...{ keys: 14, jobKeys: [10, 11, 12], args: 9, concurrency: 2 },
  },
};

/**
 * Reads BullMQ's own scripts.
 *
 * @throws Error if the installed version has other scripts than those that are supported
 */
export function loadScripts({ add, fetch, finish } = SUPPORTED): Scripts {
  const load = createRequire(import.meta.url);
  const read = (script: Omit<Script, 'text'>) => readScript(load, script);
  return { add: add.map(read), fetch: read(fetch), finish: read(finish) };
}

function readScript(load: NodeJS.Require, script: Omit<Script, 'text'>): Script {
  const { name, keys, hash } = script;
  const module: Record<string, { content?: unknown } | undefined> = load(`bullmq/dist/cjs/scripts/${name}-${keys}.js`);
  const text = module[name]?.content;
  if (typeof text !== 'string') throw new Error(`BullMQ has no script ${name} with ${keys} keys`);
  const found = createHash('sha256').update(text).digest('hex');
  if (found !== hash) throw new Error(`BullMQ's script ${name} is not supported: its SHA-256 is ${found}`);
  return { ...script, text };
}
