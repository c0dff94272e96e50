import { cpus, totalmem } from 'node:os';
import { ROLES, type Watched } from './watch.js';

export interface Round extends Watched {
  name: string;
  connections: number;
}

type Goals = Readonly<Record<number, { creditsOff: number; whole: number; cpu: number; p99: number }>>;

/**
 * Goals as ratios to the rival, by connections: requests per second with credits off and on (at least), CPU time of front, worker and
 * Redis, and p99 (at most).
 */
const GOALS: Goals = {
  1: { creditsOff: 1.2, whole: 1.1, cpu: 1, p99: 1 },
  16: { creditsOff: 1.5, whole: 1.6, cpu: 1, p99: 1 },
  64: { creditsOff: 1.7, whole: 1.6, cpu: 1, p99: 1 },
  256: { creditsOff: 1.7, whole: 1.8, cpu: 1, p99: 1 },
};

const PAIRS: readonly (readonly [ours: string, theirs: string])[] = [
  ['a0', 'b0'],
  ['a', 'b'],
  ['a4', 'b4'],
  ['a2', 'b2'],
];

/** Describes the machine of the measurement. */
export const describeMachine = (): string =>
  `${cpus().length} × ${cpus()[0]?.model}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}`;

/** Formats the measurements as Markdown: medians over the rounds, then ratios to the rival. */
export function formatReport(rounds: readonly Round[], measuredOn: string, goals: Goals = GOALS): string {
  const rows = [...new Set(rounds.map(({ connections }) => connections))].flatMap((connections) =>
    [...new Set(rounds.map(({ name }) => name))].map((name) => summary(rounds, name, connections)),
  );
  const heads = ['connections', 'contender', 'requests/s', 'p50 ms', 'p99 ms'];
  const tails = ['Redis commands/request', 'with those in scripts', 'store commands/request', 'failures'];
  const columns = [...heads, ...ROLES.map((role) => `${role} CPU ms/request`), ...tails];
  const table = rows.map(({ connections, name, rps, p50, p99, cpuMs, ...row }) => [
    ...[connections, name, rps.toFixed(0), p50.toFixed(1), p99.toFixed(1)],
    ...ROLES.map((role) => cpuMs[role].toFixed(2)),
    ...[row.redisCommands.toFixed(2), row.redisSteps.toFixed(1), row.storeCommands.toFixed(2), row.failures],
  ]);
  const ratios = rows.flatMap((ours) => {
    const [letter = ''] = ours.name.split(' ');
    const rival = PAIRS.find(([one]) => one === letter)?.[1];
    const theirs = rows.find(
      ({ name, connections }) => connections === ours.connections && name.split(' ')[0] === rival,
    );
    if (!theirs) return [];
    const goal = goals[ours.connections];
    const times = letter === 'a0' ? goal?.creditsOff : goal?.whole;
    return [
      [
        ...[ours.connections, `${letter}/${rival}`],
        (ours.rps / theirs.rps).toFixed(2) + (times ? ` (≥ ${times})` : ''),
        (queueCpu(ours) / queueCpu(theirs)).toFixed(2) + (goal ? ` (≤ ${goal.cpu})` : ''),
        (ours.p99 / theirs.p99).toFixed(2) + (goal ? ` (≤ ${goal.p99})` : ''),
      ],
    ];
  });
  return [
    `Machine: ${measuredOn}`,
    '',
    ...asTable(columns, table),
    '',
    ...asTable(['connections', 'ratio', 'requests/s', 'CPU of front, worker and Redis', 'p99'], ratios),
    '',
  ].join('\n');
}

type Summary = ReturnType<typeof summary>;

const queueCpu = ({ cpuMs }: Summary): number => cpuMs.front + cpuMs.worker + cpuMs.redis;

const asTable = (columns: readonly string[], rows: readonly (readonly (string | number)[])[]): string[] => [
  `| ${columns.join(' | ')} |`,
  `|${columns.map((_, index) => (index === 1 ? '---|' : '---:|')).join('')}`,
  ...rows.map((row) => `| ${row.join(' | ')} |`),
];

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
    cpuMs: Object.fromEntries(ROLES.map((role) => [role, median(({ cpuMs }) => cpuMs[role])])) as Round['cpuMs'],
    redisCommands: median(({ redisCommands }) => redisCommands),
    redisSteps: median(({ redisSteps }) => redisSteps),
    storeCommands: median(({ storeCommands }) => storeCommands),
    failures: own.reduce((total, { failures }) => total + failures, 0),
  };
}
