import { accountOf, addPurchase, createAccount, listAccounts, showAccount } from '../../shared/operations/accounts.js';
import { reportUsage } from '../../shared/operations/books.js';
import { issue, listKeys, revoke } from '../../shared/operations/keys.js';
import type { OperationContext } from '../../shared/operations/operation.js';
import type { Services } from '../call.js';
import { barChart } from './format.js';
import { type ConsoleContext, type ConsoleRouter, show, takeForm } from './pages.js';

const PER_PAGE = 50;
const DAY_MS = 24 * 3_600_000;
const CHART_DAYS = 30;

/** What a page says that the form before it has done. */
const DONE: Record<string, string> = {
  opened: 'The account has been opened.',
  credited: 'The credits have been added.',
  revoked: 'The key has been revoked: every front refuses it within a second.',
};

/** The pages about accounts: a list, and for each its credits, keys and usage. */
export function accountPages(router: ConsoleRouter, services: Services): void {
  const { store, clock } = services;
  const context: OperationContext = { store, clock };
  const toAccount = (ctx: ConsoleContext, account: string, done: string) => {
    ctx.status = 303;
    ctx.redirect(`/operator/accounts/${encodeURIComponent(account)}?done=${done}`);
  };

  router.get('/accounts', async (ctx) => {
    const after = typeof ctx.query.after === 'string' ? { after: ctx.query.after } : {};
    const page = await listAccounts.run({ limit: PER_PAGE, ...after }, context);
    show(ctx, 'accounts', { title: 'Accounts', ...page });
  });
  takeForm(router, '/accounts', createAccount, services, (ctx, { account }) => toAccount(ctx, account, 'opened'));

  router.get('/accounts/:account', async (ctx) => {
    const { account = '' } = ctx.params;
    const view = await accountView(context, account);
    const done = DONE[String(ctx.query.done)];
    show(ctx, 'account', { title: view.owner.name, ...view, done, issued: undefined });
  });
  takeForm(router, '/accounts/:account/purchases', addPurchase, services, (ctx, _, { account }) =>
    toAccount(ctx, account, 'credited'),
  );
  // The key is shown only this once, so the answer to the form is the page itself.
  takeForm(router, '/accounts/:account/keys', issue, services, async (ctx, issued) => {
    const view = await accountView(context, issued.account);
    show(ctx, 'account', { title: view.owner.name, ...view, done: undefined, issued });
  });
  takeForm(router, '/keys/:key/revoke', revoke, services, (ctx, { account }) => toAccount(ctx, account, 'revoked'));
}

/** Everything on the page of an account. */
async function accountView(context: OperationContext, account: string) {
  await accountOf(context.store, account);
  const [owner, { keys }, days, endpoints] = await Promise.all([
    showAccount.run({ account }, context),
    listKeys.run({ account }, context),
    reportUsage.run({ account, group_by: 'day', limit: CHART_DAYS + 1 }, context),
    reportUsage.run({ account, group_by: 'endpoint', limit: 100 }, context),
  ]);
  return { owner, keys, chart: usageChart(days), endpoints: endpoints.rows };
}

type Usage = Awaited<ReturnType<typeof reportUsage.run>>;

/** Calls per day; days without calls are there too. */
function usageChart({ from, to, rows }: Usage) {
  const byDay = new Map(rows.map((row) => [row.group, row]));
  const days = Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1;
  const points = Array.from({ length: days }, (_, index) => {
    const label = new Date(Date.parse(from) + index * DAY_MS).toISOString().slice(0, 10);
    const { calls = 0, statuses = {} } = byDay.get(label) ?? {};
    const failed = Object.entries(statuses).filter(([status]) => Number(status) >= 500);
    return { label, value: calls, marked: failed.reduce((sum, [, count]) => sum + count, 0) };
  });
  return barChart({ title: 'Usage in 30 days', unit: 'calls per day', markedAs: 'failed', by: 'day (UTC)' }, points);
}
