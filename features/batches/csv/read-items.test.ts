import { deepEqual, equal, rejects, throws } from 'node:assert/strict';
import { BATCH_CSV, BATCHES } from '../../../shared/contract/bounds.js';
import { decodeCsv, listFormats, looksLikeHeader, nestDefaults, readItems, readTable } from './index.js';

const readRows = async (csv: string, options = {}) => (await readTable(csv, options)).rows.map(({ values }) => values);
const refuses = (csv: string, message: RegExp, options = {}) =>
  rejects(readTable(csv, options), { type: 'csv_invalid', status: 422, message });

describe('CSV of batches', () => {
  for (const separator of [',', ';', '\t', '|'])
    it(`is read with the separator ${JSON.stringify(separator)}`, async () => {
      const [row] = await readRows(`email${separator}amount\r\na@example.com${separator}"1${separator}5"\r\n`);
      deepEqual(row, { email: 'a@example.com', amount: `1${separator}5` });
    });

  it('takes the separator that all lines agree on, not one inside of texts', async () => {
    const { separator, header } = await readTable('name;note\nA;one, two, three\nB;four\n');
    deepEqual([separator, header], [';', ['name', 'note']]);
  });

  it('takes the separator that the first line of Excel names', async () => {
    const { header, rows } = await readTable('sep=;\r\na,b;c\r\n1;2\r\n');
    deepEqual([header, rows], [['a,b', 'c'], [{ line: 3, values: { 'a,b': '1', c: '2' } }]]);
  });

  it('reads quoted cells with line breaks and quotation marks', async () => {
    const [row] = await readRows('a,b\n"one\ntwo","say ""hi"""\n');
    deepEqual(row, { a: 'one\ntwo', b: 'say "hi"' });
  });

  it('names columns without a name or with that of another', async () => {
    const { header } = await readTable('id,Email,,Email,\n1,2,3,4,\n');
    deepEqual(header, ['id', 'Email', 'Column 3', 'Email (2)']);
  });

  it('reads a file without names of columns', async () => {
    const { header, rows } = await readTable('a@example.com\nb@example.com\n', { hasHeader: false });
    deepEqual([header, rows.length], [['Column 1'], 2]);
    deepEqual([looksLikeHeader(['E-Mail', 'Name']), looksLikeHeader(['a@example.com', 'Ann'])], [true, false]);
  });

  it('skips lines without a value', async () => {
    const { rows } = await readTable('a;b\n1;2\n;\n\n3;4\n;\n');
    deepEqual(
      rows.map(({ line }) => line),
      [2, 5],
    );
  });

  it('names the lines with more or fewer cells', async () => {
    await refuses('a,b\n1,2\n1,2,3\n1,2\n4\n', /line 3 has 3 cells instead of 2; see also line 5$/);
    await refuses('a,b\n1,2\n"3,4\n5,6\n', /not closed, on line 3 or below/);
  });

  it('is bounded in rows, columns, cells and bytes', async () => {
    await refuses('a\n1\n2\n3\n', /more than 2 rows/, { maximum: 2 });
    equal((await readTable('a\n1\n2\n', { maximum: 2 })).rows.length, 2);
    await refuses(`${','.repeat(BATCH_CSV.columns)}\n`, /more than 100 columns/);
    await refuses(`a\n${'x'.repeat(BATCH_CSV.cellCharacters + 1)}\n`, /cell on line 2 has more than 10,000 characters/);
    await refuses('x'.repeat(BATCH_CSV.bytes + 1), /larger than 8 MiB/);
    await refuses(`a${','.repeat(2 * BATCH_CSV.columns * BATCH_CSV.rows)}`, /more than 100 columns/);
    await refuses('', /it is empty/);
    await refuses('a,b\n', /no rows/);
  });

  it('maps columns to fields, nests dotted ones, and leaves empty cells to the defaults', async () => {
    const { header, rows } = await readItems('IBAN;Betrag;Land\nDE02;1.234,56;\nFR76;007;FR\n', {
      columns: { 'content.iban': 'IBAN', net: 'Betrag', country_code: 'Land' },
      defaults: { action: 'calculate', country_code: 'DE', content: { name: 'Acme' } },
    });
    deepEqual(header, ['IBAN', 'Betrag', 'Land']);
    deepEqual(
      rows.map(({ item }) => item),
      [
        { action: 'calculate', country_code: 'DE', content: { name: 'Acme', iban: 'DE02' }, net: '1.234,56' },
        { action: 'calculate', country_code: 'FR', content: { name: 'Acme', iban: 'FR76' }, net: '007' },
      ],
    );
  });

  it('converts days and decimal commas for the fields that are days and numbers, unless they may mean two things', async () => {
    const read = async (cell: string) => {
      const columns = { date: 'a', amount: 'a', net: 'a' };
      const formats = listFormats({ properties: { date: { format: 'date' }, amount: { type: 'number' }, net: {} } });
      return Object.values((await readItems(`a;b\n${cell};1\n`, { columns, formats })).rows[0]?.item ?? {});
    };
    deepEqual(await read('1.2.2026'), ['2026-02-01', '1.2.2026', '1.2.2026']);
    deepEqual(await read('-1.234,50'), ['-1.234,50', '-1234.50', '-1.234,50']);
    deepEqual(await read('12,5'), ['12,5', '12.5', '12,5']);
    deepEqual(await read('1,234'), ['1,234', '1,234', '1,234']);
    deepEqual(await read('0,125'), ['0,125', '0.125', '0,125']);
  });

  it('takes the names of columns for fields when none are mapped, whatever they are', async () => {
    const { rows } = await readItems('email,__proto__.polluted\na@example.com,1\n');
    equal(JSON.stringify(rows[0]?.item), '{"email":"a@example.com","__proto__":{"polluted":"1"}}');
    equal('polluted' in {}, false);
  });

  it('refuses columns that it does not have, and fields that exclude each other', async () => {
    const mapped = (columns: Record<string, string>) => readItems('a,b\n1,2\n', { columns });
    await rejects(mapped({ email: 'c' }), { type: 'csv_mapping_invalid', message: /no column "c", but "a", "b"/ });
    await rejects(mapped({ content: 'a', 'content.iban': 'b' }), { type: 'csv_mapping_invalid', message: /exclude/ });
  });

  it('is bounded in mapped fields, and in the lengths of names', async () => {
    const fields = Array.from({ length: BATCHES.columns + 1 }, (_, at) => [`f${at}`, 'a']);
    await rejects(readItems('a\n1\n', { columns: Object.fromEntries(fields) }), { message: /more than 200 fields/ });
    await rejects(readItems('a\n1\n', { columns: { ['f'.repeat(201)]: 'a' } }), { message: /not the name of a field/ });
    deepEqual((await readTable(`${'c'.repeat(300)}\n1\n`)).header, ['c'.repeat(200)]);
  });
});

