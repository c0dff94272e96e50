import { readFileSync } from 'node:fs';
import Type, { type Static } from 'typebox';
import { compileValidator } from '../../shared/contract/input.js';
import { type PoolName, poolNames } from '../../shared/contract/pools.js';
import { projectFile } from '../../shared/process/project-file.js';

const amount = Type.Number({ minimum: 0 });

/** Cost of one request: processor time in ms, bytes, commands. */
const callCosts = Type.Object({
  endpoint: Type.String(),
  calls: Type.Integer({ minimum: 1 }),
  frontMs: amount,
  workerMs: amount,
  redisMs: amount,
  storeMs: amount,
  /** Including those in scripts. */
  redisCommands: amount,
  /** Growth of the store's files. */
  storeBytes: amount,
  /** Growth of Redis' memory over all requests, which is bounded. */
  redisBytesHeld: Type.Number(),
});

const costs = Type.Object({
  measured: Type.String(),
  machine: Type.String(),
  connections: Type.Integer(),
  pools: Type.Object(
    Object.fromEntries(poolNames.map((pool) => [pool, callCosts])) as Record<PoolName, typeof callCosts>,
  ),
});

export type CallCosts = Static<typeof callCosts>;

/** Measured costs of a call of each pool, with the machine and the time of the measurement. */
export type Costs = Static<typeof costs>;

export const COSTS_FILE = 'bench/plan/costs.generated.json';

/**
 * Reads the latest measured costs.
 *
 * @throws Error if their file is invalid
 */
export function readCosts(): Costs {
  const content: unknown = JSON.parse(readFileSync(projectFile(COSTS_FILE), 'utf8'));
  const validate = compileValidator(costs);
  if (!validate(content)) throw new Error(`${COSTS_FILE}: invalid value at ${validate.errors?.[0]?.instancePath}`);
  return content as Costs;
}
