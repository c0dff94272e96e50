import { battery } from '../test/helpers/battery.js';
import { startBenchPlatform } from './bench-platform.js';

/**
 * The worst inputs of all kinds at once beside ordinary calls of another account: how long 99 of 100 of these take at most, alone and
 * beside the attack. Fails when that more than doubles, or when one of them is not answered.
 *
 * usage: node dist/bench/battery.js [turns, 10 s alone and 10 s attacked each]
 */
const [turns = '4'] = process.argv.slice(2);

const PHASE_MS = 10_000;

const { platform, keys, stop } = await startBenchPlatform([{ account: 'hostile', limits: {} }, 'ordinary'], 10_000);
const [hostileKey = '', ordinaryKey = ''] = keys;
const { alone, beside, calls, failed, attacked } = await battery(
  { baseUrl: platform.baseUrl, hostileKey, ordinaryKey },
  Number(turns),
  PHASE_MS,
);
await stop();

const statuses = [...attacked].sort(([a], [b]) => a - b).map(([status, count]) => `${count} × ${status}`);
console.log(
  `${calls} calls: p99 ${alone.toFixed(1)} ms alone, ${beside.toFixed(1)} ms beside the attack; ${failed} failed`,
);
console.log(`the attackers were answered ${statuses.join(', ')}`);
process.exitCode = failed > 0 || beside > 2 * alone ? 1 : 0;
