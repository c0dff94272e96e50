import { EVENTS_EXPORTED_TOGETHER } from '../../shared/contract/bounds.js';
import { DELETED, readUsageCursor } from '../../shared/ledger/merged-usage.js';
import { streamLog } from '../account-log/index.js';
import { showAccount, streamPurchases } from '../accounts/index.js';
import { toBatchView } from '../batches/index.js';
import { readPlan, showTopUp, toOrderRow } from '../billing/index.js';
import { toDomainView } from '../domains/index.js';
import { toInvoiceView } from '../invoices/index.js';
import { streamKeys } from '../keys/index.js';
import { findOwner, findRole } from '../members/index.js';
import { toPageView as experienceOf, type HostedPage, readEventsInBatches } from '../pages/index.js';
import { toDraftView, toPictureRow } from '../studio/index.js';
import { readDeletedUsage } from '../usage/index.js';
import type { Caller } from '../web/index.js';
import { toWebhookView } from '../webhooks/index.js';
import type { PortalServices } from './services.js';

/**
 * Streams all data of an account as one JSON object. An account of any size takes no more memory than one part of it. Secrets and hashes of
 * keys are left out.
 */
export async function* exportAccount(context: PortalServices & Caller): AsyncGenerator<string> {
  const { store, clock, key } = context;
  const { account } = key;
  const operations = { store, clock };
  const owner = await store.accounts.findOne({ _id: account });
  yield `{\n${field('exported_at', clock.now())}`;
  yield `,\n${field('account', { ...(await showAccount.run({ account }, operations)), billing: owner?.billing ?? null, alert_mail: !owner?.no_alert_mail })}`;
  yield ',\n"members": ';
  yield* list(streamMembers(context));
  yield ',\n"keys": ';
  yield* list(streamKeys(operations, account));
  yield ',\n"connected_apps": ';
  yield* list(streamConnections(context));
  yield ',\n"purchases": ';
  yield* list(streamPurchases(store, account));
  const webhooks = await store.webhooks.find({ account }).toArray();
  yield `,\n${field(
    'webhooks',
    webhooks.map((webhook) => toWebhookView(webhook, clock.now())),
  )}`;
  yield `,\n${field('automatic_top_up', await showTopUp.run({}, context))}`;
  yield `,\n${field('plan', await readPlan(store, key.account))}`;
  yield ',\n"orders": ';
  yield* list(streamOrders(context));
  yield ',\n"invoices": ';
  yield* list(streamInvoices(context));
  yield ',\n"requests": ';
  yield* list(streamRequests(context));
  yield ',\n"uncharged_requests": ';
  yield* list(streamUnchargedRequests(context));
  yield ',\n"request_bodies": ';
  yield* list(streamBodies(context));
  yield ',\n"requests_of_closed_months": ';
  yield* list(streamDeletedRequests(context));
  const domains = await store.domains.find({ account }).toArray();
  yield `,\n${field(
    'domains',
    domains.map((domain) => toDomainView(domain, context.config)),
  )}`;
  yield ',\n"image_links": ';
  yield* list(store.imageLinks.find({ account }));
  yield ',\n"experiences": ';
  yield* list(streamExperiences(context));
  yield ',\n"qr_drafts": ';
  yield* list(streamDrafts(context));
  yield ',\n"batches": ';
  yield* list(streamBatches(context));
  yield ',\n"pictures": ';
  yield* list(streamPictures(context));
  yield ',\n"account_log": ';
  yield* list(streamLog(store, account));
  yield '\n}\n';
}

const field = (name: string, value: unknown): string => `"${name}": ${JSON.stringify(value)}`;

async function* list(values: AsyncIterable<unknown>): AsyncGenerator<string> {
  let before = '[';
  for await (const value of values) {
    yield `${before}\n${JSON.stringify(value)}`;
    before = ',';
  }
  yield before === '[' ? '[]' : '\n]';
}

async function* streamMembers({ store, key: { account } }: PortalServices & Caller): AsyncGenerator<object> {
  const owner = await findOwner(store, account);
  for await (const member of store.members.find({ account })) {
    const { _id, created, signed_in } = member;
    yield { email: _id, role: findRole(member, owner), created, signed_in };
  }
}

