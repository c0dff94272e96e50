import { deepEqual, equal, ok, rejects, throws } from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { collections } from '../../features/collections.js';
import { OperatorAuthenticator } from '../../features/console/operator-authenticator.js';
import { SessionStore } from '../../features/console/session-store.js';
import { systemClock } from '../../shared/process/clock.js';
import { ConfigError, readConfig } from '../../shared/process/config.js';
import { connectRedis } from '../../shared/process/redis.js';
import { logIn } from '../helpers/log-in.js';
import { newAddress } from '../helpers/new-address.js';
import { startPrivateStore } from '../helpers/private-store.js';
import { rawRequest } from '../helpers/raw-request.js';
import { ADMIN_TOKEN, newAccount, stack } from '../helpers/stack.js';

describe('the admin token', () => {
  const statuses = async (count: number, tokenOf: (index: number) => string, addressOf: (index: number) => string) => {
    const { baseUrl } = (await stack()).platform;
    const answers = await Promise.all(
      Array.from({ length: count }, async (_, index) => {
        const headers = { Authorization: `Bearer ${tokenOf(index)}`, 'X-Forwarded-For': addressOf(index) };
        return (await fetch(`${baseUrl}/v1/admin/accounts?limit=1`, { headers })).status;
      }),
    );
    return [200, 401, 429].map((status) => answers.filter((found) => found === status).length);
  };

  it('is compared with ten of a hundred guesses sent at once, and the right one among the others is refused', async () => {
    const address = newAddress();
    const guess = (index: number) => (index === 99 ? ADMIN_TOKEN : `guess-${index}`);
    deepEqual(await statuses(100, guess, () => address), [0, 10, 90]);
  });

  it('is guessed no more often from many addresses of one IPv6 network', async () => {
    const network = (index: number) => `2001:db8:face:1::${index + 1}`;
    deepEqual(await statuses(40, (index) => `guess-${index}`, network), [0, 10, 30]);
  });

  it('is accepted from the operator however often, also a hundred times at once', async () => {
    const address = newAddress();
    deepEqual(
      await statuses(
        100,
        () => ADMIN_TOKEN,
        () => address,
      ),
      [100, 0, 0],
    );
  });

  it('has at least 32 characters', () => {
    const wrong = new ConfigError('ADMIN_TOKEN must be text of at least 32 characters');
    throws(() => readConfig({ ADMIN_TOKEN: 'x'.repeat(31) }), wrong);
  });
});

describe("an operator's session", () => {
  const open = async (cookie: string, init: RequestInit = {}) => {
    const { platform } = await stack();
    return fetch(`${platform.baseUrl}/operator/accounts`, { redirect: 'manual', ...init, headers: { cookie } });
  };

  it('ends when the operator logs out, for every copy of its cookie', async () => {
    const { platform } = await stack();
    const { cookie } = await logIn(platform.baseUrl);
    const { cookie: another } = await logIn(platform.baseUrl);
    equal((await open(cookie)).status, 200);
    await fetch(`${platform.baseUrl}/operator/logout`, { method: 'POST', redirect: 'manual', headers: { cookie } });
    const after = await open(cookie);
    deepEqual([after.status, after.headers.get('location')], [302, '/operator/login?next=%2Foperator%2Faccounts']);
    equal((await open(another)).status, 200);
  });

  it('stays usable for authenticated operators while the store is unavailable', async () => {
    const { redisUrl } = (await stack()).platform;
    const redis = connectRedis(redisUrl, 'producer', () => {});
    const { db, close } = await startPrivateStore();
    const store = collections(db);
    const sessions = new SessionStore(ADMIN_TOKEN, store, systemClock);
    const gate = new OperatorAuthenticator(ADMIN_TOKEN, redis, store, systemClock);
    const scrape = (token: string) =>
      gate.check({ get: () => `Bearer ${token}`, ip: newAddress(), state: { requestId: 'x' } });
    const [known, unknown] = [sessions.create('root', '127.0.0.1', 'x'), sessions.create('root', '127.0.0.1', 'x')];
    await sessions.add(known.session);
    await sessions.add(unknown.session);
    const holder = await sessions.findHolder(known.id);
    equal(holder?.name, 'root');
    await scrape(ADMIN_TOKEN);
    await close();
    deepEqual(await sessions.findHolder(known.id), holder);
    await rejects(sessions.findHolder(unknown.id));
    await scrape(ADMIN_TOKEN);
    await rejects(scrape('another'), { status: 401 });
    redis.disconnect();
  });

  it('has an id of 256 random bits, independent of the admin token', async () => {
    const { platform } = await stack();
    const cookies = await Promise.all([logIn(platform.baseUrl), logIn(platform.baseUrl)]);
    const [one, two] = cookies.map(({ setCookies }) => {
      equal(setCookies.length, 1);
      return /^operator=([\w-]{43}); .*samesite=strict; httponly/.exec(setCookies[0] ?? '')?.[1];
    });
    ok(one && two && one !== two);
    const forged = `operator=${Date.now() + 60_000}.${'0'.repeat(32)}`;
    const signature = createHmac('sha1', ADMIN_TOKEN).update(forged).digest('base64url');
    equal((await open(`${forged}; operator.sig=${signature}`)).status, 401);
    equal((await open(`operator=${'A'.repeat(43)}`)).status, 302, 'a session that does not exist');
  });

  it('answers a malformed cookie with 401 and the login, never 500', async () => {
    const { baseUrl } = (await stack()).platform;
    for (const cookie of ['operator=x', 'operator=%E0%A4%A', 'operator="', 'operator=', `operator=${'é'.repeat(43)}`]) {
      const { status, body } = await rawRequest(`${baseUrl}/operator`, { method: 'GET', headers: { cookie } });
      equal(status, 401, cookie);
      ok(body.includes('name="token"') && body.includes('log in again'), cookie);
    }
  });

  it('answers a malformed form token with 403, never 500', async () => {
    const { baseUrl } = (await stack()).platform;
    const { account } = await newAccount();
    const { cookie } = await logIn(baseUrl);
    const body = new URLSearchParams({ form_token: 'é'.repeat(32), credits: '5' });
    const send = await fetch(`${baseUrl}/operator/accounts/${account}/purchases`, {
      method: 'POST',
      headers: { cookie },
      body,
    });
    equal(send.status, 403);
  });
});
