import type Router from '@koa/router';
import type { RouterContext } from '@koa/router';
import type { Context } from 'koa';
import { ApiError } from '../../shared/contract/api-error.js';
import { errors } from '../../shared/contract/errors.js';
import {
  asset,
  confirmScript,
  type FixedFile,
  type FormValues,
  format,
  htmlDocument,
  isCrossSite,
  isValidFormToken,
  panelStyle,
  readForm as read,
  templates,
} from '../web/index.js';
import type { PortalState } from './session.js';

export type PortalRouter = Router<PortalState>;

/** What a page of the portal is shown to. */
export type PortalContext = RouterContext<PortalState>;

/** What was sent with a form, field by field. */
export type Fields = Readonly<Record<string, unknown>>;

const render = templates('features/portal/templates');

const ownScripts = ['copy', 'scopes'].map((name) =>
  asset(`/assets/portal/${name}.js`, `features/portal/browser/${name}.js`),
);

/** What the portal alone loads. */
export const portalAssets: readonly FixedFile[] = ownScripts;

type View = { title: string } & Record<string, unknown>;

const document = (title: string, body: string): string =>
  htmlDocument({ title, body, styles: [panelStyle], scripts: [confirmScript, ...ownScripts] });

/** Shows a page to anybody, signed in or not. */
export function showOutside(ctx: Pick<Context, 'type' | 'body'>, template: string, view: View): void {
  ctx.type = 'html';
  ctx.body = document(view.title, render('outside', { main: render(template, view) }));
}

/** Shows a page to a member: a template inside the frame of the portal. */
export function show(ctx: PortalContext, template: string, view: View): void {
  const { path, state } = ctx;
  const { formToken, member, account, contact } = state;
  const main = render(template, { ...view, ...format, formToken });
  ctx.type = 'html';
  ctx.body = document(view.title, render('frame', { path, main, formToken, member, account, contact, ...format }));
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

/** What was wrong with a form, and what was in it. */
export interface Refused {
  fields: Fields;
  /** The error's. */
  type: string;
  /** What is wrong altogether. */
  problem: string;
  /** What is wrong with single fields, by their names. */
  problems: Readonly<Record<string, string>>;
}

/** What becomes of a form. */
interface Form<Name extends string> {
  /** Names of all fields that it shows; it is refused with any other. */
  readonly fields: readonly Name[];
  /** Does it, and gives the page that is shown then. */
  run(ctx: PortalContext, fields: FormValues<Name>): Promise<string>;
  /** Shows the form again, with all that was in it. Without it a refusal is a page of its own. */
  refuse?: ShowRefused;
}

/** Shows a page with the form that was refused. */
export type ShowRefused = (ctx: PortalContext, refused: Refused) => Promise<void>;

/** Takes a form of a member's session. The browser is sent on when it is done, so that loading a page again does nothing twice. */
export function takeForm<const Name extends string>(
  router: PortalRouter,
  path: string,
  { fields: names, run, refuse }: Form<Name>,
): void {
  router.post(path, async (ctx) => {
    const fields = await readForm(ctx, names);
    if (!isValidFormToken(ctx.state, fields.form_token)) throw errors.portalFormFromElsewhere();
    try {
      const next = await run(ctx, fields);
      ctx.status = 303;
      ctx.redirect(next);
    } catch (error) {
      if (!refuse || !(error instanceof ApiError) || error.status >= 500) throw error;
      ctx.status = error.status;
      const problems = Object.fromEntries(error.problems.map(({ param, message }) => [param, message]));
      await refuse(ctx, { fields, type: error.type, problem: error.message, problems });
    }
  });
}
