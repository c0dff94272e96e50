import { errors } from '../../shared/contract/errors.js';
import { type AccountLogCollections, recordChange } from '../account-log/index.js';
import { type MemberCollections, requireAccount } from '../members/index.js';
import {
  accountViewSubject,
  authorize,
  createView,
  dropViewCookie,
  type OperatorCollections,
  runAudited,
  setViewCookie,
  VIEW_ROLE,
} from '../operators/index.js';
import { isValidFormToken, readForm } from '../web/index.js';
import type { ShowAccountAgain } from './account-pages.js';
import type { ConsoleRouter, ConsoleServices } from './pages.js';

type Store = AccountLogCollections &
  ConsoleServices['store'] &
  Pick<MemberCollections, 'accounts'> &
  Pick<OperatorCollections, 'accountViews'>;

const MAX_REASON_LENGTH = 500;

/** Operators as the account log of a customer names them. */
const SUPPORT = { kind: 'support', id: 'support', name: 'Support' } as const;
/** The viewed account, of which nothing changes. */
const ACCOUNT = { type: 'account', read: async () => null };

/**
 * Mounts the forms that start and end a view: the portal of a customer as support sees it, read-only and for half an hour. Both are
 * recorded in the audit trail, and the start in the log of the account.
 */
export function mountViewPages(
  router: ConsoleRouter,
  { store, clock }: ConsoleServices & { readonly store: Store },
  showAccountAgain: ShowAccountAgain,
): void {
  router.post('/accounts/:account/view', async (ctx) => {
    const { account = '' } = ctx.params;
    const sent = await readForm(ctx, ['form_token', 'reason']);
    await ctx.state.refresh();
    const { actor, session } = ctx.state;
    if (!isValidFormToken(ctx.state, sent.form_token)) throw errors.formFromElsewhere();
    authorize({ command: 'views start', role: VIEW_ROLE }, actor);
    const reason = String(sent.reason ?? '').trim();
    await requireAccount(store, account);
    if (reason === '' || reason.length > MAX_REASON_LENGTH) {
      const message = `reason must have 1 to ${MAX_REASON_LENGTH} characters`;
      ctx.status = 422;
      await showAccountAgain(ctx, account, {
        form: 'view',
        message,
        problems: [{ param: 'reason', message }],
        given: sent,
      });
      return;
    }
    const { secret, view } = createView(
      { account, operator: actor.name, session, reason, address: ctx.ip },
      clock.now(),
    );
    const open = () =>
      runAudited({ store, clock }, actor, {
        operation: 'views start',
        input: { account, reason },
        type: accountViewSubject.type,
        idOf: () => view.id,
        read: (id) => accountViewSubject.read(store, id),
        async run() {
          await store.accountViews.deleteMany({ session });
          await store.accountViews.insertOne(view);
        },
      });
    const { requestId } = ctx.state;
    await recordChange(
      { store, clock },
      { account, actor: SUPPORT, role: null, from: '–', requestId },
      {
        action: 'support.view',
        subject: ACCOUNT,
        idOf: () => account,
        run: open,
      },
    );
    setViewCookie(ctx, secret);
    ctx.status = 303;
    ctx.redirect('/account');
  });

  // The form is on the pages of the portal, which do not have the token of the operator's session: only requests of the same site get here.
  router.post('/views/end', async (ctx) => {
    const { actor } = ctx.state;
    const { view: id } = await readForm(ctx, ['view']);
    const view = await store.accountViews.findOne({ id: String(id), operator: actor.name });
    if (view) {
      await runAudited({ store, clock }, actor, {
        operation: 'views end',
        input: { view: view.id },
        type: accountViewSubject.type,
        idOf: () => view.id,
        read: (one) => accountViewSubject.read(store, one),
        run: () => store.accountViews.deleteOne({ _id: view._id }),
      });
    }
    dropViewCookie(ctx);
    ctx.status = 303;
    ctx.redirect(view ? `/operator/accounts/${encodeURIComponent(view.account)}` : '/operator');
  });
}
