/** An answer as text: its fields line by line, its lists as tables. */
export function readable(answer: object): string {
  const entries = Object.entries(answer);
  const width = Math.max(0, ...entries.map(([name]) => name.length));
  return entries
    .map(([name, value]) => (isRows(value) ? `${name}:\n${table(value)}` : `${name.padEnd(width)}  ${cell(value)}`))
    .join('\n');
}

const isRows = (value: unknown): value is Record<string, unknown>[] =>
  Array.isArray(value) && value.every((row) => typeof row === 'object' && row !== null);

const cell = (value: unknown): string => {
  if (value === null || value === undefined) return '-';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};

function table(rows: readonly Record<string, unknown>[]): string {
  if (rows.length === 0) return '  (none)';
  const names = Object.keys(rows[0] ?? {});
  const lines = [names, ...rows.map((row) => names.map((name) => cell(row[name])))];
  const widths = names.map((_, column) => Math.max(...lines.map((line) => (line[column] ?? '').length)));
  return lines
    .map((line) => `  ${line.map((text, column) => text.padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd())
    .join('\n');
}
