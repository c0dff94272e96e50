import type { Watched } from './watch.js';

export interface Round extends Watched {
  name: string;
  connections: number;
}

/** Which pairs are compared, and how many times as many requests per second the first should serve. */
const GOALS: readonly [string, string, number, number][] = [
  ['a0', 'b0', 64, 1.3],
  ['a0', 'b0', 1, 1.0],
  ['a', 'b', 64, 1.0],
];

/** The measurements as Markdown: medians over the rounds, then ratios. */
export function report(rounds: readonly Round[], machine: string): string {
  const rows = [...new Set(rounds.map(({ connections }) => connections))].flatMap((connections) =>
    [...new Set(rounds.map(({ name }) => name))].map((name) => summary(rounds, name, connections)),
  );
  const table = rows.map(
    (row) =>
      `| ${row.connections} | ${row.name} | ${row.rps.toFixed(0)} | ${row.p50.toFixed(1)} | ${row.p99.toFixed(1)} | ` +
      `${row.cpuMs.toFixed(2)} | ${row.redisCommands.toFixed(1)} | ${row.storeCommands.toFixed(2)} | ${row.failures} |`,
  );
  const rps = (letter: string, connections: number) =>
    rows.find((row) => row.connections === connections && row.name.split(' ')[0] === letter)?.rps ?? Number.NaN;
  const ratios = [1, 16, 64].flatMap((connections) =>
    [
      ['a', 'b'],
      ['a0', 'b0'],
    ].map(([ours = '', theirs = '']) => {
      const goal = GOALS.find(([one, , at]) => one === ours && at === connections)?.[3];
      const ratio = rps(ours, connections) / rps(theirs, connections);
      return `| ${connections} | ${ours}/${theirs} | ${ratio.toFixed(2)} | ${goal === undefined ? '' : `≥ ${goal.toFixed(1)}`} |`;
    }),
  );
  return [
    `Machine: ${machine}, Node ${process.version}`,
    '',
    '| connections | contender | requests/s | p50 ms | p99 ms | CPU ms/request | Redis commands/request | store commands/request | failures |',
    '|---:|---|---:|---:|---:|---:|---:|---:|---:|',
    ...table,
    '',
    '| connections | ratio | requests/s | goal |',
    '|---:|---|---:|---:|',
    ...ratios,
    '',
  ].join('\n');
}

function summary(rounds: readonly Round[], name: string, connections: number) {
  const own = rounds.filter((round) => round.name === name && round.connections === connections);
  const median = (of: (round: Round) => number): number => {
    const values = own.map(of).sort((one, other) => one - other);
    return values[Math.floor(values.length / 2)] ?? 0;
  };
  return {
    name,
    connections,
    rps: median(({ requests, seconds }) => requests / seconds),
    p50: median(({ p50 }) => p50),
    p99: median(({ p99 }) => p99),
    cpuMs: median(({ cpuMs }) => cpuMs),
    redisCommands: median(({ redisCommands }) => redisCommands),
    storeCommands: median(({ storeCommands }) => storeCommands),
    failures: own.reduce((total, { failures }) => total + failures, 0),
  };
}
