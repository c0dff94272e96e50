import { deepEqual, equal } from 'node:assert/strict';
import { request } from 'node:http';
import { call, errorIn, newAccount, stack } from '../helpers/stack.js';

const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';
const CAR =
  'Mozilla/5.0 (X11; GNU/Linux) AppleWebKit/537.36 (KHTML, like Gecko) Chromium/75.0.3770.100 Chrome/75.0.3770.100 Safari/537.36 Tesla/2019.32.11-bac8c51';

describe('device-analyze over HTTP', () => {
  before(async () => {
    await stack();
  });

  it("takes the user agent from the body, the query, or the call's own header, in that order, for 0.002 credits", async () => {
    const { key } = await newAccount();
    const headers = { 'User-Agent': PHONE };
    const query = `/v1/device-analyze?ua=${encodeURIComponent(CAR)}`;
    const answers = [
      await call(query, { ua: 'curl/8.5.0' }, { key, headers }),
      await call(query, {}, { key, headers }),
      await call('/v1/device-analyze', {}, { key, headers }),
      await call('/v1/device-analyze', { ua: null }, { key, headers }),
    ];
    deepEqual(
      answers.map(({ status, body }) => [status, body.response_code, body.data.ua_string]),
      [
        [200, 200, 'curl/8.5.0'],
        [200, 200, CAR],
        [200, 200, PHONE],
        [200, 200, PHONE],
      ],
    );
    equal(Number(answers.at(-1)?.headers.get('x-credits-remaining')), 0.992);
  });

  it("takes the request's own client hints with its user agent, and not beside another's", async () => {
    const { key } = await newAccount();
    const headers = {
      'User-Agent':
        'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
      'Sec-CH-UA': '"Chromium";v="140", "Brave";v="140", "Not=A?Brand";v="24"',
      'Sec-CH-UA-Platform': '"Windows"',
      'Sec-CH-UA-Platform-Version': '"15.0.0"',
    };
    const analyse = async (body: object) => (await call('/v1/device-analyze', body, { key, headers })).body.data;
    const own = await analyse({});
    deepEqual([own.browser.name, own.os.version, own.client_hints.contradict_ua], ['Brave', '11', false]);
    const other = await analyse({ ua: PHONE });
    deepEqual([other.browser.name, other.os.name, other.client_hints], ['Safari', 'iOS', null]);
    const hinted = await analyse({ client_hints: { platform: 'macOS', platformVersion: '26.1.0' } });
    deepEqual([hinted.ua_string, hinted.os.version], ['', '26.1.0']);
    const sent = await analyse({ headers: { 'User-Agent': PHONE } });
    deepEqual([sent.ua_string, sent.client_hints], [PHONE, null]);
  });

  it('refuses a call that has none anywhere, charged', async () => {
    const { key } = await newAccount();
    const { platform } = await stack();
    const answer = await new Promise<{ status?: number; remaining: unknown; body: string }>((resolve, reject) => {
      // fetch always sends a user agent of its own.
      const asked = request(`${platform.baseUrl}/v1/device-analyze`, { method: 'POST', headers: { 'X-API-Key': key } });
      asked.once('error', reject).once('response', (response) => {
        let body = '';
        response.setEncoding('utf8').on('data', (chunk) => {
          body += chunk;
        });
        response.once('end', () => {
          resolve({
            ...(response.statusCode === undefined ? {} : { status: response.statusCode }),
            remaining: response.headers['x-credits-remaining'],
            body,
          });
        });
      });
      asked.end();
    });
    deepEqual(
      [answer.status, errorIn(JSON.parse(answer.body))],
      [422, { error: 'Missing User-Agent string', code: 422 }],
    );
    equal(Number(answer.remaining), 0.998);
  });
});
