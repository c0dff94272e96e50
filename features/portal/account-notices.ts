import type { RouterContext } from '@koa/router';
import type compose from 'koa-compose';
import { computeBalance, toCredits } from '../../shared/contract/amounts.js';
import { throwUnavailable } from '../../shared/contract/errors.js';
import { findReachedBudgets } from '../alerts/index.js';
import type { Account } from '../members/index.js';
import { format, isReadRequest } from '../web/index.js';
import type { PortalServices } from './services.js';
import type { AccountNotice, PortalState } from './session.js';

/** Maximum number of keys with a budget that are checked. */
const MOST_KEYS = 100;

const BUY = { text: 'Buy credits', path: '/account/billing' };

/** Reads the notices of the account before a page is shown: of its VAT number, a low balance, and keys that have reached their budget. */
export const loadNotices =
  (services: Pick<PortalServices, 'clock' | 'payments' | 'store'>): compose.Middleware<RouterContext<PortalState>> =>
  async (ctx, next) => {
    const { account } = ctx.state;
    if (isReadRequest(ctx) && !account.closed)
      ctx.state.notices = [
        ...readVatNotice(account.billing),
        ...(await readNotices(services, account._id).catch(throwUnavailable)),
      ];
    return next();
  };

/** Returns a notice of a VAT number that is not registered, or was not checked yet. */
function readVatNotice({ vat_number, vat_check }: NonNullable<Account['billing']> = {}): AccountNotice[] {
  if (vat_number === undefined || vat_check === undefined || vat_check.status === 'valid') return [];
  const text = vat_check.due
    ? `The register of your VAT number ${vat_number} did not respond. We check it again automatically.`
    : `The EU register (VIES) has not confirmed your VAT number ${vat_number}.`;
  const isTaxed = vat_check.status === 'invalid' ? ' Orders are charged with VAT until you correct it.' : '';
  return [{ text: text + isTaxed, action: { text: 'Go to Settings', path: '/account/settings' } }];
}

async function readNotices(
  { store, clock, payments }: Pick<PortalServices, 'clock' | 'payments' | 'store'>,
  account: string,
): Promise<AccountNotice[]> {
  const now = clock.now();
  const withBudget = { $or: [{ budget_per_day: { $gt: 0 } }, { budget_per_month: { $gt: 0 } }] };
  const [wallet, keys] = await Promise.all([
    store.wallets.findOne({ _id: account }, { projection: { lots: 1, low: 1, bought: 1, budgets: 1 } }),
    store.keys.find({ account, active: true, ...withBudget }, { limit: MOST_KEYS }).toArray(),
  ]);
  if (!wallet) return [];
  const notices: AccountNotice[] = [];
  const left = computeBalance(wallet.lots, now);
  const action = payments ? BUY : { text: 'See your credits', path: '/account/billing' };
  if (left <= 0 && wallet.bought > 0)
    notices.push({ text: 'You have no credits left. Requests that cost credits are refused.', action });
  else if (wallet.low?.is)
    notices.push({ text: `Your balance is low: ${format.number(toCredits(left))} credits left.`, action });
  for (const { key, name, period, budget, until } of await findReachedBudgets(
    store,
    account,
    keys,
    wallet.budgets,
    now,
  ))
    notices.push({
      text: `The key “${name}” has reached its budget of ${format.number(budget)} credits per ${period}. Its requests are refused until ${format.instant(until)} (UTC).`,
      action: { text: 'Change the budget', path: `/account/keys/${encodeURIComponent(key)}` },
    });
  return notices;
}
