import type { Config } from '../../shared/process/config.js';
import type { Invitation, Member, MemberCollections } from './collections.js';

/** What an address is to the portal. */
export type Standing =
  | { is: 'member'; member: Member }
  | { is: 'invited'; invitation: Invitation }
  | { is: 'newcomer' }
  | { is: 'stranger' };

/** Whether an address may sign in, may sign up, or neither. An invitation leads into an account that is there, however sign-up is set. */
export async function standingOf(
  { members, invitations }: MemberCollections,
  { SIGN_UP }: Pick<Config, 'SIGN_UP'>,
  address: string,
  now: Date,
): Promise<Standing> {
  const [member, invitation] = await Promise.all([
    members.findOne({ _id: address }),
    invitations.findOne({ _id: address, expires: { $gt: now } }),
  ]);
  if (member) return { is: 'member', member };
  if (invitation && (invitation.account !== undefined || SIGN_UP !== 'closed')) return { is: 'invited', invitation };
  return { is: SIGN_UP === 'open' ? 'newcomer' : 'stranger' };
}
