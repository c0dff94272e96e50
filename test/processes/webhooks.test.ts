import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { nanoid } from 'nanoid';
import { startSandboxDns } from 'sandbox/dns';
import type { ZoneEntry } from 'sandbox/dns/zone';
import { reconcile } from '../../scheduler/reconcile-holds.js';
import { recoverInterrupted } from '../../scheduler/recover-interrupted.js';
import { ABANDONED_AFTER_MS } from '../../shared/ledger/abandoned.js';
import { purchase } from '../../shared/ledger/purchase.js';
import { settle } from '../../shared/ledger/settle.js';
import { connectRedis } from '../../shared/process/redis.js';
import { jsonReply } from '../../shared/queue/job.js';
import { webhookKey } from '../../shared/webhooks/collections.js';
import { creditsLow, webhookTest } from '../../shared/webhooks/events.js';
import { message, tell } from '../../shared/webhooks/tell.js';
import { jobTeller } from '../../shared/webhooks/tell-of-jobs.js';
import { noteWanted } from '../../shared/webhooks/wanted.js';
import { type DeliveryPlatform, deliveryPlatform } from '../helpers/delivery-platform.js';
import { isSigned, startReceiver, withStatus } from '../helpers/receiver.js';
import { runTaskAt } from '../helpers/run-task.js';
import { call, eventually, ownDatabase } from '../helpers/stack.js';
import { takeHold } from '../helpers/take-hold.js';

describe('deliveries', () => {
  let platform: DeliveryPlatform;
  before(async () => {
    platform = await deliveryPlatform();
  });
  afterEach(() => platform.stopDelivering());
  after(() => platform.stop());

  /** Creates a webhook of a new account. */
  async function webhookAt(url: string) {
    const { baseUrl, newAccount } = platform;
    const { key, account } = await newAccount();
    const { status, body } = await call('/v1/webhooks', { url, events: [] }, { key, baseUrl });
    equal(status, 200, JSON.stringify(body));
    const path = `/v1/webhooks/${body.webhook}`;
    return {
      ...{ account, key, webhook: body.webhook, secret: body.secret },
      test: () => call(`${path}/test`, {}, { key, baseUrl }),
      deliveries: async () => (await call(`${path}/deliveries`, {}, { method: 'GET', key, baseUrl })).body.deliveries,
    };
  }

  it('wait in the store while nobody delivers, and are taken over from who is killed, also when Redis loses all: none is lost', async () => {
    const receiver = await startReceiver();
    const redis = connectRedis(platform.redisUrl, 'worker', () => {});
    try {
      const { test, deliveries } = await webhookAt(receiver.url);
      const sent: string[] = [];
      for (let at = 0; at < 10; at++) sent.push((await test()).body.message);
      const pending = await platform.store.messages.countDocuments({ pending: { $exists: true } });
      ok(pending >= sent.length, 'nobody delivers yet');

      // It takes the first ones and does not answer.
      receiver.answers(() => {});
      const first = await platform.deliver();
      await receiver.got(1);
      process.kill(first.pid ?? 0, 'SIGKILL');
      receiver.answers(withStatus(200));
      await first.stop(1);
      const taken = receiver.received.length;
      const second = await platform.deliver();
      const done = await eventually(deliveries, (all) =>
        sent.every((id) =>
          all.some((one: { message: string; state: string }) => one.message === id && one.state === 'delivered'),
        ),
      );
      equal(done.length, sent.length, 'each message is one delivery');
      const had = new Set(receiver.received.slice(taken).map(({ headers }) => headers['webhook-id']));
      deepEqual([...had].sort(), sent.sort(), 'also those that the dead one had sent without hearing of it');

      receiver.answers(() => {});
      const before = receiver.received.length;
      const { message: last } = (await test()).body;
      await receiver.got(before + 1);
      process.kill(second.pid ?? 0, 'SIGKILL');
      await redis.flushall();
      receiver.answers(withStatus(200));
      await second.stop(1);
      await platform.deliver();
      const stateOf = async () => (await deliveries()).find((one: { message: string }) => one.message === last)?.state;
      equal(await eventually(stateOf, (state) => state === 'delivered'), 'delivered');
    } finally {
      redis.disconnect();
      await receiver.close();
    }
  });

  it('reach no private address, wherever a name leads when it is asked again', async () => {
    let connections = 0;
    const here = createServer((socket) => {
      connections += 1;
      socket.destroy();
    });
    here.listen(0, '127.0.0.1');
    await once(here, 'listening');
    const { port } = here.address() as AddressInfo;
    // Of the addresses of the internet, one that nobody has (6bone, given back in 2006).
    let leads: ZoneEntry = { aaaa: ['3ffe::1'], ttl: 0 };
    const zone = {
      get 'rebinding.example'() {
        return leads;
      },
      'mixed.example': { a: ['127.0.0.1'], aaaa: ['3ffe::1'] },
      'inside.example': { a: ['10.0.0.1'] },
      'mapped.example': { aaaa: ['::ffff:7f00:1'] },
    };
    const dns = await startSandboxDns({ zone });
    await platform.deliver({ WEBHOOK_DNS_SERVERS: dns.address, WEBHOOK_ALLOW_PRIVATE: '' });
    const lookUp = async (host: string) => {
      const one = await webhookAt(`https://${host}:${port}/`);
      await one.test();
      return one;
    };
    try {
      const rebinding = await lookUp('rebinding.example');
      await eventually(rebinding.deliveries, ([found]) => found?.attempts.length > 0);
      leads = { a: ['127.0.0.1'], ttl: 0 };
      const others = ['mixed.example', 'inside.example', 'mapped.example'];
      const failing = async (host: string) => {
        const { deliveries } = host === 'rebinding.example' ? rebinding : await lookUp(host);
        const [{ attempts }] = await eventually(deliveries, ([found]) => found?.state === 'failed');
        equal(attempts.at(-1).error, `${host} leads to a private address`);
        equal(attempts.length, 4);
      };
      await Promise.all(['rebinding.example', ...others].map(failing));
      equal(connections, 0);
    } finally {
      await dns.close();
      here.close();
    }
  });

  it('are signed on while the secret that encrypts secrets is changed, and after the old one is gone', async () => {
    const receiver = await startReceiver();
    try {
      const { test, account, webhook, secret } = await webhookAt(receiver.url);
      const kept = async () =>
        (await platform.store.webhooks.findOne({ _id: webhookKey(account, webhook) }))?.secrets[0]?.sealed ?? '';
      match(await kept(), /^tests:/);
      const { WEBHOOK_SECRETS: old } = platform.environment;
      const both = await platform.deliver({ WEBHOOK_SECRETS: `anew:a-newer-secret-of-the-tests,${old}` });
      await eventually(kept, (sealed) => sealed.startsWith('anew:'));
      await both.stop(10_000);
      await platform.deliver({ WEBHOOK_SECRETS: 'anew:a-newer-secret-of-the-tests' });
      await test();
      const [one] = await receiver.got(1);
      ok(one && isSigned(secret, one));
    } finally {
      await receiver.close();
    }
  });
});

