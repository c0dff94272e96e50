import type { Clock } from '../../shared/process/clock.js';
import type { Config } from '../../shared/process/config.js';
import { createInvitation, listInvitations, withdrawInvitation } from '../accounts/index.js';
import type { OperatorCollections } from '../operators/index.js';
import type { Refused } from './forms.js';
import { type ConsoleContext, type ConsoleRouter, type FormOrder, pageIn, show, takeForm } from './pages.js';

interface Dependencies {
  readonly clock: Clock;
  readonly config: Pick<Config, 'MAIL_FROM' | 'SIGN_UP'>;
  readonly store: Pick<OperatorCollections, 'auditTrail' | 'trailIntents'>;
}

const PATH = '/operator/invitations';

const DONE: Record<string, string> = {
  invited: 'The address is invited: a mail with a link is on its way.',
  withdrawn: 'The invitation is withdrawn; its link opens nothing any more.',
};

/** Who is invited to the portal, and forms to invite and to take that back. */
export function invitationPages(router: ConsoleRouter, services: Dependencies): void {
  const { config } = services;
  const showAll = async (ctx: ConsoleContext, told: object = {}, refused?: Refused) => {
    const page = await listInvitations.run(pageIn(ctx), services);
    const isOn = config.MAIL_FROM !== undefined;
    const view = { title: 'Invitations', ...page, isOn, opens: config.SIGN_UP !== 'closed', done: undefined };
    show(ctx, 'invitations', { ...view, ...told }, refused);
  };
  const form: FormOrder = { form: 'invite', again: (ctx, _, refused) => showAll(ctx, {}, refused) };
  const to = (ctx: ConsoleContext, done: keyof typeof DONE) => {
    ctx.status = 303;
    ctx.redirect(`${PATH}?done=${done}`);
  };

  router.get('/invitations', (ctx) => showAll(ctx, { done: DONE[String(ctx.query.done)] }));
  takeForm(
    router,
    '/invitations',
    ['email', 'account', 'days'],
    createInvitation,
    services,
    (ctx) => to(ctx, 'invited'),
    form,
  );
  takeForm(router, '/invitations/withdraw', ['email'], withdrawInvitation, services, (ctx) => to(ctx, 'withdrawn'));
}
