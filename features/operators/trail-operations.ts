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
  entry: integer({ description: 'Its number: they follow each other without a gap' }),
  at: instant(),
  actor: text(),
  role: oneOf(roles),
  via: oneOf(channels),
  from: nullable(text({ description: 'The address that it came from' })),
  operation: text(),
  subject: object({ type: text(), id: text({ minLength: 0 }) }),
  account: nullable(text()),
  outcome: oneOf(['done', 'refused', 'failed', 'unknown'], {
    description:
      'refused: nothing was done; failed or unknown: it broke on our side, or its process ended; it may be done in part',
  }),
  input: record(state('What was asked, without secrets')),
  before: state('What was there before; null for nothing'),
  after: state('What is there now; null for nothing'),
  request_id: text(),
  hash: text({ description: 'SHA-256 of the entry and of the one before it' }),
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
  summary: 'What operators have changed, the latest first; or all of it as a file, the oldest first',
  role: 'viewer',
  request: object({
    actor: optional(text({ maxLength: 100, description: 'Who did it' })),
    operation: optional(text({ maxLength: 100, description: 'E.g. keys revoke' })),
    subject: optional(text({ maxLength: 200, description: 'Id of what was changed, e.g. key_…' })),
    account: optional(accountId),
    from: optional(instant({ description: 'At this instant or later' })),
    to: optional(instant({ description: 'Before this instant' })),
    format: withDefault(
      oneOf(['json', ...exportFormats], { description: 'csv and jsonl are files of everything' }),
      'json',
    ),
    limit: withDefault(integer({ minimum: 1, maximum: 500 }), 100),
    after: optional(integer({ minimum: 1, description: 'The `next` of the page before' })),
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
  summary:
    'Check that no entry of the audit trail was changed or taken out, by the hashes that tie each to the one before',
  role: 'viewer',
  request: object({}),
  response: object({ entries: integer(), findings: list(object({ entry: integer(), problem: text() })) }),
  example: { request: {} },
  run: (_, { store }: OperationContext<Store>) => checkTrail(store),
});
