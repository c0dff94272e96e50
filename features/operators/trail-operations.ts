import {
  anything,
  instant,
  integer,
  list,
  nullable,
  object,
  oneOf,
  optional,
  record,
  text,
  withDefault,
} from '../../shared/contract/fields.js';
import { accountId } from '../members/index.js';
import type { OperatorCollections, TrailEntry } from './collections.js';
import { type OperationContext, operation } from './operation.js';
import { channels, roles } from './roles.js';
import { checkTrail } from './trail.js';
import { exportFormats, exportTrail, readTrailPage } from './trail-search.js';

type Store = Pick<OperatorCollections, 'auditTrail' | 'trailIntents'>;

/** Maximum length of one part of an entry, in characters of JSON. Entries are as large as the subject that they record. */
const MAX_STATE_LENGTH = 1_000_000;

const state = (description: string) => anything({ maxJson: MAX_STATE_LENGTH, description });

const entryRow = object({
  entry: integer({ description: 'Number of the entry; numbers have no gaps' }),
  at: instant(),
  actor: text(),
  role: oneOf(roles),
  via: oneOf(channels),
  from: nullable(text({ description: 'IP address of the request' })),
  operation: text(),
  subject: object({ type: text(), id: text({ minLength: 0 }) }),
  account: nullable(text()),
  outcome: oneOf(['done', 'refused', 'failed', 'unknown'], {
    description:
      'refused: nothing was changed; failed or unknown: an error on our side or a process that ended, with a change that may be incomplete',
  }),
  input: record(state('What was asked, without secrets')),
  before: state('What was there before; null for nothing'),
  after: state('What is there now; null for nothing'),
  request_id: text(),
  hash: text({ description: 'SHA-256 of the entry and of the previous one' }),
});

const toRow = ({ _id, at, requestId, nonce, previous, ...entry }: TrailEntry) => ({
  ...entry,
  entry: _id,
  at: at.toISOString(),
  request_id: requestId,
});

export const readTrail = operation({
  command: 'audit trail',
  method: 'GET',
  path: '/v1/admin/audit-trail',
  summary: 'List the changes by operators, newest first, or export all as a file, oldest first',
  role: 'viewer',
  request: object({
    actor: optional(text({ maxLength: 100, description: 'Operator who made the change' })),
    operation: optional(text({ maxLength: 100, description: 'Name of the operation, e.g. keys revoke' })),
    subject: optional(text({ maxLength: 200, description: 'Id of the changed object, e.g. key_…' })),
    account: optional(accountId),
    from: optional(instant({ description: 'Only entries at or after this time' })),
    to: optional(instant({ description: 'Only entries before this time' })),
    format: withDefault(
      oneOf(['json', ...exportFormats], { description: 'Format of the response; csv and jsonl are complete files' }),
      'json',
    ),
    limit: withDefault(integer({ minimum: 1, maximum: 500 }), 100),
    after: optional(integer({ minimum: 1, description: 'Value of `next` from the previous page' })),
  }),
  response: object({ entries: list(entryRow), next: nullable(integer()) }),
  example: { request: { account: 'example', limit: 20 } },
  async run({ limit, after, format, ...query }, { store }: OperationContext<Store>) {
    const { entries, next } = await readTrailPage(store, query, limit, after);
    return { entries: entries.map(toRow), next };
  },
  download({ limit, after, format, ...query }, { store }: OperationContext<Store>) {
    return format === 'json' ? undefined : exportTrail(store, query, format);
  },
});

export const verifyTrail = operation({
  command: 'audit verify',
  method: 'GET',
  path: '/v1/admin/audit-trail/verify',
  summary: 'Check by the hash chain that no entry of the audit trail was changed or removed',
  role: 'viewer',
  request: object({}),
  response: object({ entries: integer(), findings: list(object({ entry: integer(), problem: text() })) }),
  example: { request: {} },
  run: (_, { store }: OperationContext<Store>) => checkTrail(store),
});
