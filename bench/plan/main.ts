/**
 * Calculates the processes that a load needs: `npm run plan -- --calls-per-second 10000 --mix compute=60,fetch=25,content=10,qr=5 [--json]`.
 * docs/scaling.md describes the model.
 */
import { Command, InvalidArgumentError } from 'commander';
import { poolNames } from '../../shared/contract/pools.js';
import { readCosts } from './costs.js';
import { createPlan, type Mix, readMix } from './plan.js';

const GIB = 1024 ** 3;

function parseRate(text: string): number {
  const value = Number(text);
  if (!(value > 0 && Number.isFinite(value))) throw new InvalidArgumentError('must be a number above 0');
  return value;
}

/** Wraps a parser, so that its errors are reported for the argument. */
const parseWith =
  <T>(read: (text: string) => T) =>
  (text: string): T => {
    try {
      return read(text);
    } catch (error) {
      throw new InvalidArgumentError(error instanceof Error ? error.message : String(error));
    }
  };

interface Options {
  callsPerSecond: number;
  mix: Mix;
  json?: true;
}

const program = new Command('plan')
  .description('Resources for a request rate, by measured costs')
  .requiredOption('--calls-per-second <number>', 'requests per second', parseRate)
  .requiredOption('--mix <shares>', 'shares of the pools, e.g. compute=60,fetch=25,content=10,qr=5', parseWith(readMix))
  .option('--json', 'as JSON')
  .parse();
const options = program.opts<Options>();
const costs = readCosts();
const plan = createPlan(costs, options.callsPerSecond, options.mix);

if (options.json) {
  const { measured, machine } = costs;
  console.log(JSON.stringify({ ...plan, measured, machine }, null, 2));
} else {
  const rows: [string, number | string][] = [
    ['fronts', plan.fronts],
    ...poolNames.map((pool): [string, number] => [`${pool} workers`, plan.workers[pool]]),
    ['Redis servers', plan.redisServers],
    ['cores of the store', plan.storeCores],
    ['store, GiB per 30 days', (plan.storeBytesPerMonth / GIB).toFixed(1)],
    ['Redis commands per second', plan.redisCommandsPerSecond],
  ];
  for (const [what, figure] of rows) console.log(`${what.padEnd(28)}${String(figure).padStart(10)}`);
  console.log(`By costs measured on ${costs.measured}: ${costs.machine}`);
}
