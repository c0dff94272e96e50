import { toCredits } from '../../shared/contract/amounts.js';
import type { Output } from '../../shared/contract/contract.js';
import type { LedgerCollections } from '../../shared/ledger/collections.js';
import type { Config } from '../../shared/process/config.js';
import type { CursorCollections } from '../../shared/store/cursors.js';
import { type PageQuery, readPage } from '../../shared/store/page.js';
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
import { listOrders, type PaymentCollections, readPlan } from '../billing/index.js';
import { issueKey, listKeys, revokeKey } from '../keys/index.js';
import { type MemberCollections, requireAccount } from '../members/index.js';
import { hasRole, type Operation, type OperationContext, VIEW_ROLE } from '../operators/index.js';
import { type AccountUsage, readAccountUsage, showFigures } from '../usage/index.js';
import { barChart, eachDay, money, readDone } from '../web/index.js';
import type { Refused } from './forms.js';
import { keyChoices, keyFields, NO_SCOPES } from './key-pages.js';
import {
  type ConsoleContext,
  type ConsoleRouter,
  type ConsoleServices,
  type FormOptions,
  handleForm,
  readPageQuery,
  renderPage,
} from './pages.js';
import { createRequestsPath } from './request-pages.js';

type Store = CursorCollections &
  Pick<LedgerCollections, 'usage' | 'usageHourly'> &
  Pick<MemberCollections, 'accounts' | 'members'> &
  Pick<PaymentCollections, 'subscriptions'>;

const CHART_DAYS = 30;
const DAY_SECONDS = 86_400;
const ERRORS_SPAN = '7d';
const TYPES_SHOWN = 10;
const ORDERS_SHOWN = 5;

/** Confirmations, by the `done` of the path that a form redirects to. */
const DONE: Record<string, string> = {
  opened: 'Account created. Next, add credits and create a key.',
  credited: 'Credits added.',
  repeated: 'This payment ID was already credited. No credits were added.',
  issued: 'Key created. It cannot be shown again.',
  revoked: 'Key revoked. Requests with it are refused within a second.',
  renamed: 'Account renamed.',
  noted: 'Note saved.',
  suspended: 'Account suspended. Its requests are refused within a second.',
  resumed: 'Account resumed.',
  owner: 'Owner changed. All members are notified by email.',
  restored: 'Deletion cancelled. All members are notified by email.',
  closed: 'Account closed. Its keys are revoked, and its hosted pages and webhooks are deleted.',
};

/** Shows the page of an account again with a form that was refused. */
export type ShowAccountAgain = (ctx: ConsoleContext, account: string, refused: Refused) => Promise<void>;

/**
 * Mounts the page of an account: credits, keys, usage, and forms to change it.
 *
 * @returns what shows the page again with another form of it
 */
