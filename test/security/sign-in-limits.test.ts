import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { randomInt, randomUUID } from 'node:crypto';
import { SIGN_IN, SIGN_IN_CODES, SIGN_IN_EMAILS } from '../../shared/contract/bounds.js';
import { connectRedis, type Redis, whenReady } from '../../shared/process/redis.js';
import { queuePrefix } from '../../shared/queue/queues.js';
import { Customer, findEmails, findSignInCode, findSignInLink, newAddress, newCustomer } from '../helpers/portal.js';
import { eventually, stack } from '../helpers/stack.js';

const newClient = async () => new Customer((await stack()).platform.baseUrl);

const request = (customer: Customer, email: string, next = '/account') =>
  customer.send('/account/login', '/account/login', { email, next });

describe('Links for signing in', () => {
  let redis: Redis;

  before(async () => {
    redis = connectRedis((await stack()).platform.redisUrl, 'producer', () => {});
    await whenReady(redis, 30_000);
  });
  after(() => redis.disconnect());

  /** Waits until no email is queued. */
  const allMailed = () =>
    eventually(
      async () =>
        (await redis.keys(`${queuePrefix('email')}:email:*`)).filter((key) => /:email:[\w-]{43}$/.test(key)).length,
      (jobs) => jobs === 0,
    );

  /** Requests links from several networks, four from each. */
  const flood = async (count: number, addressOf: (index: number) => string) => {
    const statuses: number[] = [];
    let client = await newClient();
    for (let index = 0; index < count; index++) {
      if (index % 4 === 0) client = await newClient();
      statuses.push((await request(client, addressOf(index), '/account/keys')).status);
    }
    await allMailed();
    return statuses;
  };

  it('let a member in while clients of other networks request as many as they can', async () => {
    const { address } = await newCustomer();
    const statuses = await flood(20, () => address);
    deepEqual([...new Set(statuses)], [303], 'the response does not tell whether an email is sent');
    const mailed = (await findEmails(address)).length;
    ok(mailed > 1 && mailed <= 1 + 15, String(mailed));

    const member = await newClient();
    const response = await request(member, address, '/account/settings');
    deepEqual([response.status, response.headers.get('location')], [303, '/account/login/sent']);
    match(await member.page('/account/login/sent'), /use the newest email from us/);
    await allMailed();
    equal((await findEmails(address)).length, mailed, 'the inbox gets no further one');
    const entered = await member.press(await findSignInLink(address));
    deepEqual([entered.status, entered.headers.get('location')], [303, '/account/settings']);
    equal((await member.ask('/account')).status, 200);

    await request(await newClient(), address);
    await allMailed();
    equal((await findEmails(address)).length, mailed + 1, 'the link is used, so another one is sent');
  });

  it('cannot be used up for a member by requests for other spellings of the address', async () => {
    const { address } = await newCustomer();
    const spellings = Array.from({ length: 24 }, (_, index) => address.replace('@', `+${index}@`));
    await flood(spellings.length, (index) => spellings[index] ?? '');
    const mailed = await Promise.all(spellings.map(findEmails));
    equal(mailed.flat().length, 6, 'five, and one of the slow ones');
    await request(await newClient(), address);
    await allMailed();
    equal((await findEmails(address)).length, 2);
  });

  it('are counted by inbox, however its address is spelled', async () => {
    const name = randomUUID();
    const spellings = [
      ...Array.from({ length: 8 }, (_, index) => `bomb.${name}+${index}@gmail.com`),
      `bomb${name}@gmail.com`,
      `bomb.${name}+x@googlemail.com`,
    ];
    await flood(spellings.length, (index) => spellings[index] ?? '');
    equal((await Promise.all(spellings.map(findEmails))).flat().length, 7, 'six, and one to the plain spelling');
  });

  it('cannot be used up for a newcomer by requests for other spellings of the address', async () => {
    const address = newAddress();
    await flood(8, (index) => address.replace('@', `+${index}@`));
    await request(await newClient(), address);
    await allMailed();
    equal((await findEmails(address)).length, 1);
  });

  it('cannot be used up for a network by links of invitations, which other sites can open', async () => {
    const client = await newClient();
    let status = 0;
    for (let count = 0; count <= SIGN_IN.perNetwork; count++) {
      ({ status } = await client.ask('/account/login/invitation?token=unknown'));
    }
    equal(status, 429);
    equal((await request(client, newAddress())).status, 303);
  });

  it('are not refused for codes that were refused for their network', async () => {
    const { baseUrl } = (await stack()).platform;
    const [network, address] = [`127.9.${randomInt(1, 255)}.${randomInt(2, 255)}`, newAddress()];
    const client = new Customer(baseUrl, network);
    await request(client, address);
    const code = await findSignInCode(address);
    const neighbour = new Customer(baseUrl, network);
    for (let count = 0; count < SIGN_IN.perNetwork; count++) await request(neighbour, newAddress());
    const enter = (customer: Customer, entered: string) =>
      customer.send('/account/login/sent', '/account/login/code', { code: entered });
    for (let count = 0; count < SIGN_IN_CODES.perRequest; count++) equal((await enter(client, '000000')).status, 429);
    client.moveTo(`127.8.${randomInt(1, 255)}.${randomInt(2, 255)}`);
    equal((await enter(client, code)).status, 303);
  });

  it('are valid for at least five more minutes when no further one is sent', () => {
    const { address, members, newcomers } = SIGN_IN_EMAILS;
    for (const seconds of [address.seconds, members.slowSeconds, newcomers.slowSeconds]) {
      ok(seconds + 300 <= SIGN_IN.minutes * 60);
    }
  });

  it('work in no browser that has not requested one for the same address', async () => {
    const address = newAddress();
    await request(await newClient(), address);
    const link = await findSignInLink(address);
    const victim = await newClient();
    await request(victim, newAddress());
    equal((await victim.press(link, '/account/login')).status, 403);
    ok(!victim.cookies.includes('account='));
  });

  it('have a limit of their own in a browser in which the member has signed in before', async () => {
    const { baseUrl } = (await stack()).platform;
    const network = `127.${randomInt(1, 255)}.${randomInt(1, 255)}.${randomInt(2, 255)}`;
    const member = new Customer(baseUrl, network);
    const address = newAddress();
    await member.signIn(address);
    equal((await member.send('/account', '/account/logout')).status, 303);
    await flood(8, () => address);
    const client = new Customer(baseUrl, network);
    const others: number[] = [];
    for (let time = 1; time <= 30; time++) others.push((await request(client, newAddress())).status);
    equal(others.at(-1), 429, 'the network has reached its limit');

    const before = (await findEmails(address)).length;
    const statuses: number[] = [];
    for (let time = 1; time <= 6; time++) statuses.push((await request(member, address)).status);
    deepEqual(statuses, [303, 303, 303, 303, 303, 429]);
    await allMailed();
    equal((await findEmails(address)).length, before + 5);
    equal((await request(member, newAddress())).status, 429, 'for this member alone');
  });
});
