import { readFile, writeFile } from 'node:fs/promises';
import { projectFile } from '../../../shared/process/project-file.js';
import { nightlyOrDaily } from '../../helpers/scale.js';

interface Row {
  scenario: string;
  promise: string;
  figure: string;
}

const rows: Row[] = [];

/** Notes what a scenario showed, for the table of the suite, and prints it. */
export function show(scenario: string, promise: string, figure: string): void {
  rows.push({ scenario, promise, figure });
  console.log(`      ${scenario}: ${figure}`);
}

const README = 'test/faults/README.md';
const [BEGIN, END] = ['<!-- the table: made by the suite -->', '<!-- the end of the table -->'];

// Outside of any suite: after the last test of a nightly run, whose figures are those of the whole scenarios. The rows of
// scenarios that were not run stay as they are.
after(async () => {
  if (!nightlyOrDaily(true, false) || rows.length === 0) return;
  const file = projectFile(README);
  const text = await readFile(file, 'utf8');
  const [begin, end] = [text.indexOf(BEGIN) + BEGIN.length, text.indexOf(END)];
  const kept = text.slice(begin, end).matchAll(/^\| ([^|]+) \| ([^|]+) \| ([^|]+) \|$/gm);
  const lines = new Map<string, string>();
  for (const [line, scenario = ''] of kept) if (scenario !== 'scenario') lines.set(scenario, line);
  for (const row of rows) lines.set(row.scenario, asLine(row));
  const table = ['| scenario | promise | seen |', '|---|---|---|', ...[...lines.values()].sort()].join('\n');
  await writeFile(file, `${text.slice(0, begin)}\n\n${table}\n\n${text.slice(end)}`);
});

const asLine = ({ scenario, promise, figure }: Row): string => `| ${scenario} | ${promise} | ${figure} |`;

/** The value below which a share of the numbers lies. */
export function quantile(numbers: readonly number[], share: number): number {
  const sorted = [...numbers].sort((one, other) => one - other);
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0);
}
