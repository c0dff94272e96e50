import { deepEqual, equal, ok } from 'node:assert/strict';
import { call, newAccount } from '../helpers/stack.js';

const VAT = { action: 'calculate', net: 100, vat_rate: 20 };
const SHOP = 'https://shop.example';

describe('a browser token', () => {
  it('does not reveal the balance of its account, which its key does', async () => {
    const { key } = await newAccount({ credits: 1 });
    const byKey = await call('/v1/vat', VAT, { key });
    equal(byKey.headers.get('x-credits-remaining'), '0.999');
    const { body } = await call('/v1/tokens', {}, { key });
    for (const input of [VAT, { action: 'nothing' }]) {
      const headers = { Authorization: `Bearer ${body.token}`, Origin: SHOP };
      const byToken = await call('/v1/vat', input, { headers });
      deepEqual([byToken.headers.get('x-credits-cost'), byToken.headers.get('x-credits-remaining')], ['0.001', null]);
      ok(!byToken.headers.get('access-control-expose-headers')?.includes('X-Credits-Remaining'));
    }
  });
});
