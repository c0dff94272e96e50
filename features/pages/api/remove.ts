import { errors } from '../../../shared/contract/errors.js';
import { integer, object, oneOf } from '../../../shared/contract/fields.js';
import { route } from '../../../shared/contract/route.js';
import type { Clock } from '../../../shared/process/clock.js';
import type { Quota } from '../../../shared/storage/quota.js';
import { accountRoute, type Caller } from '../../web/index.js';
import type { ExperienceCollections } from '../collections.js';
import { deleteExperience } from '../delete-experience.js';
import { checkMatch } from '../versions.js';
import { EDITS_PER_SECOND } from './change.js';
import { experienceId, fromIfMatch, ifMatch, ownExperience } from './view.js';

interface Dependencies {
  readonly clock: Clock;
  readonly quota: Quota;
  readonly store: Pick<ExperienceCollections, 'experienceVersions' | 'experiences'>;
}

export const removeExperience = accountRoute(
  route({
    name: 'deleteExperience',
    title: 'Delete a hosted page',
    method: 'DELETE',
    path: '/v1/qr-experience/{id}',
    scope: 'pages',
    ratePerSecond: EDITS_PER_SECOND,
    fromHeaders: fromIfMatch,
    summary:
      'Delete a hosted page for good, with its versions, photos, visits, events and statistics, guarded by If-Match; its code and ' +
      'slug lead to a page that says so',
    request: object({ id: experienceId, if_match: ifMatch }),
    response: object({ id: integer(), state: oneOf(['deleted']) }),
    errors: [errors.experienceUnknown, errors.ifMatchRequired, errors.experienceChanged],
    example: { request: { id: 1, if_match: '*' } },
  }),
  async ({ id, if_match }, context: Dependencies & Caller) => {
    const before = await ownExperience(context, id);
    checkMatch(before, if_match);
    await deleteExperience(context.store, context.quota, before, context.clock.now());
    return { id, state: 'deleted' as const };
  },
);
