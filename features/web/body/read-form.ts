import type { Context } from 'koa';
import { LARGEST_FORM, LONGEST_NAME_TOLD, MOST_FORM_FIELDS } from '../../../shared/contract/bounds.js';
import { errors } from '../../../shared/contract/errors.js';
import { FORM_TYPE, readRaw, refuseEncoded } from './read-body.js';

/** Values of an HTML form by field name: a text, or several if a name was sent more than once. */
export type FormValues<Name extends string = string> = { readonly [Field in Name]?: string | readonly string[] };

/**
 * Reads an HTML form that has these fields and no others.
 *
 * @param fields names of all fields that the form shows
 * @throws ApiError 422 for any other field, and what `readAnyForm` throws
 */
export async function readForm<const Name extends string>(
  ctx: Pick<Context, 'req' | 'request'>,
  fields: readonly Name[],
): Promise<FormValues<Name>> {
  const sent = await readAnyForm(ctx, LARGEST_FORM);
  refuseOtherFields(sent, fields);
  return sent;
}

/**
 * Reads an HTML form whose allowed fields depend on what was sent; `refuseOtherFields` must follow. Names are taken literally:
 * `limits.vat` is one name and no path into an object.
 *
 * @param limit maximum number of bytes
 * @throws ApiError 415 for anything but a form, 413 for more bytes, 400 for too many fields
 */
export async function readAnyForm(ctx: Pick<Context, 'req' | 'request'>, limit: number): Promise<FormValues> {
  const { request } = ctx;
  refuseEncoded(request);
  const type = request.length === 0 ? null : request.is(FORM_TYPE);
  if (type === null) return {};
  if (type === false) throw errors.formOnly();
  const sent = new URLSearchParams((await readRaw(ctx, { limit })).toString('utf8'));
  if (sent.size > MOST_FORM_FIELDS) throw errors.formTooManyFields({ fields: MOST_FORM_FIELDS });
  const names = [...new Set(sent.keys())];
  return Object.fromEntries(
    names.map((name) => {
      const values = sent.getAll(name);
      return [name, values.length === 1 ? values.join() : values];
    }),
  );
}

/**
 * Refuses fields that a form does not have.
 *
 * @throws ApiError 422 for the first unknown field
 */
export function refuseOtherFields(sent: object, fields: readonly string[]): void {
  const other = Object.keys(sent).find((name) => !fields.includes(name));
  if (other !== undefined) throw errors.formFieldUnknown({ field: other.slice(0, LONGEST_NAME_TOLD) });
}
