import { deepEqual, equal } from 'node:assert/strict';
import { call, newAccount } from '../helpers/stack.js';

const SERVICE_SCOPES = ['account:read', 'billing', 'webhooks', 'pages', 'keys'];
const VAT = { action: 'calculate', net: 100, vat_rate: 20 };

describe('a browser token', () => {
  it('is refused the scopes of service routes (422)', async () => {
    const { key } = await newAccount({ scopes: ['*', ...SERVICE_SCOPES] });
    for (const scope of SERVICE_SCOPES) {
      const { status, body } = await call('/v1/tokens', { scopes: ['vat', scope] }, { key });
      deepEqual([status, body.type, body.param], [422, 'scope_not_for_tokens', 'scopes'], scope);
    }
  });

  it('has the scopes of its key without those of service routes by default', async () => {
    const { key } = await newAccount({ scopes: ['vat', 'currency/convert', 'billing', 'pages'] });
    const { body } = await call('/v1/tokens', {}, { key });
    deepEqual(body.scopes, ['vat', 'currency/convert']);
    const headers = { Authorization: `Bearer ${body.token}` };
    equal((await call('/v1/vat', VAT, { headers })).status, 200);
  });
});
