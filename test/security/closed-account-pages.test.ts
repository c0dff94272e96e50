import { deepEqual, equal, ok } from 'node:assert/strict';
import { cleanUpAccounts } from '../../features/accounts/clean-up-accounts.js';
import { createKey } from '../../features/keys/keys.js';
import { customerWithKey } from '../helpers/customer-with-key.js';
import { createPage, useVisitorAddresses } from '../helpers/page-visits.js';
import { newAddress } from '../helpers/portal.js';
import { eventuallyBy, runTaskAt } from '../helpers/run-task.js';
import { ADMIN_TOKEN, call, newAccount, stack } from '../helpers/stack.js';

const PAGES = 40;
const SETTLED_MS = 600_000;

const asAdmin = (path: string, body: object = {}) =>
  call(`/v1/admin${path}`, body, { headers: { Authorization: `Bearer ${ADMIN_TOKEN}` } });

/** Creates pages, in the midst of which an account ends. @returns the public paths of those that were created */
async function createMeanwhile(key: string, end: () => Promise<unknown>): Promise<string[]> {
  const creating = Array.from({ length: PAGES }, async (_, nth) => {
    const content = { url: `https://example.com/${nth}` };
    const request = { type: 'url', content, image_format: 'PNG', include_bytes: 0 };
    if (nth === PAGES / 4) await end();
    const { status, body } = await call('/v1/qr-experience/generate', request, { key });
    return status === 200 ? [new URL(body.scan_url).pathname] : [];
  });
  return (await Promise.all(creating)).flat();
}

describe('a closed account', () => {
  const { visit } = useVisitorAddresses();
  const fetchStatuses = async (paths: string[]) => {
    const statuses: number[] = [];
    for (const path of paths) {
      const address = `127.9.${statuses.length}.1`;
      statuses.push((await visit(path, { headers: { 'X-Forwarded-For': address } })).status);
    }
    return statuses;
  };

  it('serves no page that was created while it was being closed', async () => {
    const { account, key } = await newAccount({ credits: 100 });
    const paths = await createMeanwhile(key, () => asAdmin(`/accounts/${account}/close`, { reason: 'test' }));
    ok(paths.length > 0);
    ok((await fetchStatuses(paths)).every((status) => status === 410));
  });

  it('serves no page that was created while it was being deleted', async () => {
    const { store } = await stack();
    const { account, key, customer, address } = await customerWithKey();
    await asAdmin(`/accounts/${account}/purchases`, { credits: 100 });
    const paths = await createMeanwhile(key, async () => {
      await customer.send('/account/settings', '/account/settings/delete', { confirm: address });
      await store.accounts.updateOne({ _id: account }, { $set: { 'deletion.due': new Date(0) } });
      await eventuallyBy(
        cleanUpAccounts,
        () => store.accounts.findOne({ _id: account }),
        (found) => found?.closed !== undefined,
      );
    });
    ok(paths.length > 0);
    ok((await fetchStatuses(paths)).every((status) => status === 410));
  });

  it('serves neither files nor forms of its pages', async () => {
    const { account, key } = await newAccount({ credits: 100 });
    const { path } = await createPage('event', {}, key);
    const saved = await call('/v1/qr-code/generate', { type: 'text', qr_code_text: 'a', save: 1 }, { key });
    const file = new URL(saved.body.file_url).pathname;
    deepEqual(await fetchStatuses([path, `${path}/event.ics`, `${path}/report`, file]), [200, 200, 200, 200]);
    equal((await asAdmin(`/accounts/${account}/close`, { reason: 'test' })).status, 200);
    deepEqual(await fetchStatuses([path, `${path}/event.ics`, `${path}/report`, file]), [410, 404, 410, 404]);
  });

  it('is cleared again of all that appears until nothing can be in flight', async () => {
    const { store } = await stack();
    const { account } = await newAccount();
    equal((await asAdmin(`/accounts/${account}/close`, { reason: 'test' })).status, 200);
    // As requests that were accepted before leave it.
    await createKey(store, { account, name: 'late' });
    const now = new Date();
    const email = newAddress();
    await store.invitations.insertOne({ _id: email, account, created: now, expires: new Date(Date.now() + 60_000) });
    await runTaskAt(cleanUpAccounts, store, now);
    equal(await store.keys.countDocuments({ account, active: true }), 0);
    equal(await store.invitations.countDocuments({ account }), 0);
    ok((await store.accounts.findOne({ _id: account }))?.clearing, 'it is processed again');
    await createKey(store, { account, name: 'later' });
    await runTaskAt(cleanUpAccounts, store, new Date(Date.now() + SETTLED_MS));
    equal(await store.keys.countDocuments({ account, active: true }), 0);
    equal((await store.accounts.findOne({ _id: account }))?.clearing, undefined);
    equal((await asAdmin('/invitations', { email: newAddress(), account })).status, 409);
  });
});