describe('nestDefaults', () => {
  it('nests dotted fields, beside objects', () => {
    const nested = nestDefaults({ 'content.iban': 'DE02', content: { name: 'Acme' }, formats: ['ubl'], type: 'sepa' });
    deepEqual(nested, { content: { iban: 'DE02', name: 'Acme' }, formats: ['ubl'], type: 'sepa' });
  });

  it('is bounded in depth and in values, which are merged with every item', () => {
    const refused = { type: 'csv_mapping_invalid', status: 422 };
    throws(() => nestDefaults({ [`a${'.a'.repeat(100_000)}`]: 1 }), refused);
    const many = Object.fromEntries(Array.from({ length: BATCHES.defaults + 1 }, (_, at) => [`f${at}`, 1]));
    for (const defaults of [many, { content: many }, { lines: [many] }]) throws(() => nestDefaults(defaults), refused);
    throws(() => nestDefaults({ content: 1, 'content.iban': 'DE02' }), refused);
  });

  it('takes "__proto__" for a field like any other', () => {
    equal(JSON.stringify(nestDefaults({ '__proto__.polluted': 1 })), '{"__proto__":{"polluted":1}}');
    equal('polluted' in {}, false);
  });
});

describe('decodeCsv', () => {
  const text = 'Größe;€\n1;2\n';
  const utf16 = (mark: string) => Buffer.from(mark + text, 'utf16le');
  for (const [name, bytes] of Object.entries({
    'UTF-8': Buffer.from(text),
    'UTF-8 with a byte order mark': Buffer.from(`\uFEFF${text}`),
    'UTF-16': utf16('\uFEFF'),
    'UTF-16, big endian': utf16('\uFEFF').swap16(),
    'Windows-1252': Buffer.from([0x47, 0x72, 0xf6, 0xdf, 0x65, 0x3b, 0x80, 0x0a, 0x31, 0x3b, 0x32, 0x0a]),
  }))
    it(`decodes ${name}`, async () => {
      deepEqual((await readTable(decodeCsv(bytes))).header, ['Größe', '€']);
    });

  it('refuses a spreadsheet, and what is no text', async () => {
    const decoded = (bytes: number[]) => async () => decodeCsv(Uint8Array.from(bytes));
    await rejects(decoded([0x50, 0x4b, 3, 4]), { message: /it is a spreadsheet. Save it as CSV/ });
    await rejects(decoded([0x61, 0x62, 0, 0x63, 0x64]), { message: /no text/ });
  });
});
