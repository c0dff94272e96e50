import { deepEqual, equal } from 'node:assert/strict';
import { unzipSync } from 'fflate';
import { decode } from '../helpers/decoders.js';
import { call, newAccount } from '../helpers/stack.js';

const sepa = { scheme: 'sepa', name: 'Red Cross of Belgium', iban: 'BE72000000001616', amount: 1 };
const SEPA = 'BCD\n002\n1\nSCT\n\nRed Cross of Belgium\nBE72000000001616\nEUR1.00';

describe('QR codes of contents over HTTP', () => {
  let key: string;
  before(async () => {
    ({ key } = await newAccount());
  });

  it('encode the fields of their type, and tell the text', async () => {
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

  it('come in batches, row by row', async () => {
    const rows = [
      { qr_code_text: 'plain' },
      { type: 'phone', content: { number: '+44 20 7946 0000' }, name: 'phone' },
      { type: 'payment', content: { ...sepa, iban: 'BE72000000001617', bic: 'KREDBEBB', purpose: 'GIFTS' } },
    ];
    const { status, body } = await call('/v1/qr-code/batch', { rows, image_format: 'PNG' }, { key });
    equal(status, 200, JSON.stringify(body));
    const [{ errors, ...failed }] = body.failed;
    deepEqual(failed, {
      ...{ row: 3, type: 'invalid_field', param: 'content.iban' },
      error: 'content.iban has wrong check digits: compare it with the original',
    });
    deepEqual(
      errors.map(({ param }: { param: string }) => param),
      ['content.iban', 'content.purpose'],
    );
    const files = Object.values(unzipSync(new Uint8Array(await (await fetch(body.file_url)).arrayBuffer())));
    const texts = await Promise.all(files.map(async (file) => (await decode(Buffer.from(file))).zxing));
    deepEqual(texts, ['plain', 'tel:+442079460000']);
    const missing = await call('/v1/qr-code/batch', { rows: [{ type: 'phone' }, {}] }, { key });
    deepEqual(
      missing.body.errors.map(({ param, type }: { param: string; type: string }) => [param, type]),
      [
        ['rows[0].content', 'missing_field'],
        ['rows[1].qr_code_text', 'missing_field'],
      ],
    );
  });
});
