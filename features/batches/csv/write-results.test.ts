import { deepEqual, equal } from 'node:assert/strict';
import { parse } from 'csv-parse/sync';
import { type ResultRow, writeResults } from './index.js';

async function write(header: string[], rows: ResultRow[], options = {}): Promise<string> {
  const readRows = async function* () {
    yield* rows;
  };
  let csv = '';
  for await (const chunk of writeResults(header, readRows, options)) csv += chunk;
  return csv;
}

const parseRows = (csv: string): string[][] => parse(csv);

describe('CSV of results', () => {
  it('has the columns of the input, the status, the error, and the fields of all responses', async () => {
    const csv = await write(
      ['Email'],
      [
        { values: { Email: 'a' }, status: 200, body: { score: 7, checks: { mx: ['x', 'y'], spf: null } } },
        { values: { Email: 'b' }, status: 422, body: { error: 'Not an address', code: 422 } },
        { values: { Email: 'c' }, status: 200, body: { score: -1, checks: null, parts: [{ part: 'mx' }] } },
      ],
    );
    deepEqual(parseRows(csv), [
      ['Email', 'status', 'error', 'score', 'checks.mx', 'checks.spf', 'parts'],
      ['a', '200', '', '7', 'x; y', '', ''],
      ['b', '422', 'Not an address', '', '', '', ''],
      ['c', '200', '', '-1', '', '', '[{"part":"mx"}]'],
    ]);
  });

  it('names fields apart from columns of the input', async () => {
    const csv = await write(['email', 'status'], [{ values: {}, status: 200, body: { email: 'x' } }]);
    deepEqual(parseRows(csv)[0], ['email', 'status', 'response.status', 'error', 'response.email']);
  });

  it('starts with a byte order mark and has the separator of the input, if wanted', async () => {
    const csv = await write(['a', 'b'], [{ values: { a: '1;2' }, status: 200, body: {} }], {
      bom: true,
      separator: ';',
    });
    equal(csv, '\uFEFFa;b;status;error\r\n"1;2";;200;\r\n');
  });

  const cells = {
    '=HYPERLINK("http://x","y")': "'=",
    '+cmd|/C calc': "'+",
    '-2+A1': "'-",
    '@SUM(A1)': "'@",
    '\tx': "'\t",
    '\r=1': "'\r",
    '＝1': "'＝",
    '+49 (30) 1234-567': '+',
    '-1.234,56': '-',
    'a=b': 'a',
  };
  it('neutralises formulas in texts, and leaves phone numbers and amounts as they are', async () => {
    const rows = Object.keys(cells).map((cell) => ({ values: { a: cell }, status: 200, body: { b: cell } }));
    const [, ...written] = parseRows(await write(['a'], rows));
    for (const [index, [cell, start]] of Object.entries(cells).entries()) {
      const expected = start.startsWith("'") ? `'${cell}` : cell;
      deepEqual(written[index], [expected, '200', '', expected]);
    }
  });

  it('has nothing that is too long for a cell of a spreadsheet', async () => {
    const csv = await write(['a'], [{ values: { a: '1' }, status: 200, body: { file: 'x'.repeat(32_768) } }]);
    equal(parseRows(csv)[1]?.at(-1), '(too long for a cell)');
  });
});
