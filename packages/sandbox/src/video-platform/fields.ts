/** A selection of fields in the notation of partial responses: `items(id,snippet/title),nextPageToken`. */
type Selection = Map<string, Selection | undefined>;

/** Returns the selected fields of a value. @throws Error for an invalid selection */
export function selectFields(value: unknown, fields: string): unknown {
  const [selection, rest] = readSelection(fields);
  if (rest !== '') throw new Error(`Invalid field selection ${fields}`);
  return select(value, selection);
}

function readSelection(text: string): [Selection, string] {
  const selection: Selection = new Map();
  for (let rest = text; ; rest = rest.slice(1)) {
    const [name, inner, after] = readField(rest);
    selection.set(name, inner);
    if (!after.startsWith(',')) return [selection, after];
    rest = after;
  }
}

function readField(text: string): [string, Selection | undefined, string] {
  const name = /^(\*|[A-Za-z]\w*)/.exec(text)?.[0];
  if (!name) throw new Error(`Invalid field selection ${text}`);
  const rest = text.slice(name.length);
  if (rest.startsWith('/')) {
    const [child, inner, after] = readField(rest.slice(1));
    return [name, new Map([[child, inner]]), after];
  }
  if (!rest.startsWith('(')) return [name, undefined, rest];
  const [inner, after] = readSelection(rest.slice(1));
  if (!after.startsWith(')')) throw new Error(`Invalid field selection ${text}`);
  return [name, inner, after.slice(1)];
}

function select(value: unknown, selection: Selection): unknown {
  if (Array.isArray(value)) return value.map((item) => select(item, selection));
  if (typeof value !== 'object' || value === null) return value;
  const wanted = Object.entries(value).filter(([name]) => selection.has(name) || selection.has('*'));
  return Object.fromEntries(
    wanted.map(([name, field]) => {
      const inner = selection.get(name);
      return [name, inner ? select(field, inner) : field];
    }),
  );
}
