import type Router from '@koa/router';
import type { Context } from 'koa';
import { ApiError, isServerFault } from '../../shared/contract/api-error.js';
import type { Input, Output } from '../../shared/contract/contract.js';
import { errors } from '../../shared/contract/errors.js';
import { readFields } from '../../shared/contract/input.js';
import type { Clock } from '../../shared/process/clock.js';
import type { PageQuery } from '../../shared/store/page.js';
import { operations } from '../operations/index.js';
import {
  type Actor,
  hasRole,
  type Operation,
  type OperationContext,
  type OperatorCollections,
  perform,
  ROOT,
} from '../operators/index.js';
import {
  asset,
  confirmScript,
  type FixedFile,
  format,
  isValidFormToken,
  panelStyle,
  readForm,
  renderDocument,
  templates,
} from '../web/index.js';
import { createFormHelpers } from './form-tools.js';
import { type Refused, readFormFields } from './forms.js';

/** State of a request that is authenticated by an operator's session. */
export interface OperatorState {
  requestId: string;
  /** CSRF token of all forms of the session. */
  formToken: string;
  /** Public id of the session, `ses_…`. */
  session: string;
  actor: Actor;
  /** Stores a text that the next page shows once. */
  storeOnce(text: string): Promise<void>;
  takeOnce(): Promise<string | undefined>;
  /** Reads the operator and the role again. @throws ApiError 401 if the session has ended */
  refresh(): Promise<void>;
}

export type ConsoleRouter = Router<OperatorState>;

/** Dependencies of a page that runs operations. */
export interface ConsoleServices {
  readonly clock: Clock;
  readonly store: Pick<OperatorCollections, 'auditTrail' | 'trailIntents'>;
}

export type ConsoleContext = Pick<
  Context,
  'path' | 'query' | 'status' | 'type' | 'body' | 'redirect' | 'cookies' | 'secure' | 'ip' | 'get'
> & { state: OperatorState };

/** Rows of one list on a page. */
const PER_PAGE = 50;

/** Reads the page of a list that is requested. @param name query field with the `next` of the previous page */
export function readPageQuery({ query }: ConsoleContext, name = 'after'): PageQuery {
  const after = query[name];
  return { limit: PER_PAGE, ...(typeof after === 'string' && { after }) };
}

const render = templates('features/console/templates');

const script = asset('/assets/operator/console.js', 'features/console/browser/console.js');

export const consoleAssets: readonly FixedFile[] = [script];

const document = (title: string, body: string): string =>
  renderDocument({ title, body, styles: [panelStyle], scripts: [confirmScript, script] });

/** Renders the bar on top of the console's pages, for a page without the console's frame. */
export const renderBar = ({ path, state }: { path: string; state: { actor: Actor } }): string =>
  render('bar', { path, actor: state.actor });

export interface LoginView {
  /** True if there is an admin; before that, the admin token logs in. */
  named: boolean;
  /** True if operators can sign in by single sign-on. */
  hasSso: boolean;
  /** Error and name of the last attempt. */
  problem?: string;
  operator?: string;
  /** Path to go to after the login. */
  to?: string | undefined;
}

export function renderLogin(view: LoginView): string {
  const title = 'Operator login';
  return document(title, render('login', { title, ...view }));
}

/** Renders the page on which the second factor is entered after the password. */
export function renderLoginCode(view: { problem?: string }): string {
  const title = 'Operator login';
  return document(title, render('login-code', { title, ...view }));
}

/** Renders the page that opens another one of the console. */
export function renderContinue(view: { next: string }): string {
  const title = 'Signed in';
  return document(title, render('continue', { title, ...view }));
}

/** Returns a function that is true for the commands that an actor may run, so that templates show no other forms. */
const createPermissionCheck =
  (actor: Actor) =>
  (command: string): boolean => {
    const operation = operations.find((one) => one.command === command);
    return operation !== undefined && hasRole(actor.role, operation.role);
  };

/**
 * Renders a page of the console: a template in the console's frame.
 *
 * @param refused form of the page to show again, with what was sent
 */
export function renderPage(
  ctx: ConsoleContext,
  template: string,
  view: { title: string } & Record<string, unknown>,
  refused?: Refused,
): void {
  const { path, state } = ctx;
  const { actor, formToken } = state;
  const main = render(template, {
    ...view,
    ...format,
    formToken,
    actor,
    may: createPermissionCheck(actor),
    ...createFormHelpers(render, refused),
  });
  ctx.type = 'html';
  ctx.body = document(view.title, render('frame', { path, main, actor, isRoot: actor.name === ROOT }));
}

type Fields = Readonly<Record<string, unknown>>;
type Problem = Pick<Refused, 'message' | 'problems'>;

/** Options of a form that its page shows again when it is refused. */
export interface FormOptions {
  /** Id of the form on its page. */
  readonly form: string;
  /** Renders the page with the refused form. */
  again(ctx: ConsoleContext, params: Readonly<Record<string, string>>, refused: Refused): Promise<void>;
  /** Converts the fields to those of the operation, or returns a problem. */
  read?(given: Fields, params: Readonly<Record<string, string>>): Promise<{ fields: Fields } | { problem: Problem }>;
  /** See `readFormFields`. */
  readonly emptied?: Readonly<Record<string, unknown>>;
}

/**
 * Handles a form that runs an operation. Empty fields are omitted; parameters of the path override fields.
 *
 * @param names all fields of the form; others are refused
 * @param answer responds when the operation is done, usually with a redirect
 * @param options without them, errors are shown on a page of their own
 */
export function handleForm<O extends Operation>(
  router: ConsoleRouter,
  path: string,
  names: readonly string[],
  operation: O,
  services: Omit<OperationContext<ConsoleServices['store']>, 'actor'>,
  answer: (ctx: ConsoleContext, done: Output<O['contract']>, input: Input<O['contract']>) => void | Promise<void>,
  options?: FormOptions,
): void {
  const { request } = operation.contract;
  router.post(path, async (ctx) => {
    const { form_token, ...given } = await readForm(ctx, ['form_token', ...names]);
    // The form may have taken long to arrive.
    await ctx.state.refresh();
    if (!isValidFormToken(ctx.state, form_token)) throw errors.formFromElsewhere();
    const again = async (
      { form, again }: FormOptions,
      { message, problems }: Problem,
      status: number,
    ): Promise<void> => {
      ctx.status = status;
      await again(ctx, ctx.params, { form, message, problems, given });
    };
    try {
      const read = (await options?.read?.(given, ctx.params)) ?? { fields: given };
      if (options && 'problem' in read) return await again(options, read.problem, 422);
      const typed = 'fields' in read ? read.fields : given;
      const fields = { ...readFormFields(request, typed, options?.emptied), ...ctx.params };
      const input = readFields(request, fields, 422) as Input<O['contract']>;
      await answer(ctx, await perform(operation, input, services, ctx.state.actor), input);
    } catch (error) {
      if (!options || !(error instanceof ApiError) || isServerFault(error)) throw error;
      await again(options, error, error.status);
    }
  });
}
