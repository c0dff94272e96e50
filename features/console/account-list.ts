import type { ParsedUrlQuery } from 'node:querystring';
import { readFields } from '../../shared/contract/input.js';
import { createAccount, showAccount } from '../accounts/index.js';
import type { OperationContext } from '../operators/index.js';
import { listRankedAccounts, showLedger } from '../usage/index.js';
import type { Refused } from './forms.js';
import { type ConsoleContext, type ConsoleRouter, type ConsoleServices, handleForm, renderPage } from './pages.js';

const PER_PAGE = 50;
const QUERY_FIELDS = ['search', 'sort', 'order', 'after', 'before'] as const;

/** Columns that accounts can be sorted by. */
const SORTS = {
  newest: 'Created (UTC)',
  balance: 'Balance',
  spent: 'Spent',
  errors: 'Errors',
  last_call: 'Last request (UTC)',
};

/** Mounts the list of accounts, with search and sorting, and the ledger of an account. */
export function mountAccountListPages(router: ConsoleRouter, services: ConsoleServices): void {
  const context: OperationContext = services;

  const renderList = async (ctx: ConsoleContext, query: ParsedUrlQuery, refused?: Refused) => {
    const given = QUERY_FIELDS.flatMap((name) => {
      const value = query[name];
      return typeof value === 'string' && value.trim() !== '' ? [[name, value.trim()]] : [];
    });
    const input = readFields(
      listRankedAccounts.contract.request,
      { ...Object.fromEntries(given), limit: PER_PAGE },
      422,
    );
    const page = await listRankedAccounts.run(input, context);
    const { search = '', sort, order } = input;
    const isFirst = input.after === undefined && input.before === undefined;
    const view = { title: 'Accounts', search, sort, order, isFirst, sorts: SORTS, mostFound: PER_PAGE, ...page };
    renderPage(ctx, 'accounts', view, refused);
  };

  router.get('/accounts', (ctx) => renderList(ctx, ctx.query));
  handleForm(
    router,
    '/accounts',
    ['name', 'account'],
    createAccount,
    services,
    (ctx, { account }) => {
      ctx.status = 303;
      ctx.redirect(`/operator/accounts/${encodeURIComponent(account)}?done=opened`);
    },
    { form: 'open', again: (ctx, _, refused) => renderList(ctx, {}, refused) },
  );

  router.get('/accounts/:account/ledger', async (ctx) => {
    const { account = '' } = ctx.params;
    const [owner, ledger] = await Promise.all([
      showAccount.run({ account }, context),
      showLedger.run({ account }, context),
    ]);
    renderPage(ctx, 'ledger', { title: `Ledger of ${owner.name}`, owner, ...withBalances(ledger) });
  });
}

type Ledger = Awaited<ReturnType<typeof showLedger.run>>;

/** Adds to each day the balance at its end, without expiries and holds. Sums whole micro-credits, which is exact. */
function withBalances({ days, ...rest }: Ledger) {
  let micro = 0;
  const rows = days.map((row) => {
    micro += Math.round((row.bought + row.spent + row.given_back + row.taken_back) * 1e6);
    return { ...row, total: micro / 1e6 };
  });
  return { ...rest, rows, total: micro / 1e6 };
}
