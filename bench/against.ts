import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import type { startBenchPlatform } from './bench-platform.js';
import { httpLoad } from './load.js';
import { describeMachine, formatReport, type Round } from './report.js';
import { prepareGround, watch } from './watch.js';

/**
 * Compares this checkout with another built one, interleaved in one run: shows if a change has made requests to `/v1/vat` faster or
 * slower.
 *
 * usage: npm run bench:against -- ../other [--seconds 3] [--rounds 5] [--connections 1,16,64,256]
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '3' },
    rounds: { type: 'string', default: '5' },
    connections: { type: 'string', default: '1,16,64,256' },
  },
});
const [other] = positionals;
if (!other) throw new Error('usage: npm run bench:against -- ../other');

const CALL = { action: 'calculate', net: '100,00', country_code: 'DE' };
/** Length of the same load before each measurement, in ms. */
const WARM_UP_MS = 3_000;
const CREDITS = 100_000;

/** Starts the whole platform of a checkout. */
async function open(name: string, folder: string) {
  const module: { startBenchPlatform: typeof startBenchPlatform } = await import(
    pathToFileURL(resolve(folder, 'dist/bench/bench-platform.js')).href
  );
  const { platform, db, keys, stop } = await module.startBenchPlatform(['bench'], CREDITS);
  const [front, worker] = ['api', 'worker:compute'].map((child) => platform.children.get(child));
  if (!front || !worker) throw new Error(`${folder} starts no front or no compute worker`);
  const ground = await prepareGround(platform, db);
  const load = (connections: number, ms: number) =>
    httpLoad([`${platform.baseUrl}/v1/vat`], keys, CALL, connections, ms);
  const close = async () => {
    ground.redis.disconnect();
    await stop();
  };
  return { contender: { name, front: [front], worker: [worker], load }, ground, close };
}

const checkouts = [await open('a  this', '.'), await open('b  the other', other)];
const measured: Round[] = [];
for (let round = 0; round < Number(values.rounds); round++) {
  for (const connections of values.connections.split(',').map(Number)) {
    for (const { contender, ground } of checkouts) {
      await contender.load(connections, WARM_UP_MS);
      const result = await watch(contender, connections, Number(values.seconds) * 1_000, ground);
      measured.push({ name: contender.name, connections, ...result });
    }
  }
}
for (const { close } of checkouts) await close();
process.stdout.write(formatReport(measured, describeMachine(), {}));
