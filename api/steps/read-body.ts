import { bodyParser } from '@koa/bodyparser';
import { catalogue } from '../../shared/contract/catalogue/index.js';
import { errors } from '../../shared/contract/errors.js';
import type { Step } from '../call.js';

const MAX_DEPTH = 64;
const JSON_TYPES = ['json', '+json'];
const FORM_TYPE = 'urlencoded';

function parserFor(limit: number) {
  return bodyParser({
    enableTypes: ['json', 'form'],
    detectJSON: (ctx) => Boolean(ctx.request.is(JSON_TYPES)),
    jsonLimit: limit,
    formLimit: limit,
    onError(error) {
      throw 'status' in error && error.status === 413
        ? errors.bodyTooLarge({ limit: `${limit / 1024 / 1024} MiB` })
        : errors.unreadableBody({}, error);
    },
  });
}

/** One parser per size limit: the groups have very few different ones. */
const parsers = new Map(
  [...new Set(catalogue.map(({ group }) => group.bodyLimit))].map((limit) => [limit, parserFor(limit)]),
);

/**
 * Reads what the caller sent: JSON or a form, and query parameters where the group allows them (the body wins).
 * An empty body is an empty object.
 *
 * @throws ApiError 400 for what cannot be read, 413 for too much, 415 for an unknown content type
 */
export const readBody: Step = async (ctx, next) => {
  const { group } = ctx.state.endpoint;
  const isEmpty = ctx.request.length === 0;
  // `is` answers null when there is no body, false when its type is none of these.
  if (!isEmpty && ctx.request.is([...JSON_TYPES, FORM_TYPE]) === false) throw errors.unsupportedContentType();
  await parsers.get(group.bodyLimit)?.(ctx, async () => {});
  const body: unknown = ctx.request.body ?? {};
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw errors.bodyNotAnObject();
  if (isDeeperThan(MAX_DEPTH, body)) throw errors.bodyTooDeep({ levels: MAX_DEPTH });
  ctx.state.body = group.readsQuery ? { ...queryWithoutKey(ctx.query), ...body } : { ...body };
  return next();
};

/** A key in the query would land in logs, so it is never read. */
function queryWithoutKey(query: Record<string, unknown>): Record<string, unknown> {
  const { api_key: _, ...fields } = query;
  return fields;
}

/** Looks level by level, so that the depth of what was sent cannot exhaust our own stack. */
function isDeeperThan(limit: number, body: object): boolean {
  let level: object[] = [body];
  for (let depth = 1; level.length > 0; depth++) {
    if (depth > limit) return true;
    level = level.flatMap((value) => Object.values(value).filter((inner) => typeof inner === 'object' && inner));
  }
  return false;
}
