import Table from 'cli-table3';

const WIDEST_CELL = 48;
const NARROWEST = 40;
const NO_BORDERS = Object.fromEntries(
  [
    ...['top', 'top-mid', 'top-left', 'top-right', 'bottom', 'bottom-mid', 'bottom-left', 'bottom-right'],
    ...['left', 'left-mid', 'mid', 'mid-mid', 'right', 'right-mid', 'middle'],
  ].map((place) => [place, '']),
);
const PLAIN = { chars: NO_BORDERS, style: { head: [], border: [], 'padding-left': 0, 'padding-right': 2 } };

/**
 * Formats a JSON value for people: an object as names and values, with nested values under their names; objects with the same fields,
 * in a list or by name, as rows of a table; a list of anything else as lines.
 *
 * @param columns the width of the terminal
 */
export function formatTable(value: unknown, columns = 100): string {
  return `${renderValue(value, Math.max(columns, NARROWEST)).join('\n')}\n`;
}

function renderValue(value: unknown, columns: number): string[] {
  if (Array.isArray(value))
    return value.every(isObject) ? renderRows(value) : value.map((item) => `- ${formatCell(item, columns)}`);
  if (!isObject(value)) return [formatCell(value, Number.POSITIVE_INFINITY)];
  return areAlike(Object.values(value))
    ? renderRows(Object.entries(value).map(([name, one]) => ({ '': name, ...one })))
    : renderObject(value, columns);
}

/** Renders an object: its simple fields as a table, then each nested value under its name. */
function renderObject(value: object, columns: number): string[] {
  const entries = Object.entries(value);
  const simple = entries.filter(([, one]) => !isNested(one));
  const width = Math.max(...simple.map(([name]) => name.length), 0) + 2;
  const table = new Table({ ...PLAIN, colWidths: [width, Math.max(columns - width, NARROWEST / 2)], wordWrap: true });
  table.push(...simple.map(([name, one]) => [clean(name), formatCell(one, Number.POSITIVE_INFINITY)]));
  const sections = entries
    .filter(([, one]) => isNested(one))
    .map(([name, one]) => [`${clean(name)}:`, ...indent(renderValue(one, columns - 2))]);
  return [...(simple.length > 0 ? [formatLines(table)] : []), ...sections].flatMap((lines, index) =>
    index === 0 ? lines : ['', ...lines],
  );
}

/** Renders objects as the rows of a table. */
function renderRows(items: readonly object[]): string[] {
  const names = [...new Set(items.flatMap(Object.keys))];
  const table = new Table({ ...PLAIN, head: names.map(clean) });
  table.push(...items.map((item) => names.map((name) => formatCell(Reflect.get(item, name), WIDEST_CELL))));
  return formatLines(table);
}

const formatLines = (table: { toString(): string }): string[] =>
  table
    .toString()
    .split('\n')
    .map((line) => line.trimEnd());

const indent = (lines: readonly string[]): string[] => lines.map((line) => (line === '' ? '' : `  ${line}`));

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** True if a value needs several lines. */
const isNested = (value: unknown): boolean =>
  Array.isArray(value) ? value.length > 0 : isObject(value) && Object.keys(value).length > 0;

/** True if all are flat objects with the same fields. */
function areAlike(values: readonly unknown[]): values is object[] {
  const shapes = values.map((value) =>
    isObject(value) && !Object.values(value).some(isNested) ? Object.keys(value).join() : undefined,
  );
  return shapes.length > 1 && shapes[0] !== undefined && shapes.every((shape) => shape === shapes[0]);
}

/** Formats a value on one line. */
function formatCell(value: unknown, width: number): string {
  if (value === null || value === undefined) return '–';
  const text = clean(typeof value === 'object' ? JSON.stringify(value) : String(value));
  return text.length > width ? `${text.slice(0, width - 1)}…` : text;
}

/** Removes the characters that control a terminal from each line of a text. */
export const cleanLines = (text: string): string => text.split('\n').map(clean).join('\n');

/** Characters that control a terminal, or change the direction of the text that follows. */
const CONTROL_CHARACTERS = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** Removes the characters that control a terminal from a text: responses contain words of unknown people. */
const clean = (text: string): string => text.replace(CONTROL_CHARACTERS, ' ');

/** Escapes the characters in JSON that control a terminal, except line breaks. */
export const escapeControls = (json: string): string =>
  json.replace(CONTROL_CHARACTERS, (character) =>
    character === '\n' ? character : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
