import { customAlphabet } from 'nanoid';
import { hashSecret } from '../../shared/store/hash-secret.js';
import type { Invitation, MemberCollections } from './collections.js';

type Store = Pick<MemberCollections, 'invitations'>;

const newSecret = customAlphabet('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz', 32);

/** What an invitation needs for its link (190 random bits) to be mailed, and known again. */
export function newLink(): Pick<Invitation, 'link' | 'unmailed'> {
  const secret = newSecret();
  return { link: hashSecret(secret), unmailed: secret };
}

/** The invitation that a link leads to; undefined when it was used, withdrawn or has expired. */
export async function invitationOf({ invitations }: Store, secret: string, now: Date): Promise<Invitation | undefined> {
  return (await invitations.findOne({ link: hashSecret(secret), expires: { $gt: now } })) ?? undefined;
}

/** Uses a link up: of all who try it with the same link, one gets the invitation. */
export async function takeLink({ invitations }: Store, secret: string, now: Date): Promise<Invitation | undefined> {
  const which = { link: hashSecret(secret), expires: { $gt: now } };
  return (await invitations.findOneAndUpdate(which, { $unset: { link: true } })) ?? undefined;
}
