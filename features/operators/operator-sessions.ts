import { errors } from '../../shared/contract/errors.js';
import { instant, list, nullable, object, optional, text } from '../../shared/contract/fields.js';
import { paged, readPage } from '../../shared/store/page.js';
import type { OperatorCollections, OperatorSession } from './collections.js';
import { type OperationContext, operation } from './operation.js';
import { operatorName } from './operators.js';
import { refuseNarrowToken, requireSelfOrAdmin } from './roles.js';
import { operatorSessionSubject } from './subjects.js';

type Store = Pick<OperatorCollections, 'operatorSessions'>;

const row = object({
  session: text({ description: 'Id of the session (ses_…)' }),
  operator: text(),
  opened_at: instant(),
  expires_at: instant(),
  from: text({ description: 'IP address of the log-in' }),
  agent: text({ description: 'User agent of the browser' }),
});

const toRow = ({ id, operator, opened, expires, from, agent }: OperatorSession) => ({
  session: id,
  operator,
  opened_at: opened.toISOString(),
  expires_at: expires.toISOString(),
  from,
  agent,
});

export const listSessions = operation({
  command: 'sessions list',
  method: 'GET',
  path: '/v1/admin/sessions',
  summary: 'List the open sessions of the console',
  role: 'viewer',
  request: object({ operator: optional(operatorName), ...paged }),
  response: object({ sessions: list(row), next: nullable(text()) }),
  errors: [errors.cursorInvalid],
  example: { request: {} },
  async run({ operator = { $gt: '' }, ...page }, { store, clock }: OperationContext<Store>) {
    const open = { operator, expires: { $gt: clock.now() } };
    const { rows, next } = await readPage(store.operatorSessions, open, { by: 'operator', id: 'id' }, page);
    return { sessions: rows.map(toRow), next };
  },
});

export const endSession = operation({
  command: 'sessions end',
  method: 'DELETE',
  path: '/v1/admin/sessions/{session}',
  summary: 'End a session of the console immediately; only admins end those of others',
  role: 'viewer',
  request: object({ session: text({ maxLength: 100, description: 'Id of the session (ses_…)' }) }),
  response: row,
  errors: [errors.operatorSessionUnknown, errors.tokenTooNarrow],
  example: { request: { session: 'ses_0123456789ab' } },
  mutates: { subject: operatorSessionSubject, id: ({ session }) => session },
  async run({ session: id }, { store, actor }: OperationContext<Store>) {
    const found = await store.operatorSessions.findOne({ id });
    if (!found) throw errors.operatorSessionUnknown({ session: id });
    requireSelfOrAdmin('sessions end', found.operator, actor);
    refuseNarrowToken('sessions end', actor);
    await store.operatorSessions.deleteOne({ id });
    return toRow(found);
  },
});
