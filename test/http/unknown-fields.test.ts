import { deepEqual, equal, match, ok } from 'node:assert/strict';
import fc from 'fast-check';
import { always, seeded } from '../helpers/randomised.js';
import { call, newAccount } from '../helpers/stack.js';

const RATES = { action: 'country-rates', country_code: 'DE' };
const strictly = { Prefer: 'handling=strict' };

describe('unknown fields', () => {
  let key: string;
  before(async () => {
    ({ key } = await newAccount({ credits: 5 }));
  });

  const namedIn = async (path: string, body: object) =>
    (await call(path, body, { key })).headers.get('x-unknown-fields');

  it('are ignored, and named in a header with the field that was meant', async () => {
    const { status, headers } = await call('/v1/vat', { ...RATES, contry_code: 'FR' }, { key });
    deepEqual([status, headers.get('x-unknown-fields')], [200, 'contry_code; did you mean country_code?']);
    const misspelt = await call('/v1/vat', { action: 'country-rates', country_cod: 'DE' }, { key });
    deepEqual(
      [misspelt.status, misspelt.headers.get('x-unknown-fields')],
      [400, 'country_cod; did you mean country_code?'],
    );
    equal(await namedIn('/v1/vat', RATES), null);
    equal(await namedIn('/v1/vat', { ...RATES, api_key: key, note: null, comment: '' }), null);
  });

  it('are found in any letter case, inside lists and objects, in forms and in the query', async () => {
    equal(await namedIn('/v1/vat', { ...RATES, vatType: 'reduced' }), 'vatType; did you mean vat_type?');
    const pairs = [
      { from: 'EUR', to: 'USD' },
      { form: 'EUR', from: 'EUR', to: 'USD' },
    ];
    equal(await namedIn('/v1/currency/rates', { pairs }), 'pairs[1].form; did you mean pairs[1].from?');
    const page = { version: 1, blocks: [], theme: { primery: '#112233' } };
    const named = await namedIn('/v1/qr-code/generate', { type: 'page', page, colour_scheme: 1 });
    equal(named, 'page.theme.primery; did you mean page.theme.primary?, colour_scheme');
    const form = { key, headers: { 'Content-Type': 'application/x-www-form-urlencoded' } };
    const { headers } = await call('/v1/vat', 'action=country-rates&country_code=DE&rond=1', form);
    equal(headers.get('x-unknown-fields'), 'rond; did you mean round?');
    equal(await namedIn('/v1/device-analyze?uaa=x', { ua: 'x' }), 'uaa; did you mean ua?');
  });

  it('are refused where strict handling is preferred, with the status of the group, and charged as every refusal is', async () => {
    const misspelt = { action: 'country-rates', country_cod: 'DE' };
    const { status, body, headers } = await call('/v1/vat', misspelt, { key, headers: strictly });
    deepEqual([status, body.type, body.param], [400, 'unknown_field', 'country_cod']);
    equal(body.error, 'Unknown field "country_cod": did you mean country_code?');
    deepEqual(
      body.errors.map(({ type }: { type: string }) => type),
      ['unknown_field', 'country_required'],
    );
    equal(headers.get('x-credits-cost'), '0.001');
    equal(headers.get('preference-applied'), 'handling=strict');
    equal(headers.get('x-unknown-fields'), 'country_cod; did you mean country_code?');
    const convert = { from: 'EUR', to: 'USD', amount: 1, ammount: 2 };
    equal((await call('/v1/currency/convert', convert, { key, headers: strictly })).status, 422);
    const async = { Prefer: 'respond-async; x=1, Handling="strict"' };
    equal((await call('/v1/vat', misspelt, { key, headers: async })).status, 400);
    const fine = await call('/v1/vat', { ...RATES, api_key: key }, { headers: strictly });
    deepEqual([fine.status, fine.headers.get('preference-applied')], [200, 'handling=strict']);
    equal(
      (await call('/v1/vat', misspelt, { key, headers: { Prefer: 'handling=lenient' } })).body.type,
      'country_required',
    );
  });

  it('are named and refused beside the endpoints as well', async () => {
    const ask = (Prefer: string) =>
      call('/v1/usage?groupby=key', undefined, { key, method: 'GET', headers: { Prefer } });
    const { status, headers } = await ask('');
    deepEqual([status, headers.get('x-unknown-fields')], [200, 'groupby; did you mean group_by?']);
    const { body } = await ask('handling=strict');
    deepEqual([body.code, body.type, body.param], [422, 'unknown_field', 'groupby']);
  });

  it(seeded('make no header that a client stumbles over, whatever their names and number'), async () => {
    const many = Object.fromEntries(Array.from({ length: 2_000 }, (_, index) => [`x${index}`.padEnd(200, 'é'), 1]));
    const named = (await namedIn('/v1/vat', { ...RATES, ...many })) ?? '';
    equal(named.split(', ').length, 10);
    ok(named.length < 4_000, `${named.length} characters`);
    await always(
      fc.asyncProperty(fc.string({ unit: 'binary', minLength: 1, maxLength: 80 }), async (name) => {
        if (name === '__proto__') return;
        const body = JSON.stringify({ ...RATES, [name]: 1 });
        const { status, headers } = await call('/v1/vat', body, { key });
        equal(status, 200);
        match(headers.get('x-unknown-fields') ?? '', /^[\x21-\x7e]+(; did you mean [\w.[\]]+\?)?$/);
      }),
      30,
    );
  });
});
