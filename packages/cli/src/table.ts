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
 * A value of JSON as people read it: an object as names and values, with what is inside it under its name; objects that are
 * listed, or named, side by side as a table; a list of anything else as lines.
 *
 * @param columns the width of the terminal
 */
export function formatTable(value: unknown, columns = 100): string {
  return `${renderValue(value, Math.max(columns, NARROWEST)).join('\n')}\n`;
}

function renderValue(value: unknown, columns: number): string[] {
  if (Array.isArray(value))
    return value.every(isObject) ? renderRows(value) : value.map((item) => `- ${cell(item, columns)}`);
  if (!isObject(value)) return [cell(value, Number.POSITIVE_INFINITY)];
  return areAlike(Object.values(value))
    ? renderRows(Object.entries(value).map(([name, one]) => ({ '': name, ...one })))
    : renderObject(value, columns);
}

/** Names and values, then what is inside. */
function renderObject(value: object, columns: number): string[] {
  const entries = Object.entries(value);
  const simple = entries.filter(([, one]) => !isNested(one));
  const width = Math.max(...simple.map(([name]) => name.length), 0) + 2;
  const table = new Table({ ...PLAIN, colWidths: [width, Math.max(columns - width, NARROWEST / 2)], wordWrap: true });
  table.push(...simple.map(([name, one]) => [clean(name), cell(one, Number.POSITIVE_INFINITY)]));
  const sections = entries
    .filter(([, one]) => isNested(one))
    .map(([name, one]) => [`${clean(name)}:`, ...indented(renderValue(one, columns - 2))]);
  return [...(simple.length > 0 ? [formatLines(table)] : []), ...sections].flatMap((lines, index) =>
    index === 0 ? lines : ['', ...lines],
  );
}

/** Objects as the rows of a table. */
function renderRows(items: readonly object[]): string[] {
  const names = [...new Set(items.flatMap(Object.keys))];
  const table = new Table({ ...PLAIN, head: names.map(clean) });
  table.push(...items.map((item) => names.map((name) => cell(Reflect.get(item, name), WIDEST_CELL))));
  return formatLines(table);
}

const formatLines = (table: { toString(): string }): string[] =>
  table
    .toString()
    .split('\n')
    .map((line) => line.trimEnd());

const indented = (lines: readonly string[]): string[] => lines.map((line) => (line === '' ? '' : `  ${line}`));

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

/** A value on one line. */
function cell(value: unknown, width: number): string {
  if (value === null || value === undefined) return '–';
  const text = clean(typeof value === 'object' ? JSON.stringify(value) : String(value));
  return text.length > width ? `${text.slice(0, width - 1)}…` : text;
}

/** Returns a text of several lines without what would steer a terminal. */
export const cleanLines = (text: string): string => text.split('\n').map(clean).join('\n');

/** Characters that steer a terminal, or change the direction of what follows. */
const STEERING = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** Returns a text without what would steer a terminal: responses contain words of unknown people. */
const clean = (text: string): string => text.replace(STEERING, ' ');

/** Escapes in JSON what would steer a terminal and JSON need not escape; its line breaks stay. */
export const escapeSteering = (json: string): string =>
  json.replace(STEERING, (character) =>
    character === '\n' ? character : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
