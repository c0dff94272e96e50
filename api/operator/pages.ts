import { createHash, timingSafeEqual } from 'node:crypto';
import type Router from '@koa/router';
import type { Context } from 'koa';
import { LARGEST_FORM } from '../../shared/contract/bounds.js';
import type { Input, Output } from '../../shared/contract/contract.js';
import { errors } from '../../shared/contract/errors.js';
import { readFields } from '../../shared/contract/input.js';
import type { Operation } from '../../shared/operations/operation.js';
import { readBody } from '../body/read-body.js';
import type { Services } from '../call.js';
import { asset, type FixedFile } from '../pages/fixed-file.js';
import { htmlDocument, templates } from '../pages/layout.js';
import * as format from './format.js';

/** What an operator's session tells the pages behind it. */
export interface OperatorState {
  requestId: string;
  /** Stands in every form of this session, so that no other site can send one. */
  formToken: string;
}

export type ConsoleRouter = Router<OperatorState>;

/** What a page of the console is shown to. */
export type ConsoleContext = Pick<Context, 'path' | 'status' | 'type' | 'body' | 'redirect'> & { state: OperatorState };

const render = templates('api/operator/templates');

const style = asset('/assets/operator/console.css', 'api/operator/browser/console.css');
const script = asset('/assets/operator/console.js', 'api/operator/browser/console.js');

/** The stylesheet and the script of the console. */
export const consoleAssets: readonly FixedFile[] = [style, script];

const document = (title: string, body: string): string =>
  htmlDocument({ title, body, styles: [style], scripts: [script] });

/** The page on which operators log in, with what was wrong with the last attempt. */
export function loginPage(problem?: string): string {
  const title = 'Operator login';
  return document(title, render('login', { title, problem }));
}

/** Shows a page of the console: a template inside its frame. */
export function show(ctx: ConsoleContext, template: string, view: { title: string } & Record<string, unknown>): void {
  const { path, state } = ctx;
  const main = render(template, { ...view, ...format, formToken: state.formToken });
  ctx.type = 'html';
  ctx.body = document(view.title, render('frame', { path, main }));
}

/** Fields in which several values stand, with commas between them. */
const LISTS = new Set(['scopes', 'ip_ranges']);

/**
 * Takes a form that does an operation. What is left empty is not given; the path's parameters win over the fields.
 *
 * @param answer shows what was done, usually by sending the browser elsewhere
 */
export function takeForm<O extends Operation>(
  router: ConsoleRouter,
  path: string,
  operation: O,
  { store, clock }: Pick<Services, 'store' | 'clock'>,
  answer: (ctx: ConsoleContext, done: Output<O['contract']>, input: Input<O['contract']>) => void | Promise<void>,
): void {
  router.post(path, async (ctx) => {
    const { form_token, ...fields } = await readBody(ctx, { limit: LARGEST_FORM });
    if (!isSame(form_token, ctx.state.formToken)) throw errors.formFromElsewhere();
    const given = Object.entries({ ...fields, ...ctx.params })
      .map(([name, value]): [string, unknown] => [name, LISTS.has(name) ? commaSeparated(value) : value])
      .filter(([, value]) => value !== '');
    const input = readFields(operation.contract.request, Object.fromEntries(given), 422) as Input<O['contract']>;
    const done = (await operation.run(input, { store, clock })) as Output<O['contract']>;
    await answer(ctx, done, input);
  });
}

const isSame = (given: unknown, expected: string): boolean =>
  typeof given === 'string' && timingSafeEqual(digest(given), digest(expected));

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

const commaSeparated = (value: unknown): string[] | '' => {
  const values = String(value)
    .split(/\s*,\s*/)
    .filter(Boolean);
  return values.length === 0 ? '' : values;
};
