// Records the data that this release writes, for the tests of upgrades to the next one:
//   npm run build && node dist/test/helpers/record-release.js
// Run it when a version is released, and commit the file.

import { writeFile } from 'node:fs/promises';
import { nanoid } from 'nanoid';
import { samplePlatform } from '../../features/monitoring/index.js';
import { countPending } from '../../features/pages/count-visits.js';
import { mergeUsage, rankAccounts } from '../../features/usage/index.js';
import { purchase } from '../../shared/ledger/purchase.js';
import { reverse } from '../../shared/ledger/reverse.js';
import { readConfig } from '../../shared/process/config.js';
import { projectFile } from '../../shared/process/project-file.js';
import { version } from '../../shared/process/version.js';
import { connectWithLongTimeouts } from '../../shared/store/connect.js';
import { addOperator } from './add-operator.js';
import { customerWithKey } from './customer-with-key.js';
import { createPage } from './page-visits.js';
import { order, payPage, waitForOrder } from './payments.js';
import { PASSWORD } from './private-fronts.js';
import { startReceiver, withStatus } from './receiver.js';
import { dumpDatabase } from './release-data.js';
import { runTaskAt } from './run-task.js';
import { call, eventually, isAtRest, mochaGlobalTeardown, newAccount, stack } from './stack.js';
import { placeHold } from './take-hold.js';

const VAT = { action: 'calculate', net: 100, vat_rate: 20 };
const HOUR_MS = 3_600_000;

const { platform, store } = await stack();
const { token: operatorToken } = await addOperator(store, 'admin');

/** Sends a request, which must succeed. */
async function send(method: string, path: string, body: object, key?: string, headers: Record<string, string> = {}) {
  const answer = await call(path, body, { method, headers, ...(key !== undefined && { key }) });
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body;
}

const operate = (method: string, path: string, body: object) =>
  send(method, `/v1/admin${path}`, body, undefined, { Authorization: `Bearer ${operatorToken}` });

// A customer who buys credits, has another order open, and wants alerts.
const { account, key, customer } = await customerWithKey();
const paid = await order(key, 'small', { save_method: true });
await payPage(paid.url);
await waitForOrder(key, paid.id, ({ state }) => state === 'paid');
await order(key);
await send('PATCH', '/v1/account', { credits_low_below: 5_000, errors_above_percent: 50 }, key);

// Webhooks: one receiver works, one fails.
const [works, fails] = [await startReceiver(), await startReceiver()];
fails.answers(withStatus(500));
for (const { url } of [works, fails])
  await send(
    'POST',
    '/v1/webhooks',
    { url, events: ['job.completed', 'experience.feedback', 'experience.reported', 'credits.low'] },
    key,
  );

// Requests: answered, repeated, refused, asynchronous.
for (let sent = 0; sent < 3; sent++) await send('POST', '/v1/vat', VAT, key, { 'Idempotency-Key': 'repeated' });
await call('/v1/vat', { action: 'calculate' }, { key });
await send('POST', '/v1/vat', VAT, key, { Prefer: 'respond-async' });
const requestId = (await call('/v1/vat', VAT, { key })).headers.get('X-Request-Id') ?? '';
const image = { qr_code_text: 'https://example.com', image_format: 'SVG', include_bytes: 0, save: 1 };
await send('POST', '/v1/qr-code/generate', image, key);
await eventually(() => store.wallets.findOne({ _id: account }), isAtRest);

// Hosted pages: one with versions, visits and a report.
const page = await createPage('page', { slug: 'harbour-cafe' }, key);
await send('PATCH', `/v1/qr-experience/${page.id}`, { label: 'Harbour' }, key, { 'If-Match': '*' });
await fetch(platform.baseUrl + page.path);
await fetch(`${platform.baseUrl}${page.path}/report`, {
  method: 'POST',
  body: new URLSearchParams({ reason: 'phishing', details: 'It wants my PIN' }),
});
const feedback = await createPage('feedback', {}, key);
await send(
  'POST',
  '/v1/qr-scan/event',
  { experience_id: feedback.id, event: 'feedback_submitted', value: 'Cold soup' },
  key,
);

// Operators.
await operate('POST', '/operators', { operator: 'ada', password: PASSWORD, role: 'support' });
await operate('POST', '/tokens', { operator: 'ada', name: 'upgrade', role: 'viewer' });
await operate('POST', '/refunds', { request_id: requestId, reason: 'wrong result' });
await operate('POST', '/invitations', { email: 'guest@customers.example' });
const closed = await newAccount({ credits: 2 });
await operate('POST', `/accounts/${closed.account}/close`, { reason: 'asked for' });

// A purchase that was reversed.
const other = await newAccount({ credits: 0 });
const lot = await purchase(store, { account: other.account, amount: 1_000_000, bought: new Date() });
await reverse(store, { account: other.account, lot, amount: 400_000, after: 0, reason: 'disputed' }, new Date());

// The work of the scheduler.
await works.got(1);
await countPending(store);
for (const task of [mergeUsage, rankAccounts, samplePlatform])
  await runTaskAt(task, store, new Date(Date.now() + HOUR_MS), { leftOut: [] });

// A request whose front has died.
const openRequest = nanoid();
const hold = { account, key: 'key', endpoint: 'vat', requestId: openRequest, cost: 1_000 };
await placeHold(store, hold, new Date(), 'dead');

const { db, close } = connectWithLongTimeouts(readConfig(platform.environment));
const facts = { version, at: new Date().toISOString(), account, key, operatorToken, page: page.path, openRequest };
const file = projectFile(`test/references/releases/${version}.generated.json`);
await writeFile(file, await dumpDatabase(db, facts));
process.stdout.write(`${file}\n`);
await Promise.all([customer.close(), works.close(), fails.close(), close()]);
await mochaGlobalTeardown();
