import { createHash, timingSafeEqual } from 'node:crypto';
import type { ParsedUrlQuery } from 'node:querystring';
import type { Context } from 'koa';
import { LARGEST_FORM, LONGEST_NAME_TOLD, MOST_FORM_FIELDS } from '../../shared/contract/bounds.js';
import { errors } from '../../shared/contract/errors.js';
import { FORM_TYPE, readRaw, refuseEncoded } from './body/read-body.js';

/** Returns the confirmation that a page shows after a redirect, by its name in the query. */
export const readDone = (messages: Readonly<Record<string, string>>, { done }: ParsedUrlQuery): string | undefined =>
  typeof done === 'string' && Object.hasOwn(messages, done) ? messages[done] : undefined;

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
  refuseUnknownFields(sent, fields);
  return sent;
}

/**
 * Reads an HTML form whose allowed fields depend on what was sent; `refuseUnknownFields` must follow. Names are taken literally:
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

/** An HTML form with files. */
interface UploadForm {
  readonly texts: ReadonlyMap<string, string>;
  readonly files: ReadonlyMap<string, { readonly name: string; readonly bytes: Uint8Array }>;
}

/** Most parts of a form with files; its parser takes time for each. */
const MOST_PARTS = 20;

/**
 * Reads an HTML form with files (`multipart/form-data`). Files that were not chosen are left out.
 *
 * @param limit maximum number of bytes
 * @throws ApiError 415 for anything but such a form, 413 for more bytes, 400 for an unreadable one
 */
export async function readUploadForm(
  ctx: Pick<Context, 'req' | 'request' | 'get'>,
  limit: number,
): Promise<UploadForm> {
  const { request } = ctx;
  refuseEncoded(request);
  if (!request.is('multipart/form-data')) throw errors.uploadFormOnly();
  const body = await readRaw(ctx, { limit });
  const type = ctx.get('Content-Type');
  const [, quoted, bare] = /boundary=(?:"([^"]+)"|([^\s;]+))/i.exec(type) ?? [];
  const boundary = `--${quoted ?? bare ?? ''}`;
  let parts = 0;
  for (let at = body.indexOf(boundary); at >= 0 && parts <= MOST_PARTS; at = body.indexOf(boundary, at + 1)) parts++;
  if (parts > MOST_PARTS) throw errors.formTooManyFields({ fields: MOST_PARTS });
  const form = await new Response(new Uint8Array(body), { headers: { 'Content-Type': type } })
    .formData()
    .catch((cause) => {
      throw errors.unreadableBody({}, cause);
    });
  const texts = new Map<string, string>();
  const files = new Map<string, { name: string; bytes: Uint8Array }>();
  for (const [name, value] of form) {
    if (typeof value === 'string') texts.set(name, value);
    else if (value.size > 0) files.set(name, { name: value.name, bytes: new Uint8Array(await value.arrayBuffer()) });
  }
  return { texts, files };
}

/**
 * Refuses fields that a form does not have.
 *
 * @throws ApiError 422 for the first unknown field
 */
export function refuseUnknownFields(sent: object, fields: readonly string[]): void {
  const other = Object.keys(sent).find((name) => !fields.includes(name));
  if (other !== undefined) throw errors.formFieldUnknown({ field: other.slice(0, LONGEST_NAME_TOLD) });
}

/** True if another site has sent the request. Without the headers by which browsers say so, the client is not a browser. */
export function isCrossSite(ctx: Pick<Context, 'get' | 'host'>): boolean {
  const site = ctx.get('Sec-Fetch-Site');
  if (site) return site !== 'same-origin' && site !== 'none';
  const origin = ctx.get('Origin');
  return origin !== '' && !(URL.canParse(origin) && new URL(origin).host === ctx.host);
}

/** True if a form contains the token of its session. */
export const isValidFormToken = ({ formToken }: { formToken: string }, sent: unknown): boolean =>
  typeof sent === 'string' && timingSafeEqual(digest(sent), digest(formToken));

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
