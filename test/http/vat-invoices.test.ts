import { deepEqual, equal } from 'node:assert/strict';
import { call, newAccount } from '../helpers/stack.js';
import { complete } from '../helpers/vat-invoices.js';

const lines = (count: number) => Array.from({ length: count }, (_, n) => ({ description: `Item ${n}`, net: 1 }));

describe('invoices of the VAT endpoint', () => {
  let key: string;
  before(async () => {
    ({ key } = await newAccount({ credits: 1 }));
  });

  const request = async (fields: object) => {
    const { status, body, headers } = await call('/v1/vat', { action: 'invoice', ...complete, ...fields }, { key });
    return { status, body, cost: headers.get('x-credits-cost') };
  };

  for (const [count, price] of [
    [1, '0.001'],
    [50, '0.001'],
    [51, '0.002'],
    [500, '0.01'],
  ] as const) {
    it(`cost ${price} credits for ${count} lines, documents included`, async () => {
      const { status, body, cost } = await request({ lines: lines(count) });
      deepEqual([status, cost, body.documents.length], [200, price, 2]);
    });
  }

  it('cost one unit if they are refused, and name every violated rule', async () => {
    const { status, body, cost } = await request({ lines: lines(120), number: '', buyer: {} });
    deepEqual([status, body.type, body.param, cost], [400, 'invoice_rules_violated', 'number', '0.001']);
    deepEqual(
      body.errors.map(({ param }: { param: string }) => param),
      ['number', 'buyer.name', 'buyer.country_code'],
    );
  });

  it('name unknown fields of lines', async () => {
    const { headers } = await call('/v1/vat', { action: 'invoice', lines: [{ net: 1, vat_rat: 19 }] }, { key });
    equal(headers.get('x-unknown-fields'), 'lines[0].vat_rat; did you mean lines[0].vat_rate?');
  });
});
