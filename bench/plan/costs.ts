import { readFileSync } from 'node:fs';
import Type, { type Static } from 'typebox';
import { validator } from '../../shared/contract/input.js';
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
  /** Those within scripts included. */
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

/** Measured costs of a call of each pool, and where and when they were measured. */
export type Costs = Static<typeof costs>;

export const COSTS_FILE = 'bench/plan/costs.generated.json';

/**
 * The costs that were measured last.
 *
 * @throws Error when their file is not of their shape
 */
export function readCosts(): Costs {
  const content: unknown = JSON.parse(readFileSync(projectFile(COSTS_FILE), 'utf8'));
  const validate = validator(costs);
  if (!validate(content)) throw new Error(`${COSTS_FILE}: ${validate.errors?.[0]?.instancePath} is not as it must be`);
  return content as Costs;
}
