import { errors } from '../../shared/contract/errors.js';
import {
  anything,
  instant,
  list,
  nullable,
  object,
  oneOf,
  optional,
  text,
  withDefault,
} from '../../shared/contract/fields.js';
import { paged } from '../../shared/store/page.js';
import { accountId, type MemberCollections, memberRoles, requireAccount } from '../members/index.js';
import { type OperationContext, operation } from '../operators/index.js';
import { accountActions, isAccountAction } from './actions.js';
import type { AccountLogCollections } from './collections.js';
import { exportLog, readLog } from './read.js';

type Store = AccountLogCollections & Pick<MemberCollections, 'accounts'>;

/** Maximum length of a state in a response, in characters of JSON. Stored states are shorter. */
const MOST_IN_RESPONSE = 20_000;

const state = (description: string) => nullable(anything({ maxJson: MOST_IN_RESPONSE, description }));

const actions = Object.keys(accountActions).filter(isAccountAction);

/** Filters of the log in a request. */
export const logFilters = {
  actor: optional(text({ maxLength: 254, description: 'Email address of a member, or id of a key (key_…)' })),
  action: optional(oneOf(actions)),
  subject: optional(text({ maxLength: 254, description: 'Id of what was changed, e.g. key_…' })),
  from: optional(instant({ description: 'Only entries at or after this time' })),
  to: optional(instant({ description: 'Only entries before this time' })),
};

const entryRow = object({
  entry: text(),
  at: instant(),
  actor: object({
    kind: oneOf(['member', 'key', 'support']),
    id: text({ description: 'Email address of the member, or id of the key' }),
    name: text(),
  }),
  role: nullable(oneOf(memberRoles, { description: 'Role of the member at that time; null for others' })),
  from: text({ description: 'IP address of the request' }),
  action: oneOf(actions),
  title: text({ description: 'Description of the action' }),
  subject: object({ type: text(), id: text({ minLength: 0 }) }),
  before: state('The changed fields before; null if there was nothing'),
  after: state('The changed fields after; null if there is nothing left'),
  outcome: oneOf(['done', 'failed', 'unknown'], {
    description:
      'failed or unknown: an error on our side or a process that ended, with a change that may be incomplete',
  }),
  request_id: text(),
});

export const readAccountLog = operation({
  command: 'accounts log',
  method: 'GET',
  path: '/v1/admin/accounts/{account}/log',
  summary: 'List the changes that members and keys of an account have made, newest first, or export them as CSV',
  role: 'viewer',
  request: object({
    account: accountId,
    ...logFilters,
    format: withDefault(
      oneOf(['json', 'csv'], { description: 'Format of the response; csv is a complete file' }),
      'json',
    ),
    ...paged,
  }),
  response: object({ entries: list(entryRow), next: nullable(text()) }),
  errors: [errors.accountUnknown, errors.cursorInvalid],
  example: { request: { account: 'example', limit: 20 } },
  async run({ account, format: _, ...query }, { store }: OperationContext<Store>) {
    await requireAccount(store, account);
    return readLog(store, account, query);
  },
  download({ account, format, ...query }, { store }: OperationContext<Store>) {
    return format === 'csv' ? exportLog(store, account, query) : undefined;
  },
});
