import { errors } from '../../shared/contract/errors.js';
import { instant, list, nullable, object, oneOf, optional, text, withDefault } from '../../shared/contract/fields.js';
import { paged, readPage } from '../../shared/store/page.js';
import type { OperatorCollections, OperatorToken } from './collections.js';
import { type OperationContext, operation } from './operation.js';
import { operatorName } from './operators.js';
import { findLesserRole, hasRole, refuseNarrowToken, requireSelfOrAdmin, roles } from './roles.js';
import { operatorTokenSubject } from './subjects.js';
import { issueToken } from './token-secrets.js';

type Context = OperationContext<OperatorCollections>;

const fields = {
  id: text({ description: 'Id of the token (tok_…)' }),
  operator: text(),
  name: text(),
  prefix: text(),
  role: oneOf(roles),
  expires_at: nullable(instant()),
  created_at: instant(),
  last_used_at: nullable(instant({ description: 'Time of the last use, to the minute' })),
};

const toRow = (token: OperatorToken) => ({
  id: token.id,
  operator: token.operator,
  name: token.name,
  prefix: token.prefix,
  role: token.role,
  expires_at: token.expires?.toISOString() ?? null,
  created_at: token.created.toISOString(),
  last_used_at: token.last_used?.toISOString() ?? null,
});

const operatorField = optional({
  ...operatorName,
  description: 'Operator; defaults to yourself, others only for admins',
});

export const createToken = operation({
  command: 'tokens create',
  method: 'POST',
  path: '/v1/admin/tokens',
  returnsSecret: true,
  summary: 'Create a token for the admin API and the command line, which is shown only once',
  role: 'viewer',
  request: object({
    operator: operatorField,
    name: withDefault(text({ maxLength: 200, description: 'Name of the token' }), 'Token'),
    role: oneOf(roles, { description: "The most that it may; no more than its operator's own" }),
    expires_at: optional(
      instant({ description: 'Expiry; defaults to never, or to that of the token that creates it' }),
    ),
  }),
  response: object({ ...fields, operator_token: text({ description: 'The token itself: it is shown this once' }) }),
  errors: [errors.operatorUnknown, errors.operatorNeeded, errors.tokenOutlivesCreator],
  example: { request: { name: 'Scraper of metrics', role: 'viewer', expires_at: '2027-01-01T00:00:00Z' } },
  mutates: { subject: operatorTokenSubject, id: (_, answer) => answer?.id },
  async run({ operator: requested, name, role, expires_at }, { store, clock, actor }: Context) {
    const operator = requireSelfOrAdmin('tokens create', requested, actor);
    const owner = await store.operators.findOne({ _id: operator });
    if (!owner) throw requested === undefined ? errors.operatorNeeded() : errors.operatorUnknown({ operator });
    const most = actor ? findLesserRole(actor.role, owner.role) : owner.role;
    if (!hasRole(most, role)) throw errors.roleTooLow({ operation: `A token of ${role}`, needed: role, role: most });
    const latest = actor?.token?.expires ?? null;
    const expires = expires_at === undefined ? latest : new Date(expires_at);
    if (latest && expires && expires > latest) throw errors.tokenOutlivesCreator({ expires: latest.toISOString() });
    const { plain, token } = await issueToken(store, { operator, name, role, expires, created: clock.now() });
    return { ...toRow(token), operator_token: plain };
  },
});

export const listTokens = operation({
  command: 'tokens list',
  method: 'GET',
  path: '/v1/admin/tokens',
  summary: "List the tokens of one or all operators; a token with less than its operator's role lists only itself",
  role: 'viewer',
  request: object({ operator: optional(operatorName), ...paged }),
  response: object({ tokens: list(object(fields)), next: nullable(text()) }),
  errors: [errors.cursorInvalid],
  example: { request: {} },
  async run({ operator = { $gt: '' }, ...page }, { store, actor }: Context) {
    const filter = { operator, ...(actor?.token?.isNarrow && { id: actor.token.id }) };
    const { rows, next } = await readPage(store.operatorTokens, filter, { by: 'operator', id: 'id' }, page);
    return { tokens: rows.map(toRow), next };
  },
});

export const revokeToken = operation({
  command: 'tokens revoke',
  method: 'DELETE',
  path: '/v1/admin/tokens/{id}',
  summary:
    "Revoke a token immediately; only admins revoke those of others, and a token with less than its operator's role only itself",
  role: 'viewer',
  request: object({ id: text({ maxLength: 100, description: 'Id of the token (tok_…)' }) }),
  response: object(fields),
  errors: [errors.operatorTokenUnknown, errors.tokenTooNarrow],
  example: { request: { id: 'tok_0123456789ab' } },
  mutates: { subject: operatorTokenSubject, id: ({ id }) => id },
  async run({ id }, { store, actor }: Context) {
    const found = await store.operatorTokens.findOne({ id });
    if (!found) throw errors.operatorTokenUnknown({ token: id });
    requireSelfOrAdmin('tokens revoke', found.operator, actor);
    if (id !== actor?.token?.id) refuseNarrowToken('tokens revoke', actor);
    await store.operatorTokens.deleteOne({ id });
    return toRow(found);
  },
});
