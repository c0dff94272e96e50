import { customAlphabet } from 'nanoid';
import type { Config } from '../../shared/process/config.js';
import { hashSecret } from '../../shared/store/hash-secret.js';
import type { Invitation, Member, MemberCollections } from './collections.js';

type Invitations = Pick<MemberCollections, 'invitations'>;

const generateLinkSecret = customAlphabet('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz', 32);

/** Creates the link of an invitation (190 random bits): the secret until it is emailed, and its hash. */
export function createInvitationLink(): Pick<Invitation, 'link' | 'unmailed'> {
  const secret = generateLinkSecret();
  return { link: hashSecret(secret), unmailed: secret };
}

const createLinkFilter = (secret: string, now: Date) => ({ link: hashSecret(secret), expires: { $gt: now } });

/** Finds the invitation of a link; undefined if the link was used or withdrawn, or has expired. */
export const findInvitation = async ({ invitations }: Invitations, secret: string, now: Date) =>
  (await invitations.findOne(createLinkFilter(secret, now))) ?? undefined;

/** Uses up a link and returns its invitation. Of concurrent attempts with the same link, one succeeds. */
export const redeemInvitation = async ({ invitations }: Invitations, secret: string, now: Date) =>
  (await invitations.findOneAndUpdate(createLinkFilter(secret, now), { $unset: { link: true } })) ?? undefined;

/** Status of an address in the portal. */
type AddressStatus =
  | { is: 'member'; member: Member }
  | { is: 'invited'; invitation: Invitation }
  | { is: 'newcomer' }
  | { is: 'refused' };

/** Finds out whether an address may sign in or sign up. An invitation to an existing account is valid even if sign-up is closed. */
export async function classifyAddress(
  { members, invitations }: MemberCollections,
  { SIGN_UP }: Pick<Config, 'SIGN_UP'>,
  address: string,
  now: Date,
): Promise<AddressStatus> {
  const [member, invitation] = await Promise.all([
    members.findOne({ _id: address }),
    invitations.findOne({ _id: address, expires: { $gt: now } }),
  ]);
  if (member) return { is: 'member', member };
  if (invitation && (invitation.account !== undefined || SIGN_UP !== 'closed')) return { is: 'invited', invitation };
  return { is: SIGN_UP === 'open' ? 'newcomer' : 'refused' };
}
