import { deepEqual, equal, ok } from 'node:assert/strict';
import { findEndpoint } from '../../../shared/contract/catalogue/index.js';
import { findVariants, listItemFields } from './item-fields.js';
import { matchColumns } from './match-columns.js';

function find(id: string) {
  const endpoint = findEndpoint(id);
  if (!endpoint) throw new Error(`no endpoint ${id}`);
  return endpoint;
}

const match = (id: string, rows: readonly Record<string, string>[], variant?: string) =>
  Object.fromEntries(
    matchColumns(listItemFields(find(id), variant), {
      header: Object.keys(rows[0] ?? {}),
      rows: rows.map((values, line) => ({ line, values })),
    }),
  );

describe('columns of a CSV', () => {
  it('are matched by the names that they have in spreadsheets', () => {
    deepEqual(match('mailchecker', [{ Kunde: 'Acme', 'E-Mail-Adresse': '' }]), { email: 'E-Mail-Adresse' });
    deepEqual(match('vat', [{ Beleg: '1', 'Betrag (netto)': '1.234,56', Land: 'DE', Währung: 'EUR' }]), {
      net: 'Betrag (netto)',
      country_code: 'Land',
    });
  });

  it('are matched by their contents when their names say nothing', () => {
    deepEqual(
      match('mailchecker', [
        { A: 'Jane', B: 'jane@example.com' },
        { A: 'Ann', B: '' },
      ]),
      { email: 'B' },
    );
    deepEqual(
      match('mailchecker', [
        { A: 'Jane', B: 'jane@example.com' },
        { A: 'Ann', B: 'unknown' },
      ]),
      {},
    );
    deepEqual(match('qr-code/generate', [{ A: 'Sofa', B: 'https://example.com/1' }], 'url'), { qr_code_text: 'B' });
  });

  it('are each for one field', () => {
    const matched = Object.values(match('vat', [{ net: '1', Netto: '2', Brutto: '3' }]));
    deepEqual(matched.toSorted(), ['Brutto', 'net']);
  });
});

describe('fields of an endpoint', () => {
  it('are those that a cell can hold, with what they allow', () => {
    const [email, ...others] = listItemFields(find('mailchecker'));
    deepEqual(others, []);
    deepEqual([email?.path, email?.label, email?.required], ['email', 'Email', true]);
    const action = listItemFields(find('vat')).find(({ path }) => path === 'action');
    ok(action?.required && action.options.includes('calculate'));
  });

  it('are those of a variant first, nested ones with dotted paths', () => {
    const generate = find('qr-code/generate');
    ok(findVariants(generate)?.names.includes('wifi'));
    const [first] = listItemFields(generate, 'wifi');
    deepEqual([first?.path, first?.label, first?.required], ['content.ssid', 'Network name', true]);
    const fields = listItemFields(generate, 'wifi').map(({ path }) => path);
    equal(fields.includes('content') || fields.includes('qr_code_text'), false);
    equal(fields.includes('image_format'), true);
  });
});
