import { writeFile } from 'node:fs/promises';
import { accountRoutes } from '../features/account-api/index.js';
import { cancelBatch } from '../features/batches/index.js';
import {
  BASE_URL_MARK,
  contractDigest,
  RECORDED_FILE,
  type RecordedResponse,
  readRecordedResponses,
} from '../features/docs/openapi/recorded-responses.js';
import { readDomain } from '../features/domains/routes.js';
import { createImageLink } from '../features/image-links/routes.js';
import { cancelJob } from '../features/requests/job-routes.js';
import { webhookKey } from '../features/webhooks/collections.js';
import { jobCompleted } from '../features/webhooks/events.js';
import { createMessage } from '../features/webhooks/outbox.js';
import { createWebhook } from '../features/webhooks/routes.js';
import { catalogue } from '../shared/contract/catalogue/index.js';
import type { Contract } from '../shared/contract/contract.js';
import { buildTarget, listPathFields } from '../shared/contract/route.js';
import { order, payPage, waitForOrder } from '../test/helpers/payments.js';
import { setDnsRecords } from '../test/helpers/sandbox-dns.js';
import { scriptedFront } from '../test/helpers/scripted-workers.js';
import { call, eventually, newAccount, stack } from '../test/helpers/stack.js';

type Fields = Readonly<Record<string, unknown>>;

const contracts: readonly Contract[] = [...catalogue, ...accountRoutes.map(({ contract }) => contract)];

/** The contracts whose recorded answer is missing, or of another contract than today's. */
export function outdatedAnswers(): string[] {
  const recorded = readRecordedResponses('');
  return contracts
    .filter((contract) => recorded[contract.id]?.contract !== contractDigest(contract))
    .map(({ id }) => id);
}

/**
 * Runs the examples of these contracts on a platform of its own, and keeps what was answered for the documentation.
 * Answers of contracts that are no more go.
 */
export async function recordAnswers(ids: readonly string[]): Promise<void> {
  const { key, account } = await newAccount({ credits: 10 });
  const { platform, store } = await stack();
  await store.accounts.updateOne({ _id: account }, { $set: { name: 'Web shop' } });
  const known = readRecordedResponses(platform.baseUrl);
  const answers: Record<string, RecordedResponse | undefined> = {};
  for (const endpoint of catalogue) {
    const { id, path, example } = endpoint;
    answers[id] = ids.includes(id) ? undefined : known[id];
    if (answers[id]) continue;
    const { first } = example;
    const given = first?.take(await answerTo(first.endpoint.path, first.endpoint.example.request, key));
    const request = { ...example.request, ...given };
    answers[id] = { contract: contractDigest(endpoint), request, answer: await answerTo(path, request, key) };
  }
  const { id: left } = await order(key);
  const job_id = await finishedJob(key);
  await eventually(() => store.usage.findOne({ _id: job_id }), Boolean);
  // This front has no workers, so its jobs stay queued and can be cancelled.
  const idle = await scriptedFront();
  const id = await experienceWithEvents(key);
  await saveMethod(key);
  await subscribe(key);
  await store.coupons.insertOne({
    ...{ _id: 'WELCOME', credits: 50_000_000, months: 1, first_order: false },
    ...{ used: 0, active: true, created: new Date(), by: 'example' },
  });
  const { number: invoice = '' } = (await eventually(() => store.invoices.findOne({ account }), Boolean)) ?? {};
  const host = await verifiedDomain(key);
  /** Ids by the beginning of the paths of their routes; that of the hosted page for all others. */
  const created: Record<string, unknown> = {};
  for (const { contract } of accountRoutes)
    if (contract.method === 'POST' && /^\/v1\/(qr-drafts|pictures)$/.test(contract.path))
      created[contract.path] = Object(await answerTo(contract.path, contract.example.request, key)).id;
  const link = (await call('/v1/image-links', createImageLink.contract.example.request, { key })).body.id;
  const made = {
    ...(await webhookWithDelivery(key, account)),
    id,
    job_id,
    request_id: job_id,
    order: left,
    invoice,
    host,
    link,
    batch: await finishBatch(key),
  };
  for (const { contract } of accountRoutes) {
    const { id: route, method, example } = contract;
    answers[route] = ids.includes(route) ? undefined : known[route];
    if (answers[route]) continue;
    if (route === cancelBatch.contract.id) made.batch = await startBatch(key, 2_000);
    const isCancelled = route === cancelJob.contract.id;
    const baseUrl = isCancelled ? idle.baseUrl : platform.baseUrl;
    const own = Object.entries(created).find(([start]) => contract.path.startsWith(start))?.[1];
    const named = isCancelled
      ? { ...made, job_id: await handIn(key, baseUrl) }
      : { ...made, ...(own !== undefined && { id: own }) };
    const inPath = Object.entries(named).filter(([name]) => listPathFields(contract).includes(name));
    const request = { ...example.request, ...Object.fromEntries(inPath) };
    const answer = await answerTo(buildTarget(contract, request), request, key, { method, baseUrl });
    answers[route] = { contract: contractDigest(contract), request, answer };
  }
  await idle.stop();
  const written = JSON.stringify(answers, null, 2)
    .replaceAll(platform.baseUrl, BASE_URL_MARK)
    .replaceAll(`${platform.stripeUrl}/pay/`, PAY_PAGES)
    .replaceAll(`${platform.stripeUrl}/portal/`, PORTAL_PAGES);
  await writeFile(RECORDED_FILE, `${written}\n`);
}

