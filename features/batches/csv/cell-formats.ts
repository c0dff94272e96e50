/** Formats in which spreadsheets write values other than contracts read them. */
export type CellFormat = 'date' | 'number';

/** The parts of a schema that tell the format of a value. */
interface Schema {
  readonly type?: string;
  readonly format?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly variants?: { readonly of: Readonly<Record<string, Schema>> };
}

/** Lists the fields of a request that are days or numbers, with those of its variants, by their dotted paths. */
export function listFormats({ properties = {}, variants }: Schema, outer = ''): Map<string, CellFormat> {
  const found = new Map<string, CellFormat>();
  const addAll = (inner: ReadonlyMap<string, CellFormat>) => {
    for (const [path, format] of inner) found.set(path, format);
  };
  for (const variant of Object.values(variants?.of ?? {})) addAll(listFormats(variant, outer));
  for (const [name, schema] of Object.entries(properties)) {
    if (schema.properties) addAll(listFormats(schema, `${outer}${name}.`));
    else if (schema.format === 'date') found.set(outer + name, 'date');
    else if (schema.type === 'number' || schema.type === 'integer') found.set(outer + name, 'number');
  }
  return found;
}

/**
 * Rewrites a day such as `31.12.2026` as `2026-12-31`, and a number with a decimal comma such as `1.234,5` as `1234.5`. What may mean two
 * things, such as `1,234`, stays as it is.
 */
export function convertCell(cell: string, format: CellFormat | undefined): string {
  if (format === 'date') {
    const [, day = '', month = '', year = ''] = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(cell) ?? [];
    return year === '' ? cell : `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  }
  if (format === 'number') {
    const isDecimal =
      /^[+-]?(\d+|\d{1,3}([. \u00A0']\d{3})+),\d+$/.test(cell) && !/^[+-]?[1-9]\d{0,2},\d{3}$/.test(cell);
    return isDecimal ? cell.replace(/[. \u00A0']/g, '').replace(',', '.') : cell;
  }
  return cell;
}
