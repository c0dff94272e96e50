import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { nanoid } from 'nanoid';
import { startSandboxDns } from 'sandbox/dns';
import type { ZoneEntry } from 'sandbox/dns/zone';
import type { Collections } from '../../features/collections.js';
import { type Message, webhookKey } from '../../features/webhooks/collections.js';
import { creditsLow, webhookTest } from '../../features/webhooks/events.js';
import { createJobNotifier } from '../../features/webhooks/job-events.js';
import { addToOutbox, createMessage } from '../../features/webhooks/outbox.js';
import { recoverOutbox } from '../../features/webhooks/recover-outbox.js';
import { updateSubscriptions } from '../../features/webhooks/subscriptions.js';
import { reconcile } from '../../scheduler/reconcile-holds.js';
import { recoverInterrupted } from '../../scheduler/recover-interrupted.js';
import { ABANDONED_AFTER_MS } from '../../shared/ledger/abandoned-holds.js';
import { purchase } from '../../shared/ledger/purchase.js';
import { settle } from '../../shared/ledger/settle.js';
import { connectRedis } from '../../shared/process/redis.js';
import { jsonReply } from '../../shared/queue/job.js';
import { type DeliveryPlatform, deliveryPlatform } from '../helpers/delivery-platform.js';
import { isSigned, type Receiver, startReceiver, withStatus } from '../helpers/receiver.js';
import { runTaskAt } from '../helpers/run-task.js';
import { itNightly } from '../helpers/scale.js';
import { call, eventually, ownDatabase } from '../helpers/stack.js';
import { placeHold } from '../helpers/take-hold.js';

