import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import { newAddress } from '../helpers/new-address.js';
import { rawRequest, sendChunked, sendPipelined, sendUnread } from '../helpers/raw-request.js';
import { describeNightly, nightlyOrDaily } from '../helpers/scale.js';
import { call, newAccount, stack } from '../helpers/stack.js';

const VAT = { action: 'calculate', net: 100, vat_rate: 20 };
const MiB = 1024 * 1024;
const JSON_TYPE = { 'Content-Type': 'application/json' };
const WRONG = { 'X-API-Key': 'ua_live_00000000000000000000000000000000' };

/** Bombs that are sent, and requests of a flood: more of either show nothing else. */
const [BOMBS, FLOOD] = [nightlyOrDaily(20, 6), nightlyOrDaily(130, 105)];

/** 8 MiB of lists in lists, which gzip makes 8 KB of. */
const bomb = () => gzipSync(`{"qr_code_text":"x","x":${'['.repeat(4 * MiB)}${']'.repeat(4 * MiB)}}`);

/** Data in transit between the two ends of a connection while one of them does not read. */
const UNDER_WAY = 16 * MiB;

const front = async () => (await stack()).platform.baseUrl;

describeNightly('a request without a valid key', () => {
  describe('a key in the header', () => {
    // The body is announced and never sent: an answer that waits for it would never come.
    const announced = { ...JSON_TYPE, 'Content-Length': String(8 * MiB) };
    const ask = async (headers: Record<string, string>) =>
      rawRequest(`${await front()}/v1/qr-code/generate`, { headers: { ...announced, ...headers } });

    it('is refused before a byte of the body is read', async () => {
      equal((await ask(WRONG)).status, 401);
      const { key } = await newAccount({ scopes: ['vat'] });
      equal((await ask({ 'X-API-Key': key })).status, 403);
      equal((await ask({ Authorization: 'Bearer not.a.token' })).status, 401);
    });

    it('is throttled before a byte of the body is read', async () => {
      const { key } = await newAccount({ limits: { '*': 1 } });
      const asked = [1, 2, 3].map(() => ask({ 'X-API-Key': key, 'Content-Length': '1' }));
      const first = await Promise.race(asked);
      equal(first.status, 429);
      equal(first.headers['x-credits-cost'], '0');
      // The one that was let in still waits for its body.
      void Promise.allSettled(asked);
    });
  });

  describe('a key in the body', () => {
    const keyed = async (key: string, bytes: number, headers: Record<string, string> = {}) => {
      const body = JSON.stringify({ ...VAT, api_key: key, padding: '' });
      return call('/v1/vat', body.replace('"padding":""', `"padding":"${'x'.repeat(bytes - body.length)}"`), {
        headers,
      });
    };

    it('is found within 64 KiB, and not searched for in more', async () => {
      const { key } = await newAccount();
      equal((await keyed(key, 65_536)).status, 200);
      const { status, body } = await keyed(key, 65_537);
      deepEqual(
        [status, body.type, body.error],
        [
          401,
          'api_key_not_in_header',
          'API key is required: with a body of more than 64 KiB, send it in the X-API-Key header',
        ],
      );
      equal((await keyed('', 65_537, { 'X-API-Key': key })).status, 200);
    });

    it('is not waited for when the body that is announced is larger', async () => {
      const headers = { ...JSON_TYPE, 'Content-Length': String(MiB) };
      equal((await rawRequest(`${await front()}/v1/vat`, { headers })).status, 401);
    });
  });

  describe('a body without Content-Length', () => {
    /** Sends a body in chunks, whose length no header tells. */
    const stream = async (path: string, start: string, headers: Record<string, string>) => {
      const { answer } = await sendChunked(`${await front()}${path}`, start, 12 * MiB, headers);
      return { ...answer, ...JSON.parse(answer.body) };
    };

    it('is searched for a key as far as one with a length, and no further', async () => {
      const { key } = await newAccount();
      const start = `{"action":"list-countries","api_key":"${key}","padding":"`;
      const { status, type } = await stream('/v1/vat', start, JSON_TYPE);
      deepEqual([status, type], [401, 'api_key_not_in_header']);
    });

    it('is found to have a key within the same bytes', async () => {
      const { key } = await newAccount();
      const body = JSON.stringify({ ...VAT, api_key: key });
      const { answer } = await sendChunked(`${await front()}/v1/vat`, body, 0, JSON_TYPE);
      equal(answer.status, 200);
    });

    it('is cut off at the bound of its group, as one with a length is refused', async () => {
      const { key } = await newAccount();
      const headers = { ...JSON_TYPE, 'X-API-Key': key };
      const told = await rawRequest(`${await front()}/v1/vat`, {
        headers: { ...headers, 'Content-Length': `${64 * MiB}` },
      });
      const { status, type, error } = await stream('/v1/vat', '{"padding":"', headers);
      deepEqual([status, type, error], [told.status, JSON.parse(told.body).type, JSON.parse(told.body).error]);
      equal(status, 413);
    });
  });

  describe('the rest of a refused body', () => {
    /** Bytes that are read and discarded before the connection is closed. */
    const DISCARDED = 16 * MiB;

    it('is discarded, and the connection closed where it is larger than any endpoint accepts', async () => {
      const { status, taken } = await sendUnread(await front(), { ...JSON_TYPE, ...WRONG }, 256 * MiB);
      equal(status, 401);
      ok(taken >= DISCARDED && taken < DISCARDED + UNDER_WAY, `${taken} bytes were taken`);
    });

    it('does not delay the next request', async () => {
      const body = 'x'.repeat(MiB);
      const answers = await sendPipelined(await front(), [
        { headers: { ...JSON_TYPE, ...WRONG }, body },
        { headers: JSON_TYPE, body: '{}' },
      ]);
      deepEqual(answers, [401, 401]);
    });
  });

  describe('an encoded body', () => {
    it('is 415 with a key and without one, and is not inflated: bombs take no longer than refusals of any kind', async () => {
      const { key } = await newAccount();
      const body = bomb();
      ok(body.length < 10_000, `${body.length} bytes`);
      const encoded = { ...JSON_TYPE, 'Content-Encoding': 'gzip' };
      const url = `${await front()}/v1/qr-code/generate`;
      const sent = await rawRequest(url, { headers: { ...encoded, 'X-API-Key': key }, body });
      const { type, error } = JSON.parse(sent.body);
      deepEqual(
        [sent.status, type, error],
        [
          415,
          'content_encoding_refused',
          'Compressed request bodies are not supported: send the body without Content-Encoding',
        ],
      );
      equal(sent.headers['x-credits-cost'], '0');

      const { baseUrl } = (await stack()).platform;
      const timed = async (headers: Record<string, string>, wanted: number) => {
        const began = performance.now();
        const from = { 'X-Forwarded-For': newAddress() };
        for (let left = BOMBS; left > 0; left--) {
          const { status } = await rawRequest(`${baseUrl}/v1/qr-code/generate`, {
            headers: { ...headers, ...from },
            body,
          });
          equal(status, wanted);
        }
        return (performance.now() - began) / BOMBS;
      };
      const plainMs = await timed({ ...JSON_TYPE, 'Content-Type': 'text/xml' }, 415);
      const bombMs = await timed(encoded, 415);
      // Inflating and parsing one took 300 ms and more.
      ok(bombMs < plainMs * 3 + 200, `${Math.round(bombMs)} ms for a bomb, ${Math.round(plainMs)} ms for others`);
    });

    it('is refused by service routes as well', async () => {
      const { key } = await newAccount();
      const encoded = { ...JSON_TYPE, 'Content-Encoding': 'br' };
      const asked = [
        rawRequest(`${await front()}/v1/tokens`, { headers: { ...encoded, 'X-API-Key': key }, body: 'x' }),
        rawRequest(`${await front()}/e/0000000000/events`, { headers: encoded, body: 'x' }),
        rawRequest(`${await front()}/operator/login`, { headers: encoded, body: 'x' }),
      ];
      deepEqual(
        (await Promise.all(asked)).map(({ status }) => status),
        [415, 415, 415],
      );
    });
  });

  describe('the values of a body', () => {
    const repeatItem = (count: number, item: string) =>
      `{"action":"list-countries","x":[${Array(count).fill(item).join(',')}]}`;

    it('are 20,000 at most, however they are written', async () => {
      const { key } = await newAccount();
      const ask = (body: string) => call('/v1/vat', body, { key });
      // Besides the items: the body itself, its two fields.
      for (const item of nightlyOrDaily(['1', ' "a,:[{" ', '{}', '[ ]'], [' "a,:[{" ', '[ ]'])) {
        equal((await ask(repeatItem(19_997, item))).status, 200, item);
        const { status, body, headers } = await ask(repeatItem(19_998, item));
        deepEqual(
          [status, body.type, body.error, headers.get('x-credits-cost')],
          [400, 'body_too_many_values', 'The body has more than 20000 values', '0'],
        );
      }
    });

    it('of a form are 1,000 fields at most', async () => {
      const { key } = await newAccount();
      const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
      const ask = (fields: number) =>
        call('/v1/vat', `action=list-countries${'&a=1'.repeat(fields - 1)}`, { key, headers: form });
      equal((await ask(1_000)).status, 200);
      const { status, body } = await ask(1_001);
      deepEqual([status, body.error], [400, 'The form has more than 1000 fields']);
    });
  });

  describe('an address that sends no valid key', () => {
    const send = async (address: string, body: object, headers: Record<string, string> = {}) =>
      call('/v1/vat', body, {
        baseUrl: (await stack()).platform.baseUrl,
        headers: { 'X-Forwarded-For': address, ...headers },
      });

    /** Sends requests at once, and counts the answers by status. */
    const flood = async (count: number, addressOf: (index: number) => string, headers: Record<string, string>) => {
      const answers = await Promise.all(
        Array.from({ length: count }, (_, index) => send(addressOf(index), VAT, headers)),
      );
      const statuses = answers.map(({ status }) => status);
      return [401, 429].map((status) => statuses.filter((found) => found === status).length);
    };

    it('gets 401 a hundred times a minute, then 429; a valid key in the header is accepted from the same address', async () => {
      const { key } = await newAccount();
      for (const headers of nightlyOrDaily([WRONG, {}, { Authorization: 'Bearer not.a.token' }], [{}])) {
        const address = newAddress();
        deepEqual(await flood(FLOOD, () => address, headers), [100, FLOOD - 100], JSON.stringify(headers));
        const refused = await send(address, VAT, headers);
        deepEqual(
          [refused.status, refused.body.type, refused.headers.get('retry-after')],
          [429, 'too_many_strangers', '60'],
        );
        equal((await send(address, { ...VAT, api_key: key })).status, 429, 'its bodies are no longer read');
        equal((await send(address, VAT, { 'X-API-Key': key })).status, 200);
        equal((await send(newAddress(), VAT, headers)).status, 401, 'others are heard as before');
      }
    });

    it('is a whole /64 of IPv6, and one address of IPv4 however it is written', async () => {
      const v6 = (network: string) => (index: number) => `2001:db8:${network}::${(index * 499).toString(16)}`;
      deepEqual(await flood(FLOOD, v6('a:b'), WRONG), [100, FLOOD - 100]);
      equal((await send('2001:db8:a:c::1', VAT, WRONG)).status, 401);
      const v4 = newAddress();
      deepEqual(await flood(FLOOD, (index) => (index % 2 ? v4 : `::ffff:${v4}`), WRONG), [100, FLOOD - 100]);
    });

    it('is also counted for bodies that cannot be parsed', async () => {
      const address = newAddress();
      const headers = { 'X-Forwarded-For': address };
      const { baseUrl } = (await stack()).platform;
      const answers = await Promise.all(
        Array.from({ length: FLOOD }, () => call('/v1/vat', '[[[[', { baseUrl, headers })),
      );
      equal(answers.filter(({ status }) => status === 400).length, 100);
      match(answers.find(({ status }) => status === 429)?.body.error, /without a valid API key/);
    });
  });
});
