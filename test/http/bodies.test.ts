import { deepEqual, equal } from 'node:assert/strict';
import { call, errorIn, newAccount, type TestAccount } from '../helpers/stack.js';

const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
const nested = (levels: number): string =>
  `{"action":"calculate","net":1,"vat_rate":1,"x":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`;

describe('what a call may carry', () => {
  let mine: TestAccount;
  before(async () => {
    mine = await newAccount({ credits: 10 });
  });
  const ask = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    call(path, body, { key: mine.key, headers });

  it('reads JSON and forms alike', async () => {
    const json = await ask('/v1/vat', { action: 'calculate', net: 100, vat_rate: 20 });
    const posted = await ask('/v1/vat', 'action=calculate&net=100&vat_rate=20', form);
    equal(json.body.gross, 120);
    deepEqual(posted.body, json.body);
  });

  it('reads nested form fields', async () => {
    const { status, body } = await ask('/v1/currency/rates', 'pairs[0][from]=EUR&pairs[0][to]=USD', form);
    equal(status, 200);
    equal(body.rates[0].to, 'USD');
  });

  it('treats no body as an empty object', async () => {
    const { status, body } = await ask('/v1/vat', '');
    equal(status, 400);
    equal(body.error, 'action is required');
  });

  it('takes query parameters where the group allows them, and lets the body win', async () => {
    const query = await ask('/v1/device-analyze?ua=Googlebot/2.1', {});
    equal(query.body.data.ua_string, 'Googlebot/2.1');
    const both = await ask('/v1/device-analyze?ua=Googlebot/2.1', { ua: 'curl/8.0' });
    equal(both.body.data.ua_string, 'curl/8.0');
  });

  it('takes no query parameters elsewhere', async () => {
    const { status } = await ask('/v1/vat?action=list-countries', {});
    equal(status, 400);
  });

  it("falls back to the caller's own User-Agent", async () => {
    const { body } = await ask('/v1/device-analyze', {}, { 'User-Agent': 'Googlebot/2.1' });
    equal(body.data.ua_string, 'Googlebot/2.1');
  });

  it('is lenient with numbers, booleans, case, blanks and nulls', async () => {
    const { status, body } = await ask('/v1/vat', {
      action: ' CALCULATE ',
      net: '100',
      vat_rate: 20,
      round: 'no',
      country_code: null,
      gross: '  ',
      unknown: { field: true },
    });
    equal(status, 200);
    equal(body.gross, 120);
  });

  it('refuses a value of the wrong type with the input status of the group', async () => {
    const vat = await ask('/v1/vat', { action: { $gt: '' } });
    equal(vat.status, 400);
    const currency = await ask('/v1/currency/convert', { from: ['EUR', {}], to: 'USD', amount: 5 });
    equal(currency.status, 422);
    deepEqual(errorIn(currency.body), { error: 'from must be a currency code such as EUR', code: 422 });
  });

  it('refuses broken JSON', async () => {
    const { status, body } = await ask('/v1/vat', '{"action":');
    equal(status, 400);
    deepEqual(errorIn(body), { error: 'The body is not valid JSON', code: 400 });
  });

  it('refuses a body that is not an object', async () => {
    for (const body of ['[]', '"text"', '7', 'true']) equal((await ask('/v1/vat', body)).status, 400, body);
  });

  it('refuses an unknown content type', async () => {
    const { status, body } = await ask('/v1/vat', '<vat/>', { 'Content-Type': 'text/xml' });
    equal(status, 415);
    equal(body.code, 415);
  });

  it('refuses more than 1 MiB, and more than 8 MiB for QR codes', async () => {
    const padded = (bytes: number) =>
      JSON.stringify({ qr_code_text: 'x', action: 'generate', padding: 'x'.repeat(bytes) });
    const MiB = 1024 * 1024;
    equal((await ask('/v1/vat', padded(MiB))).status, 413);
    equal((await ask('/v1/qr-code/generate', padded(2 * MiB))).status, 200);
    const { status, body } = await ask('/v1/qr-code/generate', padded(8 * MiB));
    equal(status, 413);
    deepEqual(errorIn(body), { error: 'The body is larger than 8 MiB', code: 413 });
  });

  it('reads letters of all kinds, also in half a megabyte, and refuses what is cut off there', async () => {
    for (const title of ['Opening hours', 'Часы работы', 'Öffnungszeiten – heute 🙂']) {
      const whole = JSON.stringify({ type: 'text', content: { text: 'x', title }, padding: 'x'.repeat(500_000) });
      const { status, body } = await ask('/v1/qr-experience/generate', whole);
      deepEqual([status, body.experience?.title], [200, title]);
      equal((await ask('/v1/qr-experience/generate', whole.slice(0, -1))).status, 400);
    }
  });

  it('reads JSON 64 levels deep and no deeper', async () => {
    equal((await ask('/v1/vat', nested(64))).status, 200);
    equal((await ask('/v1/vat', nested(65))).status, 400);
    equal((await ask('/v1/vat', nested(200_000))).status, 400);
  });

  it('does not let a body reach a prototype', async () => {
    const { status } = await ask('/v1/vat', '{"__proto__":{"action":"list-countries"},"constructor":1}');
    equal(status, 400);
  });
});
