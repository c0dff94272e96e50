import { isAscii } from 'node:buffer';
import { setImmediate as turn } from 'node:timers/promises';
import Bourne from '@hapi/bourne';
import type { Context } from 'koa';
import qs from 'qs';
import getRawBody from 'raw-body';
import type { ApiError } from '../../../shared/contract/api-error.js';
import { BODY_OF_ONE_CALL, DEEPEST_BODY, MOST_FORM_FIELDS, MOST_VALUES } from '../../../shared/contract/bounds.js';
import { errors } from '../../../shared/contract/errors.js';
import { jsonExcess } from './json-excess.js';

const JSON_TYPES = ['json', '+json'];
export const FORM_TYPE = 'urlencoded';

export interface BodyOrder {
  /** The most bytes that are read. */
  readonly limit: number;
  /** What a larger one is answered with. */
  readonly tooLarge?: () => ApiError;
}

/**
 * Reads what was sent: an object of JSON, or a form. No body is an empty object. Bodies are taken as they are, since
 * inflating one costs more than sending it did, and what holds too many values is refused before any is built.
 *
 * @throws ApiError 400 for what cannot be read, 413 for too much, 415 for an unknown content type, or an encoded one
 */
export async function readBody(
  ctx: Pick<Context, 'req' | 'request'>,
  { limit, tooLarge = () => errors.bodyTooLarge({ limit: inUnits(limit) }) }: BodyOrder,
): Promise<Record<string, unknown>> {
  const { request } = ctx;
  refuseEncoded(request);
  if (request.length === 0) return {};
  // `is` answers null when there is no body, false when its type is none of these.
  const type = request.is([...JSON_TYPES, FORM_TYPE]);
  if (type === null) return {};
  if (type === false) throw errors.unsupportedContentType();
  const bytes = await readBytes(ctx, limit, tooLarge);
  const body = request.is(FORM_TYPE) ? parseForm(bytes) : await parseJson(bytes);
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw errors.bodyNotAnObject();
  return { ...body };
}

/**
 * Reads JSON of any shape, under the same bounds.
 *
 * @throws ApiError 400 for what cannot be read, 413 for too much, 415 for anything else than JSON, or encoded
 */
export async function readJson(ctx: Pick<Context, 'req' | 'request'>, { limit }: BodyOrder): Promise<unknown> {
  const { request } = ctx;
  refuseEncoded(request);
  if (!request.is(JSON_TYPES)) throw errors.jsonOnly();
  return await parseJson(await readBytes(ctx, limit, () => errors.bodyTooLarge({ limit: inUnits(limit) })));
}

/**
 * Reads what was sent byte for byte, whatever it is.
 *
 * @throws ApiError 400 for what cannot be read, 413 for too much
 */
export const readRaw = (ctx: Pick<Context, 'req' | 'request'>, { limit }: BodyOrder): Promise<Buffer> =>
  readBytes(ctx, limit, () => errors.bodyTooLarge({ limit: inUnits(limit) }));

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

/** Between the steps that a body of megabytes takes, each some milliseconds long, the other calls of the front have their turns. */
async function parseJson(bytes: Buffer): Promise<unknown> {
  if (bytes.length === 0) return {};
  const others = bytes.length > BODY_OF_ONE_CALL ? turn : () => {};
  await others();
  const excess = jsonExcess(bytes, { levels: DEEPEST_BODY, values: MOST_VALUES });
  if (excess === 'levels') throw errors.bodyTooDeep({ levels: DEEPEST_BODY });
  if (excess === 'values') throw errors.bodyTooManyValues({ values: MOST_VALUES });
  // What has a byte to a character is decoded in a seventh of the time.
  const text = bytes.toString(isAscii(bytes) ? 'latin1' : 'utf8');
  await others();
  const body = parseText(text, mayNameProto(bytes));
  await others();
  return body;
}

function parseText(text: string, mayNameProto: boolean): unknown {
  try {
    return mayNameProto ? Bourne.parse(text, { protoAction: 'error' }) : JSON.parse(text);
  } catch (cause) {
    throw errors.unreadableBody({}, cause);
  }
}

/** Whether `__proto__` may be the name of a field, as it is or in escapes: to know it for sure takes longer than parsing does. */
const mayNameProto = (bytes: Buffer): boolean => bytes.includes('__proto__') || bytes.includes('\\u00');

function parseForm(bytes: Buffer): unknown {
  let fields = 1;
  for (let at = bytes.indexOf('&'); at >= 0; at = bytes.indexOf('&', at + 1)) {
    fields++;
    if (fields > MOST_FORM_FIELDS) throw errors.formTooManyFields({ fields: MOST_FORM_FIELDS });
  }
  return qs.parse(bytes.toString('utf8'), { allowDots: true, parameterLimit: MOST_FORM_FIELDS });
}

const inUnits = (bytes: number): string => (bytes < 1024 * 1024 ? `${bytes / 1024} KiB` : `${bytes / 1024 / 1024} MiB`);
