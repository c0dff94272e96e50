import { deepEqual, equal } from 'node:assert/strict';
import { decode } from '../helpers/decoders.js';
import { call, newAccount } from '../helpers/stack.js';

const sepa = { scheme: 'sepa', name: 'Red Cross of Belgium', iban: 'BE72000000001616', amount: 1 };
const SEPA = 'BCD\n002\n1\nSCT\n\nRed Cross of Belgium\nBE72000000001616\nEUR1.00';

describe('QR codes of contents over HTTP', () => {
  let key: string;
  before(async () => {
    ({ key } = await newAccount());
  });

  it('encode the fields of their type, and return the text', async () => {
    const request = { type: 'payment', content: sepa, image_format: 'PNG' };
    const { status, body, headers } = await call('/v1/qr-code/generate', request, { key });
    equal(status, 200, JSON.stringify(body));
    deepEqual([body.meta.type, body.meta.encoded_text, body.scan_url], ['payment', SEPA, null]);
    equal(headers.get('x-unknown-fields'), null);
    deepEqual(await decode(Buffer.from(body.data_base64, 'base64')), { jsqr: SEPA, zxing: SEPA });
  });

  it('name every wrong field, and unknown ones of their type', async () => {
    const content = { ...sepa, iban: 'BE72000000001617', bic: 'no', ibna: 'x' };
    const { status, body, headers } = await call('/v1/qr-code/generate', { type: 'payment', content }, { key });
    deepEqual([status, body.type, body.param], [422, 'invalid_field', 'content.iban']);
    equal(body.error, 'content.iban has wrong check digits: compare it with the original');
    deepEqual(
      body.errors.map(({ param }: { param: string }) => param),
      ['content.iban', 'content.bic'],
    );
    equal(headers.get('x-unknown-fields'), 'content.ibna; did you mean content.iban?');
  });
});