export function mountAccountPages(
  router: ConsoleRouter,
  services: ConsoleServices & { readonly config: Pick<Config, 'MAIL_FROM'>; readonly store: Store },
): ShowAccountAgain {
  const { store, clock, config } = services;
  const context: OperationContext<Store> = { store, clock };
  const redirect = (ctx: ConsoleContext, account: string, done: keyof typeof DONE) => {
    ctx.status = 303;
    ctx.redirect(`/operator/accounts/${encodeURIComponent(account)}?done=${done}`);
  };
  const renderOne = async (ctx: ConsoleContext, account: string, extra: object = {}, refused?: Refused) => {
    const view = await readAccount(context, account, {
      keys: readPageQuery(ctx, 'keys'),
      members: readPageQuery(ctx, 'members'),
    });
    renderPage(
      ctx,
      'account',
      {
        ...{ title: view.owner.name, ...view, ...keyChoices, money, done: undefined, issued: undefined, ...extra },
        canView: config.MAIL_FROM !== undefined && hasRole(ctx.state.actor.role, VIEW_ROLE),
      },
      refused,
    );
  };
  const form = (name: string, emptied = {}): FormOptions => ({
    form: name,
    emptied,
    again: (ctx, { account = '' }, refused) => renderOne(ctx, account, {}, refused),
  });
  const handle = <O extends Operation>(
    path: string,
    names: readonly string[],
    operation: O,
    done: keyof typeof DONE | ((answer: Output<O['contract']>) => keyof typeof DONE),
    options = form(path),
  ) =>
    handleForm(
      router,
      `/accounts/:account/${path}`,
      names,
      operation,
      services,
      (ctx, answer, { account }) => redirect(ctx, String(account), typeof done === 'string' ? done : done(answer)),
      options,
    );

  router.get('/accounts/:account', async (ctx) => {
    const { account = '' } = ctx.params;
    const issued = ctx.query.done === 'issued' ? await ctx.state.takeOnce() : undefined;
    await renderOne(ctx, account, { done: readDone(DONE, ctx.query), issued });
  });
  handle('purchases', ['credits', 'payment_id', 'groups', 'expires_at'], addPurchase, ({ repeated }) =>
    repeated ? 'repeated' : 'credited',
  );
  handle('rename', ['name'], renameAccount, 'renamed');
  handle('note', ['note'], noteAccount, 'noted', form('note', { note: '' }));
  handle('suspend', ['reason'], suspendAccount, 'suspended');
  handle('resume', [], resumeAccount, 'resumed');
  handle('owner', ['email'], changeOwner, 'owner');
  handle('restore', [], restoreAccount, 'restored');
  handle('close', ['reason'], closeAccount, 'closed');
  // The key is shown after a redirect, so that reloading the page issues no other.
  handleForm(
    router,
    '/accounts/:account/keys',
    ['mode', ...keyFields],
    issueKey,
    services,
    async (ctx, { account, api_key }) => {
      await ctx.state.storeOnce(api_key);
      redirect(ctx, account, 'issued');
    },
    form('keys', NO_SCOPES),
  );
  handleForm(router, '/keys/:key/revoke', [], revokeKey, services, (ctx, { account }) =>
    redirect(ctx, account, 'revoked'),
  );
  return (ctx, account, refused) => renderOne(ctx, account, {}, refused);
}

/** Reads the content of the page of an account. */
async function readAccount(
  context: OperationContext<Store>,
  account: string,
  pages: Record<'keys' | 'members', PageQuery>,
) {
  await requireAccount(context.store, account);
  const [owner, { keys, next: moreKeys }, members, { orders, next: moreOrders }, plan, usage, types] =
    await Promise.all([
      showAccount.run({ account }, context),
      listKeys.run({ account, ...pages.keys }, context),
      readPage(context.store.members, { account }, { by: '_id', id: '_id' }, pages.members),
      listOrders.run({ account, limit: ORDERS_SHOWN }, context),
      readPlan(context.store, account),
      readAccountUsage(context.store, account, CHART_DAYS, context.clock.now()),
      countErrors(context, account),
    ]);
  return {
    ...{ owner, keys, moreKeys, members: members.rows, moreMembers: members.next, orders, moreOrders, plan, types },
    chart: drawUsage(account, usage),
    endpoints: usage.endpoints.map(({ spent, ...row }) => ({ ...row, credits: toCredits(spent) })),
  };
}

/** Counts the errors of an account by type in the last days, the most frequent first. */
async function countErrors(
  context: OperationContext<Store>,
  account: string,
): Promise<[type: string, count: number][]> {
  const { points } = await showFigures.run({ account, span: ERRORS_SPAN }, context);
  const counts = new Map<string, number>();
  for (const { types } of points)
    for (const [type, count] of Object.entries(types)) counts.set(type, (counts.get(type) ?? 0) + count);
  return [...counts].sort(([, a], [, b]) => b - a).slice(0, TYPES_SHOWN);
}

/** Draws the calls per day, including days without any. */
function drawUsage(account: string, usage: AccountUsage) {
  const points = eachDay(usage).map(({ label, row }) => {
    const { calls = 0, failed = 0 } = row ?? {};
    const href = calls === 0 ? undefined : createRequestsPath(new Date(label), DAY_SECONDS, { account });
    return { label, value: calls, marked: failed, href };
  });
  return barChart(
    {
      title: 'Usage, last 30 days',
      unit: 'requests per day',
      counted: 'Requests',
      markedAs: 'failed',
      by: 'Day (UTC)',
    },
    points,
  );
}
