import type Router from '@koa/router';
import type { Context } from 'koa';
import { ApiError, isServerFault } from '../../shared/contract/api-error.js';
import type { Input, Output } from '../../shared/contract/contract.js';
import { errors } from '../../shared/contract/errors.js';
import { readFields } from '../../shared/contract/input.js';
import type { PageQuery } from '../../shared/store/page.js';
import { operations } from '../operations/index.js';
import {
  type Actor,
  mayAs,
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
  htmlDocument,
  isValidFormToken,
  panelStyle,
  readForm,
  templates,
} from '../web/index.js';
import { formTools } from './form-tools.js';
import { fieldsOfForm, type Refused } from './forms.js';

/** What an operator's session tells the pages behind it. */
export interface OperatorState {
  requestId: string;
  /** Stands in every form of this session, so that no other site can send one. */
  formToken: string;
  /** What the session is called, `ses_…`. */
  session: string;
  /** Who has it, and what they may. */
  actor: Actor;
  /** Keeps a text that the next page shows, and no other after it. */
  keepOnce(text: string): Promise<void>;
  takeOnce(): Promise<string | undefined>;
}

export type ConsoleRouter = Router<OperatorState>;

/** What a page of the console is shown to. */
export type ConsoleContext = Pick<
  Context,
  'path' | 'query' | 'status' | 'type' | 'body' | 'redirect' | 'cookies' | 'secure' | 'ip' | 'get'
> & { state: OperatorState };

/** Rows of one list on a page. */
const PER_PAGE = 50;

/** Reads the page of a list that is requested. @param name query field with the `next` of the previous page */
export function pageIn({ query }: ConsoleContext, name = 'after'): PageQuery {
  const after = query[name];
  return { limit: PER_PAGE, ...(typeof after === 'string' && { after }) };
}

const render = templates('features/console/templates');

const script = asset('/assets/operator/console.js', 'features/console/browser/console.js');

/** What the console alone loads. */
export const consoleAssets: readonly FixedFile[] = [script];

const document = (title: string, body: string): string =>
  htmlDocument({ title, body, styles: [panelStyle], scripts: [confirmScript, script] });

/** The bar on top of the console's pages, for a page that is not in its frame. */
export const consoleBar = ({ path, state }: { path: string; state: { actor: Actor } }): string =>
  render('bar', { path, actor: state.actor });

/** What the login shows. */
export interface LoginView {
  /** Whether operators have names; before the first has one, the admin token is asked for. */
  named: boolean;
  /** What was wrong with the last attempt, and the name that it had. */
  problem?: string;
  operator?: string;
  /** Where the way goes on. */
  to?: string | undefined;
}

/** The page on which operators log in. */
export function loginPage(view: LoginView): string {
  const title = 'Operator login';
  return document(title, render('login', { title, ...view }));
}

/** Whether somebody may do an operation, by its command. Templates show no forms that would be refused. */
const mayDo =
  (actor: Actor) =>
  (command: string): boolean => {
    const operation = operations.find((one) => one.command === command);
    return operation !== undefined && mayAs(actor.role, operation.role);
  };

/**
 * Shows a page of the console: a template inside its frame.
 *
 * @param refused a form of the page that was refused: it shows what was sent
 */
export function show(
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
    may: mayDo(actor),
    ...formTools(render, refused),
  });
  ctx.type = 'html';
  ctx.body = document(view.title, render('frame', { path, main, actor, isRoot: actor.name === ROOT }));
}

type Fields = Readonly<Record<string, unknown>>;
type Problem = Pick<Refused, 'message' | 'problems'>;

/** How a form is read and refused, where a page shows it again. */
export interface FormOrder {
  /** Which form of the page it is. */
  readonly form: string;
  /** Shows the page with the form as it was sent, and what is wrong. */
  again(ctx: ConsoleContext, params: Readonly<Record<string, string>>, refused: Refused): Promise<void>;
  /** Makes of what was typed what the operation takes, where that is not the same; or says what is wrong with it. */
  read?(given: Fields, params: Readonly<Record<string, string>>): Promise<{ fields: Fields } | { problem: Problem }>;
  /** See `fieldsOfForm`. */
  readonly emptied?: Readonly<Record<string, unknown>>;
}

/**
 * Takes a form that does an operation, if the operator may. What is left empty is not given; the path's parameters win over the
 * fields.
 *
 * @param names of all fields that it shows; it is refused with any other
 * @param answer shows what was done, usually by sending the browser elsewhere
 * @param order without it, what is wrong is shown on a page of its own
 */
export function takeForm<O extends Operation>(
  router: ConsoleRouter,
  path: string,
  names: readonly string[],
  operation: O,
  services: Omit<OperationContext<Pick<OperatorCollections, 'auditTrail' | 'trailIntents'>>, 'actor'>,
  answer: (ctx: ConsoleContext, done: Output<O['contract']>, input: Input<O['contract']>) => void | Promise<void>,
  order?: FormOrder,
): void {
  const { request } = operation.contract;
  router.post(path, async (ctx) => {
    const { form_token, ...given } = await readForm(ctx, ['form_token', ...names]);
    if (!isValidFormToken(ctx.state, form_token)) throw errors.formFromElsewhere();
    const again = async ({ form, again }: FormOrder, { message, problems }: Problem, status: number): Promise<void> => {
      ctx.status = status;
      await again(ctx, ctx.params, { form, message, problems, given });
    };
    try {
      const read = (await order?.read?.(given, ctx.params)) ?? { fields: given };
      if (order && 'problem' in read) return await again(order, read.problem, 422);
      const typed = 'fields' in read ? read.fields : given;
      const fields = { ...fieldsOfForm(request, typed, order?.emptied), ...ctx.params };
      const input = readFields(request, fields, 422) as Input<O['contract']>;
      await answer(ctx, await perform(operation, input, services, ctx.state.actor), input);
    } catch (error) {
      if (!order || !(error instanceof ApiError) || isServerFault(error)) throw error;
      await again(order, error, error.status);
    }
  });
}
