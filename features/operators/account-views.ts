import { createHash, randomBytes } from 'node:crypto';
import type { Context } from 'koa';
import { nanoid } from 'nanoid';
import { toNetwork } from '../../shared/process/network.js';
import type { AccountView, OperatorCollections } from './collections.js';
import type { SubjectKind } from './operation.js';
import { hasAdmin } from './operators.js';
import { hasRole, ROOT, type Role } from './roles.js';

type Store = Pick<OperatorCollections, 'accountViews' | 'operatorSessions' | 'operators' | 'rightsGuard'>;

/** Minimum role of those who view the portal of a customer. */
export const VIEW_ROLE: Role = 'support';

const VIEW_SECONDS = 30 * 60;
const COOKIE = 'account-view';
const ID_BYTES = 32;

/** The cookie is sent to the portal alone, and by no other site. */
const cookieOptions = ({ secure }: Pick<Context, 'secure'>) =>
  ({ httpOnly: true, sameSite: 'strict', secure, path: '/account' }) as const;

const hash = (secret: string): string => createHash('sha256').update(secret).digest('base64url');

/** Creates a view of an account, and the secret for the cookie. It replaces the other views of the session. */
export function createView(
  {
    account,
    operator,
    session,
    reason,
    address,
  }: Pick<AccountView, 'account' | 'operator' | 'session' | 'reason'> & {
    /** IP address of the operator. */
    address: string;
  },
  now: Date,
): { secret: string; view: AccountView } {
  const secret = randomBytes(ID_BYTES).toString('base64url');
  const view: AccountView = {
    ...{ _id: hash(secret), id: `view_${nanoid(12)}`, account, operator, session, reason },
    ...{ network: toNetwork(address), opened: now, expires: new Date(now.getTime() + VIEW_SECONDS * 1_000) },
  };
  return { secret, view };
}

export const setViewCookie = (ctx: Pick<Context, 'cookies' | 'secure'>, secret: string): void => {
  ctx.cookies.set(COOKIE, secret, { ...cookieOptions(ctx), maxAge: VIEW_SECONDS * 1_000 });
};

export const dropViewCookie = (ctx: Pick<Context, 'cookies' | 'secure'>): void => {
  ctx.cookies.set(COOKIE, null, cookieOptions(ctx));
};

/**
 * Finds the view of a browser. Undefined without one, from another network, and once it has expired, or the operator's session has ended,
 * or the operator may no longer view accounts.
 */
export async function findView(
  ctx: Pick<Context, 'cookies' | 'ip'>,
  store: Store,
  now: Date,
): Promise<AccountView | undefined> {
  const secret = ctx.cookies.get(COOKIE);
  const view = secret && (await store.accountViews.findOne({ _id: hash(secret) }));
  if (!view || view.expires <= now || view.network !== toNetwork(ctx.ip)) return undefined;
  const [session, mayView] = await Promise.all([
    store.operatorSessions.findOne({ id: view.session, expires: { $gt: now } }, { projection: { _id: 1 } }),
    canView(store, view.operator),
  ]);
  return session && mayView ? view : undefined;
}

async function canView(store: Store, operator: string): Promise<boolean> {
  if (operator === ROOT) return !(await hasAdmin(store));
  const found = await store.operators.findOne({ _id: operator });
  return found?.active === true && hasRole(found.role, VIEW_ROLE);
}

export const accountViewSubject: SubjectKind = {
  type: 'account-view',
  async read({ accountViews }: Store, id) {
    const found = await accountViews.findOne({ id });
    if (!found) return null;
    const { account, operator, reason, opened, expires } = found;
    return { account, state: { account, operator, reason, opened, expires } };
  },
};
