import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { type Launch, launch } from '../../helpers/launch.js';
import { pickSettings } from '../../helpers/private-fronts.js';
import { rawRequest } from '../../helpers/raw-request.js';
import { ADMIN_TOKEN, call, eventually, newAccount, stack } from '../../helpers/stack.js';
import { unusedPort } from '../../helpers/unused-port.js';

const EMAIL = 'dana@acme.example';
const KEY = `ua_live_${'Ab1'.repeat(10)}`;
const OPERATOR_TOKEN = `ua_ops_${'Cd2'.repeat(10)}`;
const JWT = `eyJ${'hbGciOi'.repeat(3)}.eyJrZXkiOiIx.c2lnbmF0dXJl`;
const SECRET = 'Zm9vYmFyYmF6cXV4MTIzNDU2Nzg5MA';

/** Beginnings of the secrets that must not be in a log. */
const BEGINNINGS = [EMAIL, 'dana%40', 'ua_live_Ab1Ab', 'ua_ops_Cd2Cd', JWT.slice(0, 20), SECRET.slice(0, 8)];

describe('a front without BASE_URL', () => {
  let front: Launch;
  let baseUrl: string;

  before(async () => {
    const { environment } = (await stack()).platform;
    const settings = pickSettings(environment);
    const { BASE_URL: _, ...others } = settings;
    const PORT = String(await unusedPort());
    baseUrl = `http://127.0.0.1:${PORT}`;
    front = launch('dist/api/main.js', [], {
      ...others,
      PORT,
      METRICS_PORT: '',
      LOG_LEVEL: 'info',
      LOG_PRETTY: 'false',
    });
    const alive = () =>
      fetch(`${baseUrl}/healthz`).then(
        ({ ok: isAlive }) => isAlive,
        () => false,
      );
    equal(await eventually(alive, Boolean, 60_000), true);
  });
  after(async () => {
    front.process.kill('SIGKILL');
    await front.ended();
  });

  it('logs and stores paths without email addresses, keys, tokens and secrets', async () => {
    const paths = [
      `/v1/accounts/${EMAIL}`,
      `/v1/accounts/${encodeURIComponent(EMAIL)}/keys`,
      `/anything/${KEY}`,
      `/anything/${OPERATOR_TOKEN}/more`,
      `/anything/${JWT}`,
      `/v1/admin/accounts/${encodeURIComponent(EMAIL)}`,
      `/v1/jobs/${KEY}`,
      `/account/login/link/${SECRET}`,
      `/account/login/link?token=${SECRET}`,
    ];
    for (const path of paths) {
      const { headers } = await rawRequest(baseUrl + path, { method: 'GET' });
      const line = await front.printed(new RegExp(`^(.*${headers['x-request-id']}.*)$`, 'm'));
      equal(JSON.parse(line).msg, 'call', line);
    }
    for (const beginning of BEGINNINGS) ok(!front.output().includes(beginning), beginning);
    match(front.output(), /"endpoint":"\/anything\/ua_live_Ab1A\[…\]"/, 'what lists of keys show stays');
    match(front.output(), /"endpoint":"\/v1\/accounts\/\[email\]\/keys"/);

    const headers = { Authorization: `Bearer ${ADMIN_TOKEN}` };
    const listed = () => call('/v1/admin/refusals', {}, { method: 'GET', headers, baseUrl });
    const { status, body } = await eventually(listed, (answer) => JSON.stringify(answer.body).includes('/v1/jobs/'));
    equal(status, 200, JSON.stringify(body));
    for (const beginning of BEGINNINGS) ok(!JSON.stringify(body).includes(beginning), beginning);
  });

  it('builds no link from the Host header', async () => {
    const { key } = await newAccount();
    const body = JSON.stringify({ action: 'list-countries' });
    const headers = {
      Host: 'evil.example',
      'X-Forwarded-Host': 'evil.example',
      'X-API-Key': key,
      'Content-Type': 'application/json',
      'Content-Length': String(body.length),
    };
    const accepted = await rawRequest(`${baseUrl}/v1/vat`, { headers: { ...headers, Prefer: 'respond-async' }, body });
    const { job_id, status_url } = JSON.parse(accepted.body);
    deepEqual([accepted.status, status_url], [202, `${baseUrl}/v1/jobs/${job_id}`]);
    for (const path of ['/', '/docs', '/openapi.json', '/llms.txt', '/account', '/operator', '/v1/nowhere']) {
      const response = await rawRequest(baseUrl + path, { method: 'GET', headers: { Host: 'evil.example' } });
      ok(!JSON.stringify(response).includes('evil.example'), path);
    }
  });
});
