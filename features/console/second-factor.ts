import QRCode from 'qrcode';
import { ApiError, isServerFault } from '../../shared/contract/api-error.js';
import { errors } from '../../shared/contract/errors.js';
import { type Operator, operatorSubject, runAudited } from '../operators/index.js';
import { isValidFormToken, readDone, readForm } from '../web/index.js';
import type { Refused } from './forms.js';
import { SECOND_FACTOR, type SessionServices } from './login.js';
import { type ConsoleContext, type ConsoleRouter, renderPage } from './pages.js';

/** Width of the QR code, in pixels of the page. */
const QR_WIDTH = 240;

/** Confirmations, by the `done` of the path that a form redirects to. */
const DONE: Record<string, string> = {
  enrolled: 'Second factor turned on.',
  replaced: 'New recovery codes created. The earlier ones no longer work.',
  off: 'Second factor turned off.',
};

/** Mounts the page on which operators with a password set up an authenticator app, get recovery codes, and turn it off. */
export function mountSecondFactorPages(
  router: ConsoleRouter,
  { gate, factors, requiresSecondFactor, services }: SessionServices,
): void {
  /** @throws ApiError 404 for an operator without a password, and for the admin token */
  const findSelf = async ({ state }: ConsoleContext): Promise<Operator> => {
    const operator = await services.store.operators.findOne({ _id: state.actor.name });
    if (!operator?.password) throw errors.pathUnknown();
    return operator;
  };

  const render = async (ctx: ConsoleContext, operator: Operator, refused?: Refused, sealed = '') => {
    const { _id: name, second_factor: factor } = operator;
    const done = readDone(DONE, ctx.query);
    const codes = factor && done ? await ctx.state.takeOnce() : undefined;
    const enrolment = factor || factors.areOff ? undefined : (factors.resume(name, sealed) ?? factors.begin(name));
    const view = {
      title: 'Second factor',
      ...{ name, factor, done, enrolment, isOff: factors.areOff, isRequired: requiresSecondFactor },
      codes: codes?.split(' '),
      picture: enrolment && (await QRCode.toString(enrolment.uri, { type: 'svg', margin: 2, width: QR_WIDTH })),
    };
    renderPage(ctx, 'second-factor', view, refused);
  };

  /** Handles a form that changes the operator's own second factor. The change returns the recovery codes to show, if there are any. */
  const ownForm = <const Name extends string>(
    form: string,
    path: string,
    names: readonly Name[],
    done: keyof typeof DONE,
    change: (ctx: ConsoleContext, operator: Operator, read: (name: Name) => string) => Promise<string[] | undefined>,
  ) => {
    router.post(path, async (ctx) => {
      const { form_token, ...given } = await readForm(ctx, ['form_token', ...names]);
      await ctx.state.refresh();
      if (!isValidFormToken(ctx.state, form_token)) throw errors.formFromElsewhere();
      const operator = await findSelf(ctx);
      const read = (name: string) => String(Object(given)[name] ?? '').trim();
      try {
        const codes = await runAudited(services, ctx.state.actor, {
          operation: `second-factor ${form}`,
          input: {},
          type: operatorSubject.type,
          idOf: () => operator._id,
          read: (id) => operatorSubject.read(services.store, id),
          run: () => change(ctx, operator, read),
          auditedRefusals: [errors.passwordWrong.type, errors.secondFactorWrong.type],
        });
        if (codes) await ctx.state.storeOnce(codes.join(' '));
        ctx.status = 303;
        ctx.redirect(`${SECOND_FACTOR}?done=${done}`);
      } catch (error) {
        if (!(error instanceof ApiError) || isServerFault(error)) throw error;
        ctx.status = error.status;
        const { message, problems } = error;
        await render(
          ctx,
          operator,
          { form, message, problems, given: { current_password: '', code: '' } },
          read('enrolment'),
        );
      }
    });
  };

  const checkCode = (ctx: ConsoleContext, operator: Operator, code: string) =>
    gate.checkCode(ctx.ip, operator, code, (typed) => factors.use(operator, typed));

  router.get('/second-factor', async (ctx) => render(ctx, await findSelf(ctx)));
  ownForm('enrol', '/second-factor', ['enrolment', 'code'], 'enrolled', (_, { _id: name }, read) =>
    factors.confirm(name, read('enrolment'), read('code')),
  );
  ownForm('recovery-codes', '/second-factor/recovery-codes', ['code'], 'replaced', async (ctx, operator, read) => {
    await checkCode(ctx, operator, read('code'));
    return factors.replaceRecoveryCodes(operator._id);
  });
  ownForm('off', '/second-factor/off', ['current_password', 'code'], 'off', async (ctx, operator, read) => {
    if (requiresSecondFactor) throw errors.secondFactorRequired();
    const known = await gate.checkPassword(ctx.ip, operator._id, read('current_password'));
    if (!known) throw errors.passwordWrong();
    await checkCode(ctx, operator, read('code'));
    await factors.remove(operator._id);
    return undefined;
  });
}
