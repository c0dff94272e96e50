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
