import { bodyParser } from '@koa/bodyparser';
import type Router from '@koa/router';
import type { Context } from 'koa';
import type { Input, Output } from '../../shared/contract/contract.js';
import { readFields } from '../../shared/contract/input.js';
import type { Operation } from '../../shared/operations/operation.js';
import type { Services } from '../call.js';
import { checkFormToken, type OperatorState } from './session.js';

const readForm = bodyParser({ enableTypes: ['form'] });

/** Fields in which several values stand, with commas between them. */
const LISTS = new Set(['scopes']);

/**
 * Takes a form that does an operation. What is left empty is not given; the path's parameters win over the fields.
 *
 * @param answer shows what was done, usually by sending the browser elsewhere
 */
export function takeForm<O extends Operation>(
  router: Router,
  path: string,
  operation: O,
  { store, clock }: Services,
  answer: (ctx: Context, done: Output<O['contract']>, input: Input<O['contract']>) => void | Promise<void>,
): void {
  router.post(path, readForm, async (ctx) => {
    const { form_token, ...fields } = Object(ctx.request.body) as Record<string, unknown>;
    checkFormToken((ctx.state as OperatorState).formToken, form_token);
    const given = Object.entries({ ...fields, ...ctx.params })
      .map(([name, value]): [string, unknown] => [name, LISTS.has(name) ? commaSeparated(value) : value])
      .filter(([, value]) => value !== '');
    const input = readFields(operation.contract.request, Object.fromEntries(given), 422) as Input<O['contract']>;
    const done = (await operation.run(input, { store, clock })) as Output<O['contract']>;
    await answer(ctx as unknown as Context, done, input);
  });
}

const commaSeparated = (value: unknown): string[] | '' => {
  const values = String(value)
    .split(/\s*,\s*/)
    .filter(Boolean);
  return values.length === 0 ? '' : values;
};
