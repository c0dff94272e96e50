import type { ParsedUrlQuery } from 'node:querystring';
import { readFields } from '../../shared/contract/input.js';
import type { Clock } from '../../shared/process/clock.js';
import { createAccount, showAccount } from '../accounts/index.js';
import type { OperationContext, OperatorCollections } from '../operators/index.js';
import { listRankedAccounts, showLedger } from '../usage/index.js';
import type { Refused } from './forms.js';
import { type ConsoleContext, type ConsoleRouter, show, takeForm } from './pages.js';

interface Dependencies {
  readonly clock: Clock;
  readonly store: Pick<OperatorCollections, 'auditTrail' | 'trailIntents'>;
}

const PER_PAGE = 50;
const ASKED = ['search', 'sort', 'order', 'after', 'before'] as const;

/** The columns that accounts can be sorted by. */
const SORTS = {
  newest: 'opened (UTC)',
  balance: 'balance',
  spent: 'spent',
  errors: 'errors',
  last_call: 'last call (UTC)',
};

/** The list of accounts: searched, or sorted, a page at a time; and the books of one. */
export function accountListPages(router: ConsoleRouter, services: Dependencies): void {
  const context: OperationContext<object> = services;

  const showList = async (ctx: ConsoleContext, query: ParsedUrlQuery, refused?: Refused) => {
    const given = ASKED.flatMap((name) => {
      const value = query[name];
      return typeof value === 'string' && value.trim() !== '' ? [[name, value.trim()]] : [];
    });
    const asked = readFields(
      listRankedAccounts.contract.request,
      { ...Object.fromEntries(given), limit: PER_PAGE },
      422,
    );
    const page = await listRankedAccounts.run(asked, context);
    const { search = '', sort, order } = asked;
    const isFirst = asked.after === undefined && asked.before === undefined;
    const view = { title: 'Accounts', search, sort, order, isFirst, sorts: SORTS, mostFound: PER_PAGE, ...page };
    show(ctx, 'accounts', view, refused);
  };

  router.get('/accounts', (ctx) => showList(ctx, ctx.query));
  takeForm(
    router,
    '/accounts',
    ['name', 'account'],
    createAccount,
    services,
    (ctx, { account }) => {
      ctx.status = 303;
      ctx.redirect(`/operator/accounts/${encodeURIComponent(account)}?done=opened`);
    },
    { form: 'open', again: (ctx, _, refused) => showList(ctx, {}, refused) },
  );

  router.get('/accounts/:account/ledger', async (ctx) => {
    const { account = '' } = ctx.params;
    const [owner, ledger] = await Promise.all([
      showAccount.run({ account }, context),
      showLedger.run({ account }, context),
    ]);
    show(ctx, 'ledger', { title: `Ledger of ${owner.name}`, owner, ...withBalances(ledger) });
  });
}

type Ledger = Awaited<ReturnType<typeof showLedger.run>>;

/** Each day with what there was at its end, before anything expired or was held; whole micro-credits, so that nothing is lost. */
function withBalances({ days, ...rest }: Ledger) {
  let micro = 0;
  const rows = days.map((row) => {
    micro += Math.round((row.bought + row.spent + row.given_back + row.taken_back) * 1e6);
    return { ...row, total: micro / 1e6 };
  });
  return { ...rest, rows, total: micro / 1e6 };
}
