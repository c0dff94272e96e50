import type { Clock } from '../../shared/process/clock.js';
import {
  changePassword,
  createOperator,
  createToken,
  endSession,
  hasRole,
  listOperators,
  listSessions,
  listTokens,
  type OperatorCollections,
  ROOT,
  revokeToken,
  roles,
  showOperator,
  unlockOperator,
  updateOperator,
} from '../operators/index.js';
import { browserOf } from './browser-of.js';
import type { Refused } from './forms.js';
import { type ConsoleContext, type ConsoleRouter, type FormOrder, pageIn, show, takeForm } from './pages.js';
import { openSession, type SessionServices } from './session.js';

type Store = Pick<
  OperatorCollections,
  'auditTrail' | 'operatorSessions' | 'operators' | 'rightsGuard' | 'trailIntents'
>;

interface Dependencies {
  readonly clock: Clock;
  readonly store: Store;
}

const HOME = '/operator/operators';

/** What a page says that the form before it has done. */
const DONE: Record<string, string> = {
  made: 'The operator has been made, and may log in.',
  changed: 'The operator has been changed.',
  unlocked: 'The operator has a new password; their sessions have ended.',
  password: 'Your password has been changed; your other sessions have ended.',
  issued: 'The token has been issued, and was shown once.',
  revoked: 'The token has been revoked.',
  ended: 'The session has ended.',
};

/** The pages about operators: all of them and who is logged in, and each with role, tokens and sessions. */
export function operatorPages(
  router: ConsoleRouter,
  services: Dependencies,
  { gate, sessions }: Pick<SessionServices, 'gate' | 'sessions'>,
): void {
  const to = (ctx: ConsoleContext, done: keyof typeof DONE, operator?: string) => {
    ctx.status = 303;
    ctx.redirect(`${HOME}${operator === undefined ? '' : `/${encodeURIComponent(operator)}`}?done=${done}`);
  };
  const showAll = async (ctx: ConsoleContext, told: object = {}, refused?: Refused) => {
    const [{ operators, next }, { sessions: open, next: moreSessions }] = await Promise.all([
      listOperators.run(pageIn(ctx), services),
      listSessions.run(pageIn(ctx, 'sessions'), services),
    ]);
    const isRoot = ctx.state.actor.name === ROOT;
    const view = {
      title: 'Operators',
      operators,
      next,
      sessions: open,
      moreSessions,
      mine: ctx.state.session,
      roles,
      isRoot,
      browserOf,
      done: undefined,
    };
    show(ctx, 'operators', { ...view, ...told }, refused);
  };
  const showOne = async (ctx: ConsoleContext, name: string, told: object = {}, refused?: Refused) => {
    const operator = await showOperator(services, name);
    const [{ sessions: open, next: moreSessions }, { tokens, next: moreTokens }] = await Promise.all([
      listSessions.run({ operator: name, ...pageIn(ctx, 'sessions') }, services),
      listTokens.run({ operator: name, ...pageIn(ctx, 'tokens') }, services),
    ]);
    const isSelf = ctx.state.actor.name === name;
    const lesser = roles.filter((role) => hasRole(operator.role, role));
    const view = {
      title: name,
      operator,
      sessions: open,
      moreSessions,
      tokens,
      moreTokens,
      mine: ctx.state.session,
      roles,
      lesser,
      isSelf,
      browserOf,
    };
    show(ctx, 'operator', { ...view, done: undefined, issued: undefined, ...told }, refused);
  };
  const form = (name: string): FormOrder => ({
    form: name,
    again: (ctx, { operator }, refused) =>
      operator === undefined ? showAll(ctx, {}, refused) : showOne(ctx, operator, {}, refused),
  });
  /** On the page of oneself. */
  const ownForm = (name: string): FormOrder => ({
    form: name,
    again: (ctx, _, refused) => showOne(ctx, ctx.state.actor.name, {}, refused),
  });

  /** Opens a session for whoever has just set their password. */
  const openOwn = (ctx: ConsoleContext, name: string, passwordSetAt: string) =>
    openSession(ctx, { name, passwordSet: new Date(passwordSetAt) }, { sessions, services });

  router.get('/operators', (ctx) => showAll(ctx, { done: DONE[String(ctx.query.done)] }));
  takeForm(
    router,
    '/operators',
    ['operator', 'password', 'role'],
    createOperator,
    services,
    async (ctx, { operator, password_set_at }) => {
      // Who has made the first admin by the admin token goes on under that name: the token is no way in from here on.
      if (ctx.state.actor.name === ROOT) await openOwn(ctx, operator, password_set_at);
      to(ctx, 'made');
    },
    form('make'),
  );
  router.get('/operators/:operator', async (ctx) => {
    const { operator = '' } = ctx.params;
    const issued = ctx.query.done === 'issued' ? await ctx.state.takeOnce() : undefined;
    await showOne(ctx, operator, { done: DONE[String(ctx.query.done)], issued });
  });
  // A form for each: one of both would write back whatever the page had shown of the other.
  for (const field of ['role', 'active'] as const) {
    takeForm(
      router,
      `/operators/:operator/${field}`,
      [field],
      updateOperator,
      services,
      (ctx, { operator }) => to(ctx, 'changed', operator),
      form(field),
    );
  }
  takeForm(
    router,
    '/operators/:operator/unlock',
    ['password'],
    unlockOperator,
    services,
    (ctx, { operator }) => to(ctx, 'unlocked', operator),
    form('unlock'),
  );
  takeForm(
    router,
    '/password',
    ['current_password', 'password'],
    changePassword,
    { ...services, passwords: gate },
    async (ctx, { operator, password_set_at }) => {
      await openOwn(ctx, operator, password_set_at);
      to(ctx, 'password', operator);
    },
    ownForm('password'),
  );
  takeForm(
    router,
    '/tokens',
    ['name', 'role', 'expires_at'],
    createToken,
    services,
    async (ctx, { operator, operator_token }) => {
      await ctx.state.keepOnce(operator_token);
      to(ctx, 'issued', operator);
    },
    ownForm('token'),
  );
  takeForm(router, '/tokens/:id/revoke', [], revokeToken, services, (ctx, { operator }) =>
    to(ctx, 'revoked', operator),
  );
  takeForm(router, '/sessions/:session/end', [], endSession, services, (ctx) => to(ctx, 'ended'));
}
