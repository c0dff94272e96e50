import { isAscii } from 'node:buffer';
import { setImmediate as nextTurn } from 'node:timers/promises';
import Bourne from '@hapi/bourne';
import type { Context } from 'koa';
import qs from 'qs';
import getRawBody from 'raw-body';
import type { ApiError } from '../../../shared/contract/api-error.js';
import { BODY_OF_ONE_CALL, DEEPEST_BODY, MOST_FORM_FIELDS, MOST_VALUES } from '../../../shared/contract/bounds.js';
import { errors } from '../../../shared/contract/errors.js';
import { findExceededBound } from './json-excess.js';

const JSON_TYPES = ['json', '+json'];
export const FORM_TYPE = 'urlencoded';

/** Content types of JSON when a client sets none: none at all, or that of `fetch`. curl declares a form. */
const UNDECLARED_TYPES = ['', 'text/plain'];
/** The beginning of a JSON object, with which no form begins. */
const JSON_OBJECT = /^\s*\{/;
/** Longest indentation before an object that is recognised, in bytes. */
const MAX_INDENT = 64;

export interface BodyOptions {
  /** Maximum size, in bytes. */
  readonly limit: number;
  /** Error for a larger body. */
  readonly tooLarge?: () => ApiError;
  /** Maximum number of JSON values. */
  readonly values?: number;
}

/**
 * Reads a body that is a JSON object or a form. A JSON object is read as one although it is sent as a form, as plain text or without a
 * content type. No body is an empty object. Compressed bodies are refused, since inflating one costs more than
 * sending it did, and a body with too many values is refused before any of them is created.
 *
 * @throws ApiError 400 for an unreadable body, 413 for a large one, 415 for an unknown content type or encoding
 */
export async function readBody(
  ctx: Pick<Context, 'req' | 'request'>,
  { limit, tooLarge = () => errors.bodyTooLarge({ limit: formatBytes(limit) }), values }: BodyOptions,
): Promise<Record<string, unknown>> {
  const { request } = ctx;
  refuseEncoded(request);
  if (request.length === 0) return {};
  // `is` returns null when there is no body, false when its type is none of these.
  const type = request.is([...JSON_TYPES, FORM_TYPE]);
  if (type === null) return {};
  if (type === false && !UNDECLARED_TYPES.includes(request.type)) throw errors.unsupportedContentType();
  const bytes = await readBytes(ctx, limit, tooLarge);
  const isJson = JSON_OBJECT.test(bytes.toString('latin1', 0, MAX_INDENT));
  if (type === false && !isJson) throw errors.unsupportedContentType();
  const body = type === FORM_TYPE && !isJson ? parseForm(bytes) : await parseJson(bytes, values);
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw errors.bodyNotAnObject();
  return { ...body };
}

/**
 * Reads JSON of any shape, within the same bounds.
 *
 * @throws ApiError 400 for an unreadable body, 413 for a large one, 415 for another content type or encoding
 */
export async function readJson(ctx: Pick<Context, 'req' | 'request'>, { limit }: BodyOptions): Promise<unknown> {
  const { request } = ctx;
  refuseEncoded(request);
  if (!request.is(JSON_TYPES)) throw errors.jsonOnly();
  return await parseJson(await readBytes(ctx, limit, () => errors.bodyTooLarge({ limit: formatBytes(limit) })));
}

/**
 * Reads the bytes of a body of any type.
 *
 * @throws ApiError 400 for an unreadable body, 413 for a large one
 */
export const readRaw = (ctx: Pick<Context, 'req' | 'request'>, { limit }: BodyOptions): Promise<Buffer> =>
  readBytes(ctx, limit, () => errors.bodyTooLarge({ limit: formatBytes(limit) }));

/** @throws ApiError 415 for an encoded body */
export function refuseEncoded(request: Context['request']): void {
  if (!/^(identity)?$/i.test(request.get('Content-Encoding'))) throw errors.contentEncodingRefused();
}

async function readBytes(
  { req, request }: Pick<Context, 'req' | 'request'>,
  limit: number,
  tooLarge: () => ApiError,
): Promise<Buffer> {
  try {
    return await getRawBody(req, { limit, length: request.length ?? null });
  } catch (cause) {
    throw isTooLarge(cause) ? tooLarge() : errors.unreadableBody({}, cause);
  }
}

const isTooLarge = (cause: unknown): boolean =>
  cause instanceof Error && 'type' in cause && cause.type === 'entity.too.large';

/** Parses JSON. Between the steps that a body of megabytes takes, each some milliseconds long, it yields to other requests. */
async function parseJson(bytes: Buffer, values: number = MOST_VALUES): Promise<unknown> {
  if (bytes.length === 0) return {};
  const yieldToOthers = bytes.length > BODY_OF_ONE_CALL ? nextTurn : () => {};
  await yieldToOthers();
  const excess = findExceededBound(bytes, { levels: DEEPEST_BODY, values });
  if (excess === 'levels') throw errors.bodyTooDeep({ levels: DEEPEST_BODY });
  if (excess === 'values') throw errors.bodyTooManyValues({ values });
  // Latin-1 is decoded many times faster.
  const text = bytes.toString(isAscii(bytes) ? 'latin1' : 'utf8');
  await yieldToOthers();
  const body = parseText(text, mayNameProto(bytes));
  await yieldToOthers();
  return body;
}

function parseText(text: string, mayNameProto: boolean): unknown {
  try {
    return mayNameProto ? Bourne.parse(text, { protoAction: 'error' }) : JSON.parse(text);
  } catch (cause) {
    throw errors.unreadableBody({}, cause);
  }
}

/** True if `__proto__` may be the name of a field, literally or in escapes. An exact answer would take longer than parsing. */
const mayNameProto = (bytes: Buffer): boolean => bytes.includes('__proto__') || bytes.includes('\\u00');

function parseForm(bytes: Buffer): unknown {
  let fields = 1;
  for (let at = bytes.indexOf('&'); at >= 0; at = bytes.indexOf('&', at + 1)) {
    fields++;
    if (fields > MOST_FORM_FIELDS) throw errors.formTooManyFields({ fields: MOST_FORM_FIELDS });
  }
  return qs.parse(bytes.toString('utf8'), { allowDots: true, parameterLimit: MOST_FORM_FIELDS });
}

/** Formats a size: 65536 → `64 KiB`. */
const formatBytes = (bytes: number): string =>
  bytes < 1024 * 1024 ? `${bytes / 1024} KiB` : `${bytes / 1024 / 1024} MiB`;
