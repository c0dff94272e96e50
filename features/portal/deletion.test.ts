import { deepEqual, equal, ok } from 'node:assert/strict';
import { nanoid } from 'nanoid';
import { systemClock } from '../../shared/process/clock.js';
import { connectRedis } from '../../shared/process/redis.js';
import { customerWithKey, givenFeedback } from '../../test/helpers/customer-with-key.js';
import { FailPoint, ignoreKilled } from '../../test/helpers/payment-shop.js';
import { findEmails, newAddress } from '../../test/helpers/portal.js';
import { eventuallyBy, runTaskAt } from '../../test/helpers/run-task.js';
import { nightlyOrDaily } from '../../test/helpers/scale.js';
import { call, eventually, stack } from '../../test/helpers/stack.js';
import { cleanUpAccounts } from '../accounts/clean-up-accounts.js';
import { deleteAccount, sendFarewell } from '../accounts/delete-account.js';
import { createOrder } from '../billing/orders.js';
import { openEmailQueue } from '../emails/email-queue.js';
import { createPortalSessions } from '../members/sessions.js';

/** A picture of one pixel. */
const PICTURE = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

const VAT = { action: 'calculate', net: 100, vat_rate: 20 };
const MOST_STEPS = 60;
const FINISHED_AFTER_MS = 600_000;
/** Due date of the deletions, in the future, so that the scheduler of the platform does not begin them. */
const DUE = new Date(Date.now() + 86_400_000);
const SELLER = { name: 'Seller', address: '', vat_number: '' };
const BUYERS = [{ name: 'Acme' }, { name: 'Acme', address: 'Acme\nOld Street', vat_number: 'DE1' }, { name: 'Acme' }];

interface Opened {
  account: string;
  addresses: string[];
  orders: string[];
}

/** Creates an account with two members and paid orders of two buyers. */
async function openAccount(): Promise<Opened> {
  const { store } = await stack();
  const account = `acc_${nanoid()}`;
  const now = new Date();
  const addresses = [newAddress(), newAddress()];
  await store.accounts.insertOne({
    _id: account,
    name: 'Acme',
    billing: { address: 'Acme\nNew Street' },
    created: now,
    deletion: { requested: now, due: DUE },
  });
  await store.members.insertMany(addresses.map((_id) => ({ _id, account, created: now, signed_in: now })));
  const sold = {
    account,
    kind: 'checkout' as const,
    pack: 'small',
    credits: 1,
    price: 1,
    currency: 'eur',
    saves: false,
  };
  const { due: _, ...order } = createOrder({ _id: '', ...sold, customer: 'cus_x', created: now });
  const paid = BUYERS.map((buyer, nth) => ({
    ...order,
    _id: `ord_${nth}_${account}`,
    state: 'paid' as const,
    paid: now,
    receipt: { seller: SELLER, buyer },
  }));
  await store.orders.insertMany(paid);
  const request = { account, key: 'k', endpoint: 'vat', status: 200, at: now, call: { ms: 1, address: '192.0.2.1' } };
  const charged = { nonce: 'n', state: 'spent' as const, cost: 0, parts: [] };
  await store.usage.insertOne({ ...request, ...charged, _id: `${account}-1` });
  const logged = { state: 'test' as const, requests: 1, last: now };
  await store.requestLog.insertOne({ ...request, ...logged, _id: `${account}-2` });
  await store.requestBodies.insertOne({ _id: `${account}-2`, account, sealed: 'x', at: now, expires: DUE });
  return { account, addresses, orders: paid.map(({ _id }) => _id) };
}

