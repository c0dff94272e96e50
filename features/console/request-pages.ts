import { ApiError, isServerFault } from '../../shared/contract/api-error.js';
import type { LedgerCollections } from '../../shared/ledger/collections.js';
import type { QueueInfrastructure } from '../../shared/queue/infrastructure.js';
import { giveRefund } from '../operations/index.js';
import type { OperationContext, OperatorCollections } from '../operators/index.js';
import {
  findCall,
  findRefusal,
  listAllRequests,
  listFailures,
  listRefusals,
  type RequestCollections,
} from '../requests/index.js';
import { duration } from '../web/index.js';
import { type Refused, readFilters } from './forms.js';
import { type ConsoleContext, type ConsoleRouter, type ConsoleServices, handleForm, renderPage } from './pages.js';
import { jobPath } from './queue-pages.js';

type Store = Pick<LedgerCollections, 'refunds' | 'usage' | 'wallets'> &
  Pick<OperatorCollections, 'auditTrail' | 'trailIntents'> &
  Pick<RequestCollections, 'requestLog'>;

interface Dependencies extends ConsoleServices {
  readonly infrastructure: QueueInfrastructure;
  readonly store: Store;
}

const PER_PAGE = 50;
const MAX_FILTER_LENGTH = 100;

/** Fields of the form above the list. */
const FILTERS = ['account', 'key', 'endpoint', 'status', 'type', 'state', 'slower_than_ms', 'from', 'to'] as const;
const FAILURE_FILTERS = ['account', 'status', 'type', 'from', 'to'] as const;
type Filters = Partial<Record<(typeof FILTERS)[number], string>>;

/**
 * Returns the path of the list of the requests in a point of a chart.
 *
 * @param p95 95th percentile of their durations, in ms, for the tab of slow requests
 */
export function createRequestsPath(
  at: Date,
  seconds: number,
  { p95, ...filters }: Pick<Filters, 'account' | 'endpoint'> & { p95?: number | null | undefined } = {},
): string {
  const toMinute = (time: number) => new Date(time).toISOString().slice(0, 16);
  const query = new URLSearchParams({
    ...{ ...filters, from: toMinute(at.getTime()), to: toMinute(at.getTime() + seconds * 1_000) },
    ...(typeof p95 === 'number' && { p95: String(Math.round(p95)) }),
  });
  return `/operator/requests?${query}`;
}

/**
 * Returns the tabs of the requests in a span of time: all, those that failed and, if the 95th percentile of the durations is known, those
 * that took longer.
 */
function listTabs({ state, slower_than_ms, ...filters }: Filters, p95: string) {
  if (filters.from === undefined || filters.to === undefined) return [];
  const tab = (name: string, more: Filters) => ({
    name,
    path: `/operator/requests?${new URLSearchParams({ ...filters, ...more, ...(p95 !== '' && { p95 }) })}`,
    isHere: state === more.state && slower_than_ms === more.slower_than_ms,
  });
  return [
    tab('All', {}),
    tab('Failed', { state: 'given_back' }),
    ...(/^\d{1,9}$/.test(p95) ? [tab(`Slower than ${duration(Number(p95))} (p95)`, { slower_than_ms: p95 })] : []),
  ];
}

/** Mounts the list of requests, the timeline of one, and the list of refusals. */
export function requestPages(router: ConsoleRouter, services: Dependencies): void {
  const context: OperationContext = services;

  router.get('/requests', async (ctx) => {
    const requestId = readText(ctx.query.id);
    if (requestId !== '') return renderCall(ctx, services, requestId);
    const filters = pickFilters(ctx.query, FILTERS);
    const after = readText(ctx.query.after);
    const { page, refused } = await listRequests(context, filters, after);
    if (refused) ctx.status = 422;
    const rest = new URLSearchParams(filters).toString();
    const tabs = listTabs(filters, readText(ctx.query.p95));
    renderPage(ctx, 'requests', { title: 'Requests', filters, rest, after, tabs, ...page }, refused);
  });
  handleForm(
    router,
    '/requests/:request_id/refund',
    ['reason'],
    giveRefund,
    services,
    (ctx, { request_id }) => {
      ctx.status = 303;
      ctx.redirect(`/operator/requests?id=${encodeURIComponent(request_id)}&done=refunded`);
    },
    { form: 'refund', again: (ctx, { request_id = '' }, refused) => renderCall(ctx, services, request_id, refused) },
  );

  router.get('/refusals', async (ctx) => {
    const search = readText(ctx.query.search);
    const refused = await listRefusals.run({ ...(search !== '' && { search }), limit: PER_PAGE }, context);
    renderPage(ctx, 'refusals', { title: 'Refused requests', search, ...refused });
  });

  router.get('/failures', async (ctx) => {
    const filters = pickFilters(ctx.query, FAILURE_FILTERS);
    const { input, refused } = readFilters(listFailures.contract.request, { ...filters, limit: PER_PAGE });
    if (refused) ctx.status = 422;
    const found = input ? await listFailures.run(input, context) : { accounts: [], groups: [] };
    const rest = new URLSearchParams(filters).toString();
    renderPage(ctx, 'failures', { title: 'Failed requests by account', filters, rest, ...found }, refused);
  });
}

const readText = (value: unknown): string =>
  typeof value === 'string' ? value.trim().slice(0, MAX_FILTER_LENGTH) : '';

const pickFilters = (query: Record<string, unknown>, names: readonly (typeof FILTERS)[number][]): Filters =>
  Object.fromEntries(names.map((name) => [name, readText(query[name])]).filter(([, value]) => value !== ''));

/** Reads a page of the list. Empty, with the problems, for invalid filters or an invalid page. */
async function listRequests(context: OperationContext, given: Filters, after: string) {
  const none = { requests: [], next: null };
  const paged = { limit: PER_PAGE, ...(after !== '' && { after }) };
  const { input, refused } = readFilters(listAllRequests.contract.request, { ...given, ...paged });
  if (refused) return { page: none, refused };
  try {
    return { page: await listAllRequests.run(input, context) };
  } catch (error) {
    if (!(error instanceof ApiError) || isServerFault(error)) throw error;
    return { page: none, refused: { form: 'filters', message: error.message, problems: [], given } };
  }
}

/** Renders the timeline of a request, or its refusal. */
async function renderCall(
  ctx: ConsoleContext & { query?: object },
  services: Dependencies,
  requestId: string,
  refused?: Refused,
): Promise<void> {
  const [call, refusal] = await Promise.all([findCall(services, requestId), findRefusal(services.store, requestId)]);
  if (!call) ctx.status = 404;
  const job = call?.queue && jobPath(call.queue, requestId);
  renderPage(
    ctx,
    'request',
    { title: 'Request', requestId, call: refusal ? undefined : call, refusal, job, done: 'done' in (ctx.query ?? {}) },
    refused,
  );
}
