import type Router from '@koa/router';
import type { RouterContext } from '@koa/router';
import { errors } from '../../shared/contract/errors.js';
import type { LedgerCollections } from '../../shared/ledger/collections.js';
import type { Clock } from '../../shared/process/clock.js';
import type { Config } from '../../shared/process/config.js';
import {
  findInvitation,
  generateSecret,
  type Member,
  type MemberCollections,
  redeemInvitation,
} from '../members/index.js';
import { enter } from './enter.js';
import { readForm, showOutside } from './pages.js';
import { browserOf, HOME, setBrowser } from './session.js';
import type { SignInLimits } from './sign-in-limits.js';

interface Dependencies {
  readonly clock: Clock;
  readonly config: Pick<Config, 'SIGN_UP' | 'SIGN_UP_CREDITS'>;
  readonly store: Pick<LedgerCollections, 'payments' | 'wallets'> & MemberCollections;
}

interface Entrance {
  services: Dependencies;
  limits: SignInLimits;
  /** What stands in the forms of a browser that has not signed in. */
  formTokenOf(browser: string): string;
  /** @throws ApiError 403 when another site has sent the form */
  checkForm(ctx: RouterContext, given: unknown): string;
  /** Opens a session of somebody. */
  letIn(ctx: RouterContext, member: Member): Promise<void>;
}

/**
 * The link in the mail of an invitation. As with links that sign in, a button on the page that it opens uses it up. It is bound to no
 * browser, as nobody has asked for it in one: the page says for which address it is.
 */
export function acceptInvitation(router: Router, { services, limits, formTokenOf, checkForm, letIn }: Entrance): void {
  const { store, clock } = services;

  router.get('/invitation', async (ctx) => {
    await limits.countNetwork(ctx.ip);
    const token = String(ctx.query.token);
    const invitation = await findInvitation(store, token, clock.now());
    if (!invitation) throw errors.invitationLinkInvalid();
    const browser = browserOf(ctx) ?? generateSecret();
    setBrowser(ctx, browser);
    const { _id: address } = invitation;
    showOutside(ctx, 'invitation', { title: 'You are invited', token, address, formToken: formTokenOf(browser) });
  });

  router.post('/invitation', async (ctx) => {
    await limits.countNetwork(ctx.ip);
    const { form_token, token } = await readForm(ctx, ['token']);
    checkForm(ctx, form_token);
    const invitation = await redeemInvitation(store, String(token), clock.now());
    if (!invitation) throw errors.invitationLinkInvalid();
    await letIn(ctx, await enter(services, invitation._id));
    ctx.status = 303;
    ctx.redirect(HOME);
  });
}
