import { DELETION_GRACE_DAYS } from '../../shared/contract/bounds.js';
import { errors } from '../../shared/contract/errors.js';
import type { Clock } from '../../shared/process/clock.js';
import {
  cancelDeletion,
  ensureOwner,
  type MemberCollections,
  readAddress,
  scheduleDeletion,
} from '../members/index.js';
import { type PortalContext, type PortalRouter, takeForm } from './pages.js';

interface Dependencies {
  readonly clock: Clock;
  readonly store: Pick<MemberCollections, 'accounts' | 'invitations' | 'members'>;
}

const PATH = '/account/settings';

/** Maximum number of members, and of invitations, that the settings show. */
const MOST_SHOWN = 50;

/** Reads the members and pending invitations that the settings show. */
export async function membersView({ store, clock }: Dependencies, { state: { account, member } }: PortalContext) {
  const { _id } = account;
  const [owner, members, invitations] = await Promise.all([
    ensureOwner(store, _id),
    store.members.find({ account: _id }, { sort: { created: 1, _id: 1 }, limit: MOST_SHOWN }).toArray(),
    store.invitations
      .find({ account: _id, expires: { $gt: clock.now() } }, { sort: { created: 1 }, limit: MOST_SHOWN })
      .toArray(),
  ]);
  return { account, members, invitations, owner, isOwner: owner === member._id, graceDays: DELETION_GRACE_DAYS };
}

/** Adds the forms that only the owner of the account may send. @param refuse shows the settings again */
export function addOwnerForms(
  router: PortalRouter,
  { store, clock }: Dependencies,
  refuse: NonNullable<Parameters<typeof takeForm>[2]['refuse']>,
): void {
  /** @throws ApiError 403 */
  const requireOwner = async ({ state: { member } }: PortalContext) => {
    const owner = await ensureOwner(store, member.account);
    if (owner !== member._id) throw errors.ownerOnly({ owner: owner ?? '' });
  };

  takeForm(router, '/settings/invitations/withdraw', {
    fields: ['email'],
    async run(ctx, { email }) {
      await requireOwner(ctx);
      const { account } = ctx.state.member;
      const withdrawn = await store.invitations.deleteOne({ _id: readAddress(email) ?? '', account });
      if (withdrawn.deletedCount === 0) throw errors.invitationUnknown();
      return `${PATH}?done=withdrawn#members`;
    },
    refuse,
  });

  takeForm(router, '/settings/delete', {
    fields: ['email'],
    async run(ctx, { email }) {
      await requireOwner(ctx);
      const { _id: address, account } = ctx.state.member;
      if (readAddress(email) !== address) throw errors.addressNotRepeated();
      await scheduleDeletion(store, account, clock.now());
      return `${PATH}?done=scheduled`;
    },
    refuse,
  });

  takeForm(router, '/settings/delete/cancel', {
    fields: [],
    async run(ctx) {
      await requireOwner(ctx);
      const { _id: address, account } = ctx.state.member;
      await cancelDeletion(store, account, `The owner, ${address},`, clock.now());
      return `${PATH}?done=cancelled`;
    },
    refuse,
  });
}