describe('what accounts are told', () => {
  it('of a call outlasts a front that dies between the decision and the telling, and is told once', async () => {
    const { store, close } = await ownDatabase();
    try {
      const account = `account-${nanoid()}`;
      await purchase(store, { account, amount: 10_000, bought: new Date() });
      const longAgo = new Date(Date.now() - ABANDONED_AFTER_MS - 1_000);
      const later = { callback: 'https://hooks.example.com/' };
      const request = { account, key: 'k', endpoint: 'vat', requestId: nanoid(), cost: 1_000, later };
      const hold = await takeHold(store, request, longAgo);
      const { body, encoding } = jsonReply(200, { fine: true });
      const decision = {
        account,
        hold,
        state: 'spent' as const,
        status: 200,
        tell: { reply: { body, encoding } },
        at: new Date(),
      };
      const dies = () => Promise.reject(new Error('killed'));
      await rejects(settle(store, [decision], new Date(), dies), /killed/);
      equal(await store.usage.countDocuments({ _id: hold.id, state: 'spent' }), 1, 'it was decided');
      const wallet = await store.wallets.findOne({ _id: account });
      equal(wallet?.open.length, 1, 'whoever looks finds the hold');

      const teller = jobTeller(store, async () => true);
      const ends = async () => new Map([[hold.id, { status: 200, body, encoding }]]);
      for (let times = 0; times < 2; times++) await reconcile(store, new Date(), ends, teller);
      const told = await store.messages.find({ account }).toArray();
      deepEqual(
        told.map(({ type, callback, payload }) => [type, callback, JSON.parse(payload).data.body]),
        [['job.completed', later.callback, { fine: true }]],
      );
      const after = await store.wallets.findOne({ _id: account });
      deepEqual([after?.open.length, after?.spent], [0, 1_000]);
    } finally {
      await close();
    }
  });

  it('of a call that nobody knows the end of, as its front is dead, is that it failed', async () => {
    const { store, close } = await ownDatabase();
    try {
      const account = `account-${nanoid()}`;
      await purchase(store, { account, amount: 10_000, bought: new Date() });
      const longAgo = new Date(Date.now() - ABANDONED_AFTER_MS - 1_000);
      const request = { account, key: 'k', endpoint: 'vat', requestId: nanoid(), cost: 1_000, later: {} };
      await takeHold(store, request, longAgo);
      await reconcile(
        store,
        new Date(),
        undefined,
        jobTeller(store, async () => true),
      );
      const told = await store.messages.findOne({ account });
      const { type, data } = JSON.parse(told?.payload ?? '{}');
      deepEqual([type, data.status, data.body_left_out], ['job.failed', 503, 'unknown']);
    } finally {
      await close();
    }
  });

  it('of a low balance outlasts who noted it and died; messages told twice are one', async () => {
    const { store, close } = await ownDatabase();
    try {
      const account = `account-${nanoid()}`;
      await purchase(store, { account, amount: 10_000, bought: new Date() });
      const hook = {
        id: 'whk_1',
        account,
        url: 'https://hooks.example.com/',
        description: '',
        secrets: [],
        active: true,
      };
      await store.webhooks.insertOne({
        ...hook,
        _id: webhookKey(account, 'whk_1'),
        events: [creditsLow.name],
        created: new Date(),
      });
      await noteWanted(store, account);
      // What is there once it is noted, before it is told.
      const low = { below: 5_000, is: true, crossings: 1, untold: true as const };
      await store.wallets.updateOne({ _id: account }, { $set: { low, 'lots.0.left': 4_000 } });
      for (let times = 0; times < 2; times++) await runTaskAt(recoverInterrupted, store, new Date());
      const told = await store.messages.find({ account }).toArray();
      deepEqual(
        told.map(({ payload }) => JSON.parse(payload).data),
        [{ balance: 0.004, below: 0.005 }],
      );
      const twice = message(webhookTest, { test: true }, { account, at: new Date() });
      await Promise.all([tell(store, [twice]), tell(store, [twice])]);
      equal(await store.messages.countDocuments({ account }), 2);
    } finally {
      await close();
    }
  });
});
