/**
 * What a load needs: `npm run plan -- --calls-per-second 10000 --mix compute=60,fetch=25,content=10,qr=5 [--json]`; with
 * `--simulate 10 [--partitions 40] [--fail redis@3+2]`, what becomes of so many seconds of it. docs/scaling.md says what the figures stand on.
 */
import { Command, InvalidArgumentError } from 'commander';
import { poolNames } from '../../shared/contract/pools.js';
import { readCosts } from './costs.js';
import { type Mix, planFor, readMix } from './plan.js';
import { asText, readFailure, scenarioOf } from './simulation/command.js';
import type { Failure } from './simulation/scenario.js';
import { simulate } from './simulation/simulate.js';

const GIB = 1024 ** 3;

function rate(text: string): number {
  const value = Number(text);
  if (!(value > 0 && Number.isFinite(value))) throw new InvalidArgumentError('a number above 0 is needed');
  return value;
}

/** A reader whose complaint is told as one about an argument. */
const reading =
  <T>(read: (text: string) => T) =>
  (text: string): T => {
    try {
      return read(text);
    } catch (error) {
      throw new InvalidArgumentError(error instanceof Error ? error.message : String(error));
    }
  };

const failure = (text: string, before: readonly Failure[]): Failure[] => [...before, reading(readFailure)(text)];

function partitions(text: string): number {
  const value = rate(text);
  if (!Number.isInteger(value)) throw new InvalidArgumentError('a whole number is needed');
  return value;
}

interface Options {
  callsPerSecond: number;
  mix: Mix;
  simulate?: number;
  partitions?: number;
  fail: readonly Failure[];
  seed: string;
  json?: true;
}

const program = new Command('plan')
  .description('What so many calls a second need, by measured costs')
  .requiredOption('--calls-per-second <number>', 'calls that come in a second', rate)
  .requiredOption('--mix <shares>', 'shares of the pools, e.g. compute=60,fetch=25,content=10,qr=5', reading(readMix))
  .option('--simulate <seconds>', 'what becomes of so many seconds of it', rate)
  .option('--partitions <number>', 'over which it is simulated; one for each Redis server without it', partitions)
  .option(
    '--fail <what@second+seconds>',
    'what dies in the simulation: redis, front, or a pool for one of its workers',
    failure,
    [],
  )
  .option('--seed <text>', 'of what is drawn in the simulation', '1')
  .option('--json', 'as JSON')
  .parse();
const options = program.opts<Options>();
const costs = readCosts();
const plan = planFor(costs, options.callsPerSecond, options.mix);

const { simulate: seconds, fail: failures, ...asked } = options;
const scenario =
  seconds === undefined ? undefined : scenarioOf(plan, options.mix, costs, { ...asked, seconds, failures });
const outcome = scenario && simulate(scenario);

if (options.json) {
  const { measured, machine } = costs;
  console.log(JSON.stringify({ ...plan, measured, machine, ...(outcome && { simulation: outcome }) }, null, 2));
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
  if (scenario && outcome) console.log(['', ...asText(scenario, outcome)].join('\n'));
}
