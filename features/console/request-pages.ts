import { ApiError, isServerFault } from '../../shared/contract/api-error.js';
import type { LedgerCollections } from '../../shared/ledger/collections.js';
import type { Clock } from '../../shared/process/clock.js';
import type { QueueInfrastructure } from '../../shared/queue/infrastructure.js';
import { giveRefund } from '../operations/index.js';
import type { OperationContext, OperatorCollections } from '../operators/index.js';
import { findCall, latestRefusals, listAllRequests, listRefusals } from '../requests/index.js';
import { type Refused, readFilters } from './forms.js';
import { type ConsoleContext, type ConsoleRouter, show, takeForm } from './pages.js';
import { jobPath } from './queue-paths.js';

type Store = Pick<LedgerCollections, 'refunds' | 'usage' | 'wallets'> &
  Pick<OperatorCollections, 'auditTrail' | 'trailIntents'>;

interface Dependencies {
  readonly clock: Clock;
  readonly infrastructure: QueueInfrastructure;
  readonly store: Store;
}

const PER_PAGE = 50;
const LONGEST_FILTER = 100;

/** The fields of the form above the list of calls. */
const FILTERS = ['account', 'key', 'endpoint', 'status', 'type', 'state', 'slower_than_ms', 'from', 'to'] as const;
type Filters = Partial<Record<(typeof FILTERS)[number], string>>;

/** The list of calls, the story of one, and who was refused. */
export function requestPages(router: ConsoleRouter, services: Dependencies): void {
  const context: OperationContext<object> = services;

  router.get('/requests', async (ctx) => {
    const asked = textOf(ctx.query.id);
    if (asked !== '') return showCall(ctx, services, asked);
    const filters = filtersOf(ctx.query);
    const after = textOf(ctx.query.after);
    const { page, refused } = await listed(context, filters, after);
    if (refused) ctx.status = 422;
    const rest = new URLSearchParams(filters).toString();
    show(ctx, 'requests', { title: 'Requests', filters, rest, after, ...page }, refused);
  });
  takeForm(
    router,
    '/requests/:request_id/refund',
    ['reason'],
    giveRefund,
    services,
    (ctx, { request_id }) => {
      ctx.status = 303;
      ctx.redirect(`/operator/requests?id=${encodeURIComponent(request_id)}&done=refunded`);
    },
    { form: 'refund', again: (ctx, { request_id = '' }, refused) => showCall(ctx, services, request_id, refused) },
  );

  router.get('/refusals', async (ctx) => {
    const asked = textOf(ctx.query.search);
    const refused = await listRefusals.run({ ...(asked !== '' && { search: asked }), limit: PER_PAGE }, context);
    show(ctx, 'refusals', { title: 'Refused', asked, ...refused });
  });
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim().slice(0, LONGEST_FILTER) : '');

const filtersOf = (query: Record<string, unknown>): Filters =>
  Object.fromEntries(FILTERS.map((name) => [name, textOf(query[name])]).filter(([, value]) => value !== ''));

/** A page of the list; none for filters that make no sense, and for a page that is none. */
async function listed(context: OperationContext, given: Filters, after: string) {
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

/** The story of a call; of one that was refused before it had any, why. */
async function showCall(
  ctx: ConsoleContext & { query?: object },
  services: Dependencies,
  asked: string,
  refused?: Refused,
): Promise<void> {
  const call = await findCall(services, asked);
  const [refusal] = call ? [] : await latestRefusals(services.infrastructure.redis, asked);
  if (!call && !refusal) ctx.status = 404;
  const job = call?.queue && jobPath(call.queue, asked);
  show(ctx, 'request', { title: 'Requests', asked, call, refusal, job, done: 'done' in (ctx.query ?? {}) }, refused);
}