/** URL of the payment provider's pages, when it is not the sandbox. */
const PAY_PAGES = 'https://checkout.stripe.com/c/pay/';
const PORTAL_PAGES = 'https://billing.stripe.com/p/session/';

/** Buys with a payment method that is kept. */
async function saveMethod(key: string): Promise<void> {
  const { id, url } = await order(key, 'small', { save_method: true });
  await payPage(url);
  await waitForOrder(key, id, ({ state }) => state === 'paid');
}

/** Subscribes to the cheapest plan. */
async function subscribe(key: string): Promise<void> {
  await payPage((await call('/v1/account/plan', { plan: 'starter' }, { key, method: 'PUT' })).body.url);
  await eventually(
    () => call('/v1/account/plan', {}, { key, method: 'GET' }),
    ({ body }) => body.current !== null,
  );
}

/** The answer to an example; one that is not a success ends the recording, because it is no example. */
async function answerTo(path: string, fields: Fields, key: string, how: object = {}): Promise<unknown> {
  const { status, body } = await call(path, fields, { key, ...how });
  if (status !== 200 && status !== 202) throw new Error(`${path} answered ${status}: ${JSON.stringify(body)}`);
  return typeof body === 'string' && body.startsWith('%PDF') ? '%PDF-1.3 …' : body;
}

/** The id of a hosted page on which visitors did something. */
async function experienceWithEvents(key: string): Promise<number> {
  const content = { title: 'Trattoria Lucia', question: 'How was your evening?' };
  const request = { type: 'feedback', content, include_bytes: 0 };
  const { experience, scan_url } = (await call('/v1/qr-experience/generate', request, { key })).body;
  const agent =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Version/17.5 Mobile Safari/604.1';
  const headers = { 'User-Agent': agent, 'Accept-Language': 'it', Referer: 'https://search.example/' };
  await fetch(scan_url, { headers });
  const said = { event: 'feedback_submitted', value: 'The tiramisù was wonderful.', block: 'b1' };
  await call(`/e/${experience.code}/events`, said, { headers });
  const { store } = await stack();
  await eventually(
    () => store.visitCounts.countDocuments({ experience: experience.id }),
    (documents) => documents > 1,
  );
  return experience.id;
}

/** The id of a call that was handed in and has its answer. */
async function finishedJob(key: string): Promise<string> {
  const job_id = await handIn(key);
  await eventually(
    () => call(`/v1/jobs/${job_id}`, {}, { key, method: 'GET' }),
    ({ body }) => body.state === 'finished',
  );
  return job_id;
}

/** Creates a batch of invoice amounts. @returns its id */
async function startBatch(key: string, count: number): Promise<string> {
  const items = Array.from({ length: count }, (_, at) => ({ net: at + 1, country_code: 'DE' }));
  return (
    await call(
      '/v1/batches',
      { endpoint: '/v1/vat', items, defaults: { action: 'calculate' }, name: 'Invoices' },
      { key },
    )
  ).body.id;
}

/** Creates a batch, and waits until it has finished. @returns its id */
async function finishBatch(key: string): Promise<string> {
  const id = await startBatch(key, 2);
  await eventually(
    () => call(`/v1/batches/${id}`, {}, { key, method: 'GET' }),
    ({ body }) => body.expires_at !== null,
  );
  return id;
}

/** A domain with its DNS records. */
async function verifiedDomain(key: string): Promise<string> {
  const { host, records } = (await call('/v1/domains', readDomain.contract.example.request, { key })).body;
  const [{ name, value }] = records;
  await setDnsRecords(name, { txt: [value] });
  await setDnsRecords(host, { a: ['127.0.0.1'] });
  await call(`/v1/domains/${host}/verify`, {}, { key });
  return host;
}

/** A webhook, and a delivery that it has taken. */
async function webhookWithDelivery(key: string, account: string): Promise<{ webhook: string; delivery: string }> {
  const { store } = await stack();
  const { url, events } = createWebhook.contract.example.request;
  const { webhook } = (await call('/v1/webhooks', { url, events }, { key })).body;
  const at = new Date();
  const attempts = [{ at, ms: 84, status: 200, answer: 'ok', error: null }];
  const ended = { state: 'delivered' as const, tries: 1, attempts, created: at, ended: at };
  const message = createMessage(jobCompleted, jobCompleted.example, {
    account,
    at,
    id: '0c0f7a1e-7f52-4f0a-9f43-2a8f6a3f8a11',
  });
  const { pending: _, ...kept } = message;
  await store.messages.insertOne(kept);
  const delivery = `dlv_0c0f7a1e-7f52-4f0a-9f43-2a8f6a3f8a11_${webhook}`;
  const of = { account, webhook, message: message._id, type: message.type, orderingKey: webhookKey(account, webhook) };
  await store.deliveries.insertOne({ _id: delivery, ...of, ...ended, expires: message.expires });
  return { webhook, delivery };
}

/** Makes an asynchronous call. Returns its id. */
async function handIn(key: string, baseUrl?: string): Promise<string> {
  const headers = { Prefer: 'respond-async' };
  const request = { action: 'calculate', net: 100, country_code: 'DE' };
  return (await call('/v1/vat', request, { key, headers, ...(baseUrl && { baseUrl }) })).body.job_id;
}
