import { constants } from 'node:os';
import { measureUnderAttack, type Times } from '../test/helpers/attack-load.js';
import { setProcessPriority } from '../test/helpers/process-priority.js';
import { readCpuSeconds } from '../test/helpers/process-tree.js';
import { startBenchPlatform } from './bench-platform.js';

/**
 * Measures the 99th percentile of ordinary requests, alone and during an attack by another account with the worst inputs of all kinds, and
 * the processor time of each process. Fails if the percentile of short requests more than doubles, or if an ordinary request gets no response.
 *
 * usage: node dist/bench/battery.js [rounds of 10 s alone and 10 s attacked [part of the name of the attacks to run]]
 */
const [rounds = '4', attack = ''] = process.argv.slice(2);

const PHASE_MS = 10_000;

const { platform, keys, stop } = await startBenchPlatform([{ account: 'hostile', limits: {} }, 'ordinary'], 10_000);
const [hostileKey = '', ordinaryKey = ''] = keys;

/** Processor time of each process with its children, in seconds, by phase. */
const spent = new Map<string, Record<'alone' | 'beside', number>>();

const all = (): [string, number][] => [
  ...[...platform.children].map(([name, { pid }]): [string, number] => [
    name,
    pid === undefined ? 0 : readCpuSeconds(pid),
  ]),
  ['ordinary callers', (({ user, system }) => (user + system) / 1e6)(process.cpuUsage())],
];

async function watch(phase: 'alone' | 'beside', run: () => Promise<void>): Promise<void> {
  const before = new Map(all());
  await run();
  for (const [name, seconds] of all()) {
    const so = spent.get(name) ?? { alone: 0, beside: 0 };
    so[phase] += seconds - (before.get(name) ?? 0);
    spent.set(name, so);
  }
}

// Real clients run on other machines, so a busy machine must not delay their clocks.
setProcessPriority(constants.priority.PRIORITY_HIGHEST);
const sides = { baseUrl: platform.baseUrl, hostileKey, ordinaryKey, attack };
const { short, images, failed, attacked } = await measureUnderAttack(sides, Number(rounds), PHASE_MS, watch);
await stop();

const line = (what: string, { calls, alone, beside }: Times) =>
  `${calls} ${what}: p99 ${alone.toFixed(1)} ms alone, ${beside.toFixed(1)} ms beside the attack`;
console.log(line('short calls', short));
console.log(line('small images', images));
const statuses = [...attacked].sort(([a], [b]) => a - b).map(([status, count]) => `${count} × ${status}`);
console.log(`${failed} ordinary calls failed; the attackers were answered ${statuses.join(', ')}`);
console.log('\n| process | CPU s alone | CPU s beside |\n|---|---:|---:|');
for (const [name, { alone, beside }] of spent) console.log(`| ${name} | ${alone.toFixed(2)} | ${beside.toFixed(2)} |`);
process.exitCode = failed > 0 || short.beside > 2 * short.alone ? 1 : 0;
