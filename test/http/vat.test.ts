import { deepEqual, equal } from 'node:assert/strict';
import { call, errorIn, newAccount } from '../helpers/stack.js';

describe('VAT over HTTP', () => {
  it('accepts a form like JSON, for 0.001 credits each', async () => {
    const { key } = await newAccount();
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const form = 'action=calculate&gross=1.190%2C00&country_code=de&round=1';
    const posted = await call('/v1/vat', form, { key, headers });
    const json = await call('/v1/vat', { action: 'calculate', gross: 1190, country_code: 'DE', round: true }, { key });
    deepEqual([posted.status, json.status], [200, 200]);
    deepEqual(posted.body, json.body);
    equal(posted.body.net, 1000);
    equal(posted.body.formatted.net.replace('\u00a0', ' '), '1.000,00 €');
    deepEqual([posted, json].map((answer) => answer.headers.get('x-credits-remaining')).map(Number), [0.999, 0.998]);
  });

  it('refuses with the error body, charged', async () => {
    const { key } = await newAccount();
    const { status, body, headers } = await call('/v1/vat', { action: 'country-rates', country_code: 'ZZ' }, { key });
    equal(status, 404);
    deepEqual(errorIn(body), { error: 'Unknown country_code "ZZ"', code: 404 });
    equal(Number(headers.get('x-credits-remaining')), 0.999);
  });
});
