import { toCredits } from '../../shared/contract/amounts.js';
import type { Output } from '../../shared/contract/contract.js';
import type { LedgerCollections } from '../../shared/ledger/collections.js';
import type { Clock } from '../../shared/process/clock.js';
import type { CursorCollections } from '../../shared/store/cursors.js';
import type { PageQuery } from '../../shared/store/page.js';
import {
  addPurchase,
  changeOwner,
  closeAccount,
  noteAccount,
  renameAccount,
  restoreAccount,
  resumeAccount,
  showAccount,
  suspendAccount,
} from '../accounts/index.js';
import { issueKey, listKeys, revokeKey } from '../keys/index.js';
import { type MemberCollections, requireAccount } from '../members/index.js';
import type { Operation, OperationContext, OperatorCollections } from '../operators/index.js';
import { type AccountUsage, accountUsage } from '../usage/index.js';
import { barChart, eachDay } from '../web/index.js';
import type { Refused } from './forms.js';
import { keyChoices, keyFields, NO_SCOPES } from './key-pages.js';
import { type ConsoleContext, type ConsoleRouter, type FormOrder, pageIn, show, takeForm } from './pages.js';

type Collections = CursorCollections &
  Pick<LedgerCollections, 'usage' | 'usageHourly'> &
  Pick<MemberCollections, 'accounts'> &
  Pick<OperatorCollections, 'auditTrail' | 'trailIntents'>;

interface Dependencies {
  readonly clock: Clock;
  readonly store: Collections;
}

type Store = CursorCollections & Pick<LedgerCollections, 'usage' | 'usageHourly'> & Pick<MemberCollections, 'accounts'>;

const CHART_DAYS = 30;

/** What a page says that the form before it has done. */
const DONE: Record<string, string> = {
  opened: 'The account has been opened.',
  credited: 'The credits have been added.',
  repeated: 'This payment is there already: no credits were added.',
  issued: 'The key has been issued, and was shown once.',
  revoked: 'The key has been revoked: every front refuses it within a second.',
  renamed: 'The account has another name.',
  noted: 'That is noted.',
  suspended: 'The account is suspended: every front refuses its calls within a second.',
  resumed: 'The account may call again.',
  owner: 'The account has another owner. Its members are notified by email.',
  restored: 'The deletion is cancelled. The members are notified by email.',
  closed: 'The account is closed: its keys are revoked, its hosted pages and webhooks gone.',
};

/** The page of an account: its credits, keys and usage, and what may be done to it. */
export function accountPages(router: ConsoleRouter, services: Dependencies): void {
  const { store, clock } = services;
  const context: OperationContext<Store> = { store, clock };
  const toAccount = (ctx: ConsoleContext, account: string, done: keyof typeof DONE) => {
    ctx.status = 303;
    ctx.redirect(`/operator/accounts/${encodeURIComponent(account)}?done=${done}`);
  };
  const showOne = async (ctx: ConsoleContext, account: string, told: object = {}, refused?: Refused) => {
    const view = await accountView(context, account, pageIn(ctx, 'keys'));
    show(
      ctx,
      'account',
      { title: view.owner.name, ...view, ...keyChoices, done: undefined, issued: undefined, ...told },
      refused,
    );
  };
  /** A form of the page of an account. */
  const form = (name: string, emptied = {}): FormOrder => ({
    form: name,
    emptied,
    again: (ctx, { account = '' }, refused) => showOne(ctx, account, {}, refused),
  });
  const take = <O extends Operation>(
    path: string,
    names: readonly string[],
    operation: O,
    done: keyof typeof DONE | ((answer: Output<O['contract']>) => keyof typeof DONE),
    order = form(path),
  ) =>
    takeForm(
      router,
      `/accounts/:account/${path}`,
      names,
      operation,
      services,
      (ctx, answer, { account }) => toAccount(ctx, String(account), typeof done === 'string' ? done : done(answer)),
      order,
    );

  router.get('/accounts/:account', async (ctx) => {
    const { account = '' } = ctx.params;
    const issued = ctx.query.done === 'issued' ? await ctx.state.takeOnce() : undefined;
    await showOne(ctx, account, { done: DONE[String(ctx.query.done)], issued });
  });
  take('purchases', ['credits', 'payment_id'], addPurchase, ({ repeated }) => (repeated ? 'repeated' : 'credited'));
  take('rename', ['name'], renameAccount, 'renamed');
  take('note', ['note'], noteAccount, 'noted', form('note', { note: '' }));
  take('suspend', ['reason'], suspendAccount, 'suspended');
  take('resume', [], resumeAccount, 'resumed');
  take('owner', ['email'], changeOwner, 'owner');
  take('restore', [], restoreAccount, 'restored');
  take('close', ['reason'], closeAccount, 'closed');
  // What shows the key is a page of its own, so that loading it again issues nothing.
  takeForm(
    router,
    '/accounts/:account/keys',
    ['mode', ...keyFields],
    issueKey,
    services,
    async (ctx, { account, api_key }) => {
      await ctx.state.keepOnce(api_key);
      toAccount(ctx, account, 'issued');
    },
    form('keys', NO_SCOPES),
  );
  takeForm(router, '/keys/:key/revoke', [], revokeKey, services, (ctx, { account }) =>
    toAccount(ctx, account, 'revoked'),
  );
}

/** Everything on the page of an account. @param page of its keys */
async function accountView(context: OperationContext<Store>, account: string, page: PageQuery) {
  await requireAccount(context.store, account);
  const [owner, { keys, next: moreKeys }, usage] = await Promise.all([
    showAccount.run({ account }, context),
    listKeys.run({ account, ...page }, context),
    accountUsage(context.store, account, CHART_DAYS, context.clock.now()),
  ]);
  return {
    owner,
    keys,
    moreKeys,
    chart: usageChart(usage),
    endpoints: usage.endpoints.map(({ spent, ...row }) => ({ ...row, credits: toCredits(spent) })),
  };
}

/** Calls per day; days without calls are there too. */
function usageChart(usage: AccountUsage) {
  const points = eachDay(usage).map(({ label, row }) => {
    const { calls = 0, failed = 0 } = row ?? {};
    return { label, value: calls, marked: failed };
  });
  return barChart({ title: 'Usage in 30 days', unit: 'calls per day', markedAs: 'failed', by: 'day (UTC)' }, points);
}
