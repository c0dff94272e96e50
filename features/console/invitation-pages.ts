import type { Config } from '../../shared/process/config.js';
import { createInvitation, listInvitations, withdrawInvitation } from '../accounts/index.js';
import { assignableRoles } from '../members/index.js';
import { readDone } from '../web/index.js';
import type { Refused } from './forms.js';
import {
  type ConsoleContext,
  type ConsoleRouter,
  type ConsoleServices,
  type FormOptions,
  handleForm,
  readPageQuery,
  renderPage,
} from './pages.js';

const PATH = '/operator/invitations';

const DONE: Record<string, string> = {
  invited: 'Invitation sent.',
  withdrawn: 'Invitation withdrawn. Its link no longer works.',
};

/** Mounts the page of invitations to the portal, with forms to invite and to withdraw. */
export function mountInvitationPages(
  router: ConsoleRouter,
  services: ConsoleServices & { readonly config: Pick<Config, 'MAIL_FROM' | 'SIGN_UP'> },
): void {
  const { config } = services;
  const renderAll = async (ctx: ConsoleContext, extra: object = {}, refused?: Refused) => {
    const page = await listInvitations.run(readPageQuery(ctx), services);
    const isOn = config.MAIL_FROM !== undefined;
    const view = {
      title: 'Portal invitations',
      ...page,
      isOn,
      opens: config.SIGN_UP !== 'closed',
      done: undefined,
      roles: assignableRoles,
    };
    renderPage(ctx, 'invitations', { ...view, ...extra }, refused);
  };
  const form: FormOptions = { form: 'invite', again: (ctx, _, refused) => renderAll(ctx, {}, refused) };
  const redirect = (ctx: ConsoleContext, done: keyof typeof DONE) => {
    ctx.status = 303;
    ctx.redirect(`${PATH}?done=${done}`);
  };

  router.get('/invitations', (ctx) => renderAll(ctx, { done: readDone(DONE, ctx.query) }));
  handleForm(
    router,
    '/invitations',
    ['email', 'account', 'role', 'days'],
    createInvitation,
    services,
    (ctx) => redirect(ctx, 'invited'),
    form,
  );
  handleForm(router, '/invitations/withdraw', ['email'], withdrawInvitation, services, (ctx) =>
    redirect(ctx, 'withdrawn'),
  );
}
