import { asApiError, errors } from '../../shared/contract/errors.js';
import { readFields } from '../../shared/contract/input.js';
import { giveRefund } from '../../shared/operations/books.js';
import type { OperationContext } from '../../shared/operations/operation.js';
import { listRefusals } from '../../shared/operations/request-stories.js';
import { listAllRequests } from '../../shared/operations/requests.js';
import { latestRefusals } from '../../shared/platform/refusals.js';
import { findCall } from '../../shared/platform/story.js';
import type { Services } from '../call.js';
import { type ConsoleContext, type ConsoleRouter, show, takeForm } from './pages.js';
import { jobPath } from './queue-paths.js';

const PER_PAGE = 50;
const LONGEST_FILTER = 100;

/** The fields of the form above the list of calls. */
const FILTERS = ['account', 'key', 'endpoint', 'status', 'type', 'state', 'slower_than_ms', 'from', 'to'] as const;
type Filters = Partial<Record<(typeof FILTERS)[number], string>>;

/** What browsers send of a field for a date and a time; operators give them in UTC. */
const LOCAL_TIME = /^(\d{4}-\d\d-\d\dT\d\d:\d\d)(:\d\d)?$/;

/** The list of calls, the story of one, and who was refused. */
export function requestPages(router: ConsoleRouter, services: Services): void {
  const context: OperationContext = services;

  router.get('/requests', async (ctx) => {
    const asked = textOf(ctx.query.id);
    if (asked !== '') return showCall(ctx, services, asked);
    const filters = filtersOf(ctx.query);
    const after = textOf(ctx.query.after);
    const { page, refusal } = await listed(context, filters, after);
    if (refusal !== undefined) ctx.status = 422;
    const rest = new URLSearchParams(filters).toString();
    show(ctx, 'requests', { title: 'Requests', filters, rest, after, refusal, ...page });
  });
  takeForm(router, '/requests/:request_id/refund', giveRefund, services, (ctx, { request_id }) => {
    ctx.status = 303;
    ctx.redirect(`/operator/requests?id=${encodeURIComponent(request_id)}&done=refunded`);
  });

  router.get('/refusals', async (ctx) => {
    const asked = textOf(ctx.query.search);
    const refused = await listRefusals.run({ ...(asked !== '' && { search: asked }), limit: PER_PAGE }, context);
    show(ctx, 'refusals', { title: 'Refused', asked, ...refused });
  });
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim().slice(0, LONGEST_FILTER) : '');

const filtersOf = (query: Record<string, unknown>): Filters =>
  Object.fromEntries(FILTERS.map((name) => [name, textOf(query[name])]).filter(([, value]) => value !== ''));

/** A page of the list, or why there is none. */
async function listed(context: OperationContext, { from, to, ...filters }: Filters, after: string) {
  const utc = (time: string | undefined) => {
    const [, toTheMinute, seconds = ':00'] = LOCAL_TIME.exec(time ?? '') ?? [];
    return toTheMinute === undefined ? time : `${toTheMinute}${seconds}Z`;
  };
  const given = Object.entries({
    ...filters,
    from: utc(from),
    to: utc(to),
    limit: PER_PAGE,
    after: after || undefined,
  });
  const asked = Object.fromEntries(given.filter(([, value]) => value !== undefined));
  try {
    const input = readFields(listAllRequests.contract.request, asked, 422);
    return { page: await listAllRequests.run(input, context), refusal: undefined };
  } catch (thrown) {
    const error = asApiError(thrown, errors.serviceUnavailable);
    if (error.status >= 500) throw error;
    return { page: { requests: [], next: null }, refusal: error.message };
  }
}

/** The story of a call; of one that was refused before it had any, why. */
async function showCall(ctx: ConsoleContext & { query: object }, services: Services, asked: string): Promise<void> {
  const call = await findCall(services, asked);
  const [refusal] = call ? [] : await latestRefusals(services.machinery.redis, asked);
  if (!call && !refusal) ctx.status = 404;
  const job = call?.queue && jobPath(call.queue, asked);
  show(ctx, 'request', { title: 'Requests', asked, call, refusal, job, done: 'done' in ctx.query });
}
