import { deepEqual, equal, ok } from 'node:assert/strict';
import { STORED_BODIES } from '../../shared/contract/bounds.js';
import { maskJson } from './mask-body.js';

const mask = (value: unknown): unknown => JSON.parse(maskJson(value).text ?? '');

describe('a stored body', () => {
  it('has no secrets: neither in fields that are named like one, nor inside of texts', () => {
    const key = `ua_live_${'Ab3x'.repeat(10)}`;
    deepEqual(
      mask({
        api_key: key,
        'X-Api-Key': key,
        Authorization: 'x',
        wifi: { ssid: 'home', password: 'p', pass_phrase: 4711 },
        accessTokens: ['a', 'b'],
        access_token: ['a'],
        client_secret: null,
        max_tokens: 5,
        text: `my key is ${key}, Bearer abcdefghijk`,
        url: 'https://user:secret@example.com/?token=abc&q=1',
        token: false,
        secret_key: 'x',
        signingKey: 'x',
        ssh_key: 'x',
        passcode: 4711,
        jwt: 'x',
        sessionId: 'x',
        auth: 'x',
        pin: '4711',
        pinned: 'x',
        author: 'x',
        [key]: 1,
        qr_code_text: 'WIFI:T:WPA;S:home;P:hunt\\;er2;;',
        form: 'password=hunter2&q=1',
        json: '{"password":"a b","q":"c"}',
        yaml: 'client_secret: hunter2, q: 1, tokens: 5',
      }),
      {
        api_key: '[masked]',
        'X-Api-Key': '[masked]',
        Authorization: '[masked]',
        wifi: { ssid: 'home', password: '[masked]', pass_phrase: '[masked]' },
        accessTokens: '[masked]',
        access_token: '[masked]',
        client_secret: null,
        max_tokens: 5,
        text: 'my key is ua_live_Ab3x[…], Bearer [masked]',
        url: 'https://user:[masked]@example.com/?token=[masked]&q=1',
        token: false,
        secret_key: '[masked]',
        signingKey: '[masked]',
        ssh_key: '[masked]',
        passcode: '[masked]',
        jwt: '[masked]',
        sessionId: '[masked]',
        auth: '[masked]',
        pin: '[masked]',
        pinned: 'x',
        author: 'x',
        'ua_live_Ab3x[…]': 1,
        qr_code_text: 'WIFI:T:WPA;S:home;P:[masked];;',
        form: 'password=[masked]&q=1',
        json: '{"password":[masked],"q":"c"}',
        yaml: 'client_secret: [masked], q: 1, tokens: 5',
      },
    );
  });

  it('names files by type and size, and says that it is only the beginning of a long one', () => {
    const png = `iVBORw0KGgo${'A'.repeat(4_000)}`;
    deepEqual(mask({ data_base64: png, url: `data:image/gif;base64,${'A'.repeat(400)}` }), {
      data_base64: '[image/png, 3008 bytes]',
      url: '[image/gif, 300 bytes]',
    });
    const { text, isTruncated } = maskJson({ rows: Array.from({ length: 10_000 }, (_, n) => `row ${n} ü`) });
    ok(isTruncated && text !== null && Buffer.byteLength(text) <= STORED_BODIES.bytes);
    equal(maskJson({}).isTruncated, false);
  });
});
