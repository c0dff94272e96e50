const KEYWORDS = new Set([
  ...['False', 'None', 'True', 'and', 'as', 'assert', 'async', 'await', 'break', 'class', 'continue', 'def', 'del'],
  ...['elif', 'else', 'except', 'finally', 'for', 'from', 'global', 'if', 'import', 'in', 'is', 'lambda', 'nonlocal'],
  ...['not', 'or', 'pass', 'raise', 'return', 'try', 'while', 'with', 'yield'],
]);

/** True if a name is allowed as an identifier in Python. */
export const isName = (text: string): boolean => /^[A-Za-z_]\w*$/.test(text) && !isKeyword(text);

export const isKeyword = (text: string): boolean => KEYWORDS.has(text);

export const snakeCase = (words: readonly string[]): string => words.join('_');

/** Words as the name of a class. */
export const pascalCase = (words: readonly string[]): string =>
  words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');

/** Name of a field as the end of the name of a class. */
export const pascalField = (field: string): string => pascalCase(field.split(/[^A-Za-z0-9]+/));

/** Writes a text as a string. JSON's escapes are Python's. */
export const quoted = (text: string): string => JSON.stringify(text);

/** Escapes a text for a docstring. */
const docText = (text: string): string => text.replaceAll('\\', '\\\\').replaceAll('"""', "'''").replace(/"$/, '\\"');

/** Writes a docstring of some lines. */
export function docstring(lines: readonly string[], indent: string): string {
  const [first = '', ...rest] = lines.map(docText);
  if (rest.length === 0) return `${indent}"""${first}"""`;
  return [`${indent}"""${first}`, '', ...rest.map((line) => (line ? `${indent}${line}` : '')), `${indent}"""`].join(
    '\n',
  );
}

/** Writes a value of JSON, one entry of an object to a line. */
export function literal(value: unknown, depth = 0): string {
  if (value === true) return 'True';
  if (value === false) return 'False';
  if (value === null || value === undefined) return 'None';
  if (Array.isArray(value)) return `[${value.map((item) => literal(item, depth)).join(', ')}]`;
  if (typeof value !== 'object') return JSON.stringify(value);
  const indent = '    '.repeat(depth + 1);
  const entries = Object.entries(value).map(([name, one]) => `${indent}${quoted(name)}: ${literal(one, depth + 1)},\n`);
  return entries.length === 0 ? '{}' : `{\n${entries.join('')}${'    '.repeat(depth)}}`;
}