describe('the deletion of an account', () => {
  it('is completed by the scheduler wherever it was interrupted, with one email to each member', async () => {
    const { store, platform } = await stack();
    const redis = connectRedis(platform.redisUrl, 'worker', () => {});
    const mail = openEmailQueue(redis, () => {});
    const farewell = { mail, clock: systemClock };
    const sessions = createPortalSessions(redis, systemClock);
    const begun: Opened[] = [];
    const sent = () => {
      const ours = new Set(begun.flatMap(({ addresses }) => addresses));
      return eventually(
        () => mail.getJobs(['waiting', 'active', 'delayed', 'prioritized']),
        (jobs) => !jobs.some((job) => ours.has(job?.data.to)),
      );
    };
    // A deletion that is killed before its first step has not begun.
    for (let step = 2, wasKilled = true; wasKilled; step += nightlyOrDaily(1, 3)) {
      ok(step < MOST_STEPS);
      const opened = await openAccount();
      begun.push(opened);
      const through = new FailPoint(step);
      const deletion = {
        store: through.store(store),
        quota: { release: async () => {} },
        deleteStudioData: async () => {},
        deleteFiles: async () => {},
        sessions: through.watch(sessions),
        ...through.watch({ sendFarewell: (...member: [string, string]) => sendFarewell(farewell, ...member) }),
      };
      wasKilled = false;
      await deleteAccount(deletion, opened.account, DUE).catch((error: unknown) => {
        ignoreKilled(error);
        wasKilled = true;
      });
    }
    await sent();
    // A deletion that always fails, and is tried first, does not block the others.
    const { account: bad } = await openAccount();
    await store.accounts.updateOne({ _id: bad }, { $set: { 'deletion.due': new Date(DUE.getTime() - 1) } });
    const webhooks: Pick<typeof store.webhooks, 'deleteMany'> = {
      deleteMany: (filter) => {
        if (filter?.account === bad) throw new Error('no');
        return store.webhooks.deleteMany(filter);
      },
    };
    const failing = { ...store, webhooks: Object.assign(Object.create(store.webhooks), webhooks) };
    const leftOut: string[] = [];
    await runTaskAt(cleanUpAccounts, failing, new Date(DUE.getTime() + FINISHED_AFTER_MS), { leftOut });
    deepEqual(leftOut, [bad]);
    equal(await store.members.countDocuments({ account: bad }), 2);
    await store.accounts.updateOne({ _id: bad }, { $unset: { deleting: true } });
    await runTaskAt(cleanUpAccounts, store, new Date(DUE.getTime() + 2 * FINISHED_AFTER_MS));
    await sent();
    ok(begun.length > nightlyOrDaily(15, 5), `${begun.length} steps`);
    for (const { account, addresses, orders } of begun) {
      for (const to of addresses) {
        const mails = await findEmails(to);
        deepEqual([mails.length, mails[0]?.subject], [1, 'Your utility-api account has been deleted']);
      }
      equal(await store.members.countDocuments({ account }), 0);
      equal(await store.requestLog.countDocuments({ account }), 0);
      equal(await store.requestBodies.countDocuments({ account }), 0);
      equal(await store.usage.countDocuments({ account, 'call.address': { $exists: true } }), 0);
      const owner = await store.accounts.findOne({ _id: account });
      deepEqual([owner?.name, owner?.deleting, owner?.billing], ['Deleted account', undefined, undefined]);
      const kept = await store.closedAccounts.findOne({ _id: account });
      deepEqual([kept?.name, kept?.address], ['Acme', 'Acme\nNew Street']);
      deepEqual(kept?.receipts, [
        { buyer: BUYERS[0], orders: [orders[0], orders[2]] },
        { buyer: BUYERS[1], orders: [orders[1]] },
      ]);
      const receipts = (await store.orders.find({ account }).toArray()).map(({ receipt }) => receipt);
      deepEqual(receipts, Array(3).fill({ seller: SELLER }));
    }
    await mail.close();
    redis.disconnect();
  });

  it('does not begin before its date', async () => {
    const { store } = await stack();
    const { account } = await openAccount();
    await runTaskAt(cleanUpAccounts, store, new Date(DUE.getTime() - 1));
    equal(await store.members.countDocuments({ account }), 2);
    await store.accounts.updateOne({ _id: account }, { $unset: { deletion: true } });
  });

  it('leaves nothing that works and no personal data, keeps receipts, and gives starting credits no second time', async () => {
    const { store, platform } = await stack();
    const { customer, address, account, key } = await customerWithKey();
    const id = await givenFeedback(key);
    const image = { type: 'text', qr_code_text: 'a', save: 1 };
    const { file_url } = (await call('/v1/qr-code/generate', image, { key })).body;
    equal((await fetch(file_url)).status, 200);
    await call('/v1/qr-drafts', {}, { key });
    const { url: picture } = (await call('/v1/pictures', { data_base64: PICTURE }, { key })).body;
    equal((await fetch(picture)).status, 200);
    await customer.send('/account/settings', '/account/settings', {
      name: 'Acme',
      address: 'Main Street',
      vat_number: '',
    });
    const remove = (confirm: string) => customer.send('/account/settings', '/account/settings/delete', { confirm });
    const invited = newAddress();
    const invitation = { email: invited, role: 'viewer' };
    equal((await customer.send('/account/members', '/account/members/invite', invitation)).status, 303);
    const { token } = (await call('/v1/tokens', {}, { key })).body;
    const { code } = (await store.experiences.findOne({ _id: id })) ?? {};
    equal((await fetch(`${platform.baseUrl}/e/${code}`)).status, 200);
    const refused = await remove(address);
    equal(refused.status, 422);
    ok((await refused.text()).includes('id="confirm-problem"'));
    equal((await remove('Acme')).headers.get('location'), '/account/settings?done=scheduled');
    await store.accounts.updateOne({ _id: account }, { $set: { 'deletion.due': new Date(0) } });
    await eventuallyBy(
      cleanUpAccounts,
      () => store.members.countDocuments({ account }),
      (members) => members === 0,
    );
    equal((await customer.ask('/account')).status, 302);
    equal(
      (
        await eventually(
          () => call('/v1/vat', VAT, { key }),
          ({ status }) => status !== 200,
        )
      ).status,
      403,
    );
    const withToken = await call('/v1/vat', VAT, { headers: { Authorization: `Bearer ${token}` } });
    equal(withToken.status, 403, 'browser tokens end with their key');
    const redis = connectRedis(platform.redisUrl, 'worker', () => {});
    deepEqual(await createPortalSessions(redis, systemClock).list(address), []);
    redis.disconnect();
    equal((await fetch(`${platform.baseUrl}/e/${code}`)).status, 410);
    equal(await store.invitations.countDocuments({ account }), 0);
    equal(await store.accountLog.countDocuments({ account }), 0);
    equal(await store.webhooks.countDocuments({ account }), 0);
    equal(await store.keys.countDocuments({ account, active: true }), 0);
    equal(await store.files.countDocuments({ account }), 0);
    equal((await fetch(file_url)).status, 404);
    equal(await store.qrDrafts.countDocuments({ account }), 0);
    equal(await store.qrPictures.countDocuments({ account }), 0);
    equal((await fetch(picture)).status, 404);
    const gone = await store.experiences.findOne({ _id: id });
    ok(gone?.deleted);
    equal(await store.members.countDocuments({ account }), 0);
    equal((await store.accounts.findOne({ _id: account }))?.name, 'Deleted account');
    equal((await store.closedAccounts.findOne({ _id: account }))?.address, 'Main Street');
    equal(await store.payments.countDocuments({ account }), 1);
    const audit = await fetch(`${platform.baseUrl}/v1/admin/audit?account=${account}`, {
      headers: { Authorization: `Bearer ${platform.environment.ADMIN_TOKEN}` },
    });
    deepEqual(Object(await audit.json()).findings, []);
    await eventually(
      () => findEmails(address),
      (mails) => mails.some(({ subject }) => subject.includes('has been deleted')),
    );

    await customer.signIn(address);
    const again = await store.members.findOne({ _id: address });
    ok(again && again.account !== account);
    equal(await store.payments.countDocuments({ account: again.account }), 0);
  });
});