async function* streamConnections({ store, key: { account } }: PortalServices & Caller): AsyncGenerator<object> {
  for await (const { id, created, active, connection } of store.keys.find({ account, connection: { $exists: true } }))
    yield { key: id, ...connection, created, active };
}

async function* streamOrders({ store, key: { account } }: PortalServices & Caller): AsyncGenerator<object> {
  for await (const order of store.orders.find({ account }, { sort: { created: 1, _id: 1 } })) {
    yield { ...toOrderRow(order), receipt: order.receipt ?? null };
  }
}

async function* streamInvoices({ store, key: { account } }: PortalServices & Caller): AsyncGenerator<object> {
  for await (const invoice of store.invoices.find({ account }, { sort: { issued: 1, _id: 1 } }))
    yield toInvoiceView(invoice);
}

async function* streamRequests({ store, key: { account } }: PortalServices & Caller): AsyncGenerator<object> {
  const found = store.usage.find(
    { account, at: { $gte: await readUsageCursor(store, DELETED) } },
    { sort: { at: 1, _id: 1 }, projection: { nonce: 0, parts: 0, account: 0 } },
  );
  for await (const { _id, cost, ...call } of found) yield { request_id: _id, cost_micro_credits: cost, ...call };
}

/** Streams the refused, test and repeated requests of the last 30 days. */
async function* streamUnchargedRequests({ store, key: { account } }: PortalServices & Caller): AsyncGenerator<object> {
  const found = store.requestLog.find({ account }, { sort: { at: 1, _id: 1 }, projection: { account: 0 } });
  for await (const { _id, ...request } of found) yield { request_id: _id, ...request };
}

/** Streams the stored bodies of requests. */
async function* streamBodies({ store, bodies, key }: PortalServices & Caller): AsyncGenerator<object> {
  const account = await store.accounts.findOne({ _id: key.account });
  if (!account) return;
  for await (const { _id } of store.requestBodies.find({ account: key.account }, { projection: { _id: 1 } })) {
    const stored = await bodies.find(account, _id);
    if (stored) yield { request_id: _id, ...stored };
  }
}

/** Streams the sums of calls whose entries are deleted, by day, endpoint, key and status. */
async function* streamDeletedRequests({ store, key: { account } }: PortalServices & Caller): AsyncGenerator<object> {
  for await (const { _id, calls, spent } of readDeletedUsage(store, account)) {
    const { day, endpoint, key, status } = _id;
    yield { day, endpoint, key, status, calls, cost_micro_credits: spent };
  }
}

async function* streamExperiences(context: PortalServices & Caller): AsyncGenerator<object> {
  const { store, key } = context;
  const found = store.experiences.find({ account: key.account, deleted: { $exists: false } }, { sort: { _id: 1 } });
  for await (const experience of found) {
    yield { ...(await experienceOf(experience, context)), events: await readEvents(context, experience) };
  }
}

async function* streamDrafts({ store, key: { account } }: PortalServices & Caller): AsyncGenerator<object> {
  for await (const draft of store.qrDrafts.find({ account })) yield toDraftView(draft);
}

async function* streamBatches({ store, config, key: { account } }: PortalServices & Caller): AsyncGenerator<object> {
  for await (const batch of store.batches.find({ account }, { sort: { created: 1, _id: 1 } }))
    yield toBatchView(batch, config);
}

async function* streamPictures({ store, config, key: { account } }: PortalServices & Caller): AsyncGenerator<object> {
  for await (const picture of store.qrPictures.find({ account })) yield toPictureRow(picture, config);
}

async function readEvents({ store }: PortalServices & Caller, experience: HostedPage): Promise<object[]> {
  const all: object[] = [];
  for await (const batch of readEventsInBatches(store, experience, {}, EVENTS_EXPORTED_TOGETHER)) {
    all.push(...batch.map(({ at, event, value, meta, device }) => ({ at, event, value, meta, device })));
  }
  return all;
}