describe('deliveries', function () {
  this.timeout(120_000);

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
      repeat: (delivery: string) => call(`${path}/deliveries/${delivery}/repeat`, {}, { key, baseUrl }),
      deliveries: async () => (await call(`${path}/deliveries`, {}, { method: 'GET', key, baseUrl })).body.deliveries,
    };
  }

  /** Webhook ids in the order in which a receiver got them first. */
  const firstReceived = ({ received }: Receiver) => [
    ...new Set(received.map(({ headers }) => String(headers['webhook-id']))),
  ];

  /** Enqueues what was never enqueued, as the scheduler does every few seconds. */
  const recover = () =>
    runTaskAt(recoverOutbox, platform.store, new Date(Date.now() + 10_000), { redisUrl: platform.redisUrl });

  const areDelivered = (all: { state: string }[]) => all.every(({ state }) => state === 'delivered');

  it('are sent at least once and in order when the worker is killed during an attempt', async () => {
    const receiver = await startReceiver();
    try {
      const { test, deliveries } = await webhookAt(receiver.url);
      const sent: string[] = [];
      for (let at = 0; at < 10; at++) sent.push((await test()).body.message);
      // The first attempt gets no response.
      receiver.answers(() => {});
      const killed = await platform.deliver();
      await receiver.got(1);
      process.kill(killed.pid ?? 0, 'SIGKILL');
      receiver.answers(withStatus(200));
      await killed.stop(1);
      await platform.deliver();
      const all = await eventually(deliveries, (found) => found.length === sent.length && areDelivered(found));
      deepEqual(
        all.map(({ message }: { message: string }) => message).reverse(),
        sent,
        'one delivery for each message',
      );
      deepEqual(firstReceived(receiver), sent);
      const [first, ...others] = receiver.received.map(({ headers }) => headers['webhook-id']);
      deepEqual(others, sent, `the interrupted attempt at ${first} is repeated`);
    } finally {
      await receiver.close();
    }
  });

  itNightly('are sent at least once and in order when Redis restarts during an attempt', async () => {
    const receiver = await startReceiver();
    try {
      const { test, deliveries } = await webhookAt(receiver.url);
      const unanswered: (() => void)[] = [];
      receiver.answers((_, response) => unanswered.push(() => response.end()));
      await platform.deliver();
      const sent: string[] = [(await test()).body.message];
      await receiver.got(1);
      platform.killRedis();
      // Some of these find Redis down.
      for (let at = 0; at < 5; at++) sent.push((await test()).body.message);
      receiver.answers(withStatus(200));
      for (const respond of unanswered) respond();
      const done = async () => {
        await recover().catch(() => {});
        return deliveries();
      };
      await eventually(done, (found) => found.length === sent.length && areDelivered(found));
      deepEqual(firstReceived(receiver), sent);
    } finally {
      await receiver.close();
    }
  });

  it('are sent when Redis has lost its data, and when they were written without Redis', async () => {
    const receiver = await startReceiver();
    const redis = connectRedis(platform.redisUrl, 'worker', () => {});
    try {
      const { account, webhook, test, deliveries } = await webhookAt(receiver.url);
      const lost = (await test()).body.message;
      await redis.flushall();
      const unsent = createMessage(webhookTest, { test: true }, { account, at: new Date(), only: webhook });
      await addToOutbox(platform.store, [unsent]);
      await platform.deliver();
      await recover();
      await eventually(deliveries, (found) => found.length === 2 && areDelivered(found));
      deepEqual(firstReceived(receiver), [lost, unsent._id]);
    } finally {
      redis.disconnect();
      await receiver.close();
    }
  });

  it('are sent once each, one at a time and in order, by several workers', async () => {
    const receiver = await startReceiver();
    let [open, most] = [0, 0];
    receiver.answers((_, response) => {
      open += 1;
      most = Math.max(most, open);
      response.on('finish', () => (open -= 1));
      setImmediate(() => response.end());
    });
    try {
      const { test, deliveries } = await webhookAt(receiver.url);
      await Promise.all([platform.deliver(), platform.deliver()]);
      const sent: string[] = [];
      for (let at = 0; at < 20; at++) sent.push((await test()).body.message);
      await eventually(deliveries, (found) => found.length === sent.length && areDelivered(found));
      deepEqual(
        receiver.received.map(({ headers }) => headers['webhook-id']),
        sent,
      );
      equal(most, 1);
    } finally {
      await receiver.close();
    }
  });

  it('are sent at once, new or repeated, while a failed one waits for its next attempt', async () => {
    const receiver = await startReceiver();
    try {
      const { test, deliveries, repeat } = await webhookAt(receiver.url);
      receiver.answers(withStatus(500));
      await platform.deliver({ WEBHOOK_RETRY_SECONDS: '3600' });
      const failed = (await test()).body.message;
      const [{ delivery, state, next_attempt_at }] = await eventually(
        deliveries,
        ([one]) => one?.attempts.length === 1,
      );
      equal(state, 'pending');
      const waitMs = Date.parse(next_attempt_at) - Date.now();
      ok(waitMs > 3_500_000 && waitMs < 4_000_000, next_attempt_at);
      receiver.answers(withStatus(200));
      const added = (await test()).body.message;
      await receiver.got(2);
      equal((await repeat(delivery)).status, 200);
      await eventually(deliveries, areDelivered);
      deepEqual(
        receiver.received.map(({ headers }) => headers['webhook-id']),
        [failed, added, failed],
      );
    } finally {
      await receiver.close();
    }
  });

  itNightly('reach no private address, even if a name resolves differently at each attempt', async () => {
    let connections = 0;
    const here = createServer((socket) => {
      connections += 1;
      socket.destroy();
    });
    here.listen(0, '127.0.0.1');
    await once(here, 'listening');
    const { port } = here.address() as AddressInfo;
    // A public address that is not in use (6bone, returned in 2006).
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
        equal(attempts.at(-1).error, `${host} resolves to a private address`);
        equal(attempts.length, 4);
      };
      await Promise.all(['rebinding.example', ...others].map(failing));
      equal(connections, 0);
    } finally {
      await dns.close();
      here.close();
    }
  });

  it('are signed during and after a rotation of WEBHOOK_SECRETS', async () => {
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

describe('events in the outbox', () => {
  const publishTo = (store: Collections) => async (messages: readonly Message[]) =>
    void (await addToOutbox(store, messages));

  it('include the end of a request whose front dies after the decision, once', async () => {
    const { store, close } = await ownDatabase();
    try {
      const account = `account-${nanoid()}`;
      await purchase(store, { account, amount: 10_000, bought: new Date() });
      const longAgo = new Date(Date.now() - ABANDONED_AFTER_MS - 1_000);
      const later = { callback: 'https://hooks.example.com/' };
      const request = { account, key: 'k', endpoint: 'vat', requestId: nanoid(), cost: 1_000, later };
      const hold = await placeHold(store, request, longAgo);
      const { body, encoding } = jsonReply(200, { fine: true });
      const decision = {
        account,
        hold,
        state: 'spent' as const,
        status: 200,
        notification: { reply: { body, encoding } },
        at: new Date(),
      };
      const dies = () => Promise.reject(new Error('killed'));
      await rejects(settle(store, [decision], new Date(), dies), /killed/);
      equal(await store.usage.countDocuments({ _id: hold.id, state: 'spent' }), 1, 'it was decided');
      const wallet = await store.wallets.findOne({ _id: account });
      equal(wallet?.open.length, 1, 'whoever looks finds the hold');

      const notifier = createJobNotifier(publishTo(store), async () => true);
      const ends = async () => new Map([[hold.id, { status: 200, body, encoding }]]);
      for (let times = 0; times < 2; times++) await reconcile(store, new Date(), ends, notifier);
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

  it('report a request whose outcome died with its front as failed', async () => {
    const { store, close } = await ownDatabase();
    try {
      const account = `account-${nanoid()}`;
      await purchase(store, { account, amount: 10_000, bought: new Date() });
      const longAgo = new Date(Date.now() - ABANDONED_AFTER_MS - 1_000);
      const request = { account, key: 'k', endpoint: 'vat', requestId: nanoid(), cost: 1_000, later: {} };
      await placeHold(store, request, longAgo);
      await reconcile(
        store,
        new Date(),
        undefined,
        createJobNotifier(publishTo(store), async () => true),
      );
      const told = await store.messages.findOne({ account });
      const { type, data } = JSON.parse(told?.payload ?? '{}');
      deepEqual([type, data.status, data.body_left_out], ['job.failed', 503, 'unknown']);
    } finally {
      await close();
    }
  });

  it('include a low balance whose writer dies, and are one message if they are written twice', async () => {
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
      await updateSubscriptions(store, account);
      // The wallet between the crossing and its event.
      const low = { below: 5_000, is: true, crossings: 1, untold: true as const };
      await store.wallets.updateOne({ _id: account }, { $set: { low, 'lots.0.left': 4_000 } });
      for (let times = 0; times < 2; times++) await runTaskAt(recoverInterrupted, store, new Date());
      const told = await store.messages.find({ account }).toArray();
      deepEqual(
        told.map(({ payload }) => JSON.parse(payload).data),
        [{ balance: 0.004, below: 0.005 }],
      );
      const twice = createMessage(webhookTest, { test: true }, { account, at: new Date() });
      await Promise.all([addToOutbox(store, [twice]), addToOutbox(store, [twice])]);
      equal(await store.messages.countDocuments({ account }), 2);
    } finally {
      await close();
    }
  });
});
