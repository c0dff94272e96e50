import { errors } from '../../../shared/contract/errors.js';
import { integer, object, oneOf } from '../../../shared/contract/fields.js';
import { route } from '../../../shared/contract/route.js';
import type { Clock } from '../../../shared/process/clock.js';
import type { Quota } from '../../../shared/storage/quota.js';
import { accountRoute, type Caller } from '../../web/index.js';
import type { VersionStore } from '../collections.js';
import { deletePage } from '../delete-page.js';
import { pageChange } from '../subjects.js';
import { checkIfMatch } from '../versions.js';
import { EDITS_PER_SECOND } from './change.js';
import { findOwnPage, ifMatchField, ifMatchHeader, pageIdField } from './view.js';

interface DeletionContext extends Caller {
  readonly clock: Clock;
  readonly quota: Quota;
  readonly store: VersionStore;
}

export const removePage = accountRoute(
  route({
    name: 'deleteExperience',
    title: 'Delete a hosted page',
    method: 'DELETE',
    path: '/v1/qr-experience/{id}',
    scope: 'pages',
    ratePerSecond: EDITS_PER_SECOND,
    fromHeaders: ifMatchHeader,
    summary:
      'Permanently deletes a hosted page with its versions, photos, visits, events and statistics. Its URLs then show that it was ' +
      'deleted. With If-Match, only the version that it names',
    request: object({ id: pageIdField, if_match: ifMatchField }),
    response: object({ id: integer(), state: oneOf(['deleted']) }),
    errors: [errors.experienceUnknown, errors.experienceChanged],
    example: { request: { id: 1 } },
  }),
  async ({ id, if_match }, context: DeletionContext) => {
    const before = await findOwnPage(context, id);
    if (if_match !== undefined) checkIfMatch(before, if_match);
    await deletePage(context.store, context.quota, before, context.clock.now());
    return { id, state: 'deleted' as const };
  },
  { action: 'page.delete', ...pageChange },
);
