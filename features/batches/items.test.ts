import { deepEqual, equal, rejects } from 'node:assert/strict';
import { vat } from '../../shared/contract/catalogue/vat.js';
import { computePrice } from '../../shared/contract/endpoint.js';
import { flatten, toParts, withDefaults } from './items.js';

describe('Items of a batch', () => {
  it('have the default values that they lack, also within nested objects', () => {
    const defaults = { type: 'sepa', content: { name: 'Acme', iban: 'DE02' } };
    deepEqual(withDefaults(defaults, { type: '', content: { iban: 'FR76' } }), {
      ...{ type: 'sepa', content: { name: 'Acme', iban: 'FR76' } },
    });
  });

  it('have only their own fields, whatever those are called', () => {
    const item: Record<string, unknown> = JSON.parse('{"__proto__":{"action":"invoice"},"constructor":"x"}');
    equal(withDefaults({}, item).action, undefined);
    equal(JSON.stringify(withDefaults({}, item)), JSON.stringify(item));
    deepEqual([flatten({ a: 1 }).constructor, flatten(item).constructor], [undefined, 'x']);
  });

  it('are priced by what they ask for, in any letter case', () => {
    const lines = Array.from({ length: 500 }, () => ({ net: 1 }));
    for (const action of ['invoice', 'Invoice', ' INVOICE '])
      equal(computePrice(vat, withDefaults({ action }, { lines })), 10 * vat.cost);
    for (const action of [undefined, 1, { toString: 1 }, ['invoice']])
      equal(computePrice(vat, { action, lines }), vat.cost);
  });

  it('of a CSV are not stored when they are many times larger than it', async () => {
    const long = 'x'.repeat(10_000);
    const item = Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`f${at}`, long]));
    const items = Array.from({ length: 50 }, () => ({ item }));
    await rejects(toParts({ _id: 'bat_1', account: 'a' }, items, {}, new Date()), { type: 'csv_invalid', status: 422 });
  });
});
