import type Router from '@koa/router';
import type { RouterContext } from '@koa/router';
import type { Context } from 'koa';
import { ApiError } from '../../shared/contract/api-error.js';
import { errors } from '../../shared/contract/errors.js';
import { type AccountAction, type LogActor, recordChange } from '../account-log/index.js';
import { can, describeAllowed, type Permission, requirePermission } from '../members/index.js';
import type { SubjectKind } from '../operators/index.js';
import {
  asset,
  confirmScript,
  type FixedFile,
  type FormValues,
  format,
  isCrossSite,
  isValidFormToken,
  panelStyle,
  readForm as read,
  renderDocument,
  templates,
  themeScript,
} from '../web/index.js';
import type { PortalState } from './session.js';

export type PortalRouter = Router<PortalState>;

/** Context of a member's request. */
export type PortalContext = RouterContext<PortalState>;

/** Values of a form by field name. */
export type Fields = Readonly<Record<string, unknown>>;

const render = templates('features/portal/templates');

/** Scripts that only the portal loads. */
export const portalScripts: readonly FixedFile[] = ['copy', 'scopes', 'send-again'].map((name) =>
  asset(`/assets/portal/${name}.js`, `features/portal/browser/${name}.js`),
);

/** Script of the page of a running batch. */
export const batchScript = asset('/assets/portal/batch.js', 'features/portal/browser/batch.js');

/** Values of a template. `done` is the confirmation of a form, which the frame shows at the top of the page. */
type View = {
  title: string;
  done?: string | undefined;
  /** Stylesheets and scripts beyond those of all pages. */
  styles?: readonly FixedFile[];
  scripts?: readonly FixedFile[];
} & Record<string, unknown>;

const document = ({ title, styles = [], scripts = [] }: View, body: string): string =>
  renderDocument({
    ...{ title, body, styles: [panelStyle, ...styles], early: [themeScript] },
    scripts: [confirmScript, ...portalScripts, ...scripts],
  });

/** Renders a page for everyone, signed in or not. */
export function showPublicPage(ctx: Pick<Context, 'type' | 'body'>, template: string, view: View): void {
  ctx.type = 'html';
  ctx.body = document(view, render('outside', { main: render(template, view), done: view.done }));
}

/** Renders a page for a member: a template inside the frame of the portal. */
export function showPage(ctx: PortalContext, template: string, view: View): void {
  const { path, state } = ctx;
  const { formToken, member, role, account, contact, view: supportView, notices = [] } = state;
  const access = {
    role,
    can: (permission: Permission) => can(role, permission),
    /** Sentence in place of a form that the member may not send. */
    onlyFor: (permission: Permission, action: string) => `Only ${describeAllowed(permission)} can ${action}.`,
  };
  const main = render(template, { ...view, ...access, ...format, formToken });
  ctx.type = 'html';
  const frame = {
    ...{ path, main, formToken, member, account, contact, notices, supportView },
    ...{ done: view.done, ...access, ...format },
  };
  ctx.body = document(view, render('frame', frame));
}

/**
 * Reads a form of the portal: these fields, the token of its session, and no others.
 *
 * @throws ApiError 403 when another site has sent it, 422 for any other field
 */
export async function readForm<const Name extends string>(
  ctx: Pick<Context, 'req' | 'request' | 'get' | 'host'>,
  fields: readonly Name[],
): Promise<FormValues<Name | 'form_token'>> {
  if (isCrossSite(ctx)) throw errors.portalFormFromElsewhere();
  return read(ctx, ['form_token', ...fields]);
}

/** A form that was refused, and the reasons. */
export interface RefusedForm {
  fields: Fields;
  /** Type of the error. */
  type: string;
  /** Message of the error. */
  problem: string;
  /** Messages about single fields, by their names. */
  problems: Readonly<Record<string, string>>;
}

/** URL of the next page, and id of what a form has created. */
interface Created {
  readonly next: string;
  readonly id: string;
}

/** The change that a form makes. */
interface FormChange<Name extends string> {
  readonly action: AccountAction;
  readonly subject: SubjectKind;
  /** Returns the id of the subject, unless it is created. */
  id?(ctx: PortalContext, fields: FormValues<Name>): string;
}

/** A form and its handler. */
interface Form<Name extends string> {
  /** Permission that the member needs; `self` for what concerns only the member, such as signing out. */
  readonly permission: Permission | 'self';
  /** Names of all its fields. It is refused with any other. */
  readonly fields: readonly Name[];
  /** The change that it makes, for the account log; `nothing` for one that does not last, such as signing out. */
  readonly mutates: FormChange<Name> | 'nothing';
  /**
   * Handles the form. If it is refused it must not have changed anything.
   *
   * @returns the URL of the next page, with the id of the subject if that is created
   */
  run(ctx: PortalContext, fields: FormValues<Name>): Promise<string | Created>;
  /** Shows the form again, with its values. By default the error has its own page. */
  refuse?: ShowRefused;
}

/** Shows a page again with the form that was refused. */
export type ShowRefused = (ctx: PortalContext, refused: RefusedForm) => Promise<void>;

/** Adds the route of a form. The browser is redirected when the form is done, so that reloading a page repeats nothing. */
export function handleForm<const Name extends string>(
  router: PortalRouter,
  path: string,
  { permission, fields: names, mutates, run, refuse }: Form<Name>,
): void {
  const runRecorded = async (ctx: PortalContext, fields: FormValues<Name>) => {
    if (mutates === 'nothing') return run(ctx, fields);
    const { action, subject } = mutates;
    return recordChange(ctx.state.log, identifyMember(ctx), {
      ...{ action, subject, run: () => run(ctx, fields) },
      idOf: (done) => (typeof done === 'object' ? done.id : mutates.id?.(ctx, fields)),
    });
  };

  router.post(path, async (ctx) => {
    const fields = await readForm(ctx, names);
    // The form may have taken long to arrive.
    await ctx.state.refresh();
    if (!isValidFormToken(ctx.state, fields.form_token)) throw errors.portalFormFromElsewhere();
    if (permission !== 'self') requirePermission(ctx.state.role, permission);
    try {
      const done = await runRecorded(ctx, fields);
      ctx.status = 303;
      ctx.redirect(typeof done === 'object' ? done.next : done);
    } catch (error) {
      if (!refuse || !(error instanceof ApiError) || error.status >= 500) throw error;
      ctx.status = error.status;
      const named = error.problems.map(({ param, message }) => [param, describeProblem(param, message)]);
      const isAboutField = error.problems.some(({ param, message }) => message.startsWith(`${param} `));
      const problem = isAboutField ? 'Check the fields that are marked below.' : error.message;
      await refuse(ctx, { fields, type: error.type, problem, problems: Object.fromEntries(named) });
    }
  });
}

/** Names the member who makes a change, for the account log. */
export const identifyMember = ({ ip, state: { member, role, requestId } }: PortalContext): LogActor => ({
  account: member.account,
  actor: { kind: 'member', id: member._id, name: member._id },
  ...{ role, from: ip, requestId },
});

/** Describes a problem for display at its field, which has a label: without the name that the field has in the API. */
function describeProblem(param: string, message: string): string {
  if (!message.startsWith(`${param} `)) return message;
  const rest = message.slice(param.length + 1);
  const [, item] = /\[(\d+)\]$/.exec(param) ?? [];
  return item === undefined ? rest.charAt(0).toUpperCase() + rest.slice(1) : `Line ${Number(item) + 1} ${rest}`;
}
