import { errors } from '../../shared/contract/errors.js';
import { recordChange } from '../account-log/index.js';
import { memberSubject } from '../accounts/index.js';
import { type AssignableRole, changeRole, ensureOwner, findRole, type Member, readAddress } from '../members/index.js';
import type { Identity } from '../sso/index.js';
import type { PortalServices } from './services.js';
import { ensureMember, type LogOrigin } from './sign-up.js';

type Services = Pick<PortalServices, 'clock' | 'config' | 'store'>;

/** Role of a member to whom the mapping of the provider gives none. */
const LEAST_ROLE: AssignableRole = 'viewer';

/**
 * Returns the member that a user of the sign-in provider is, and signs up one who may. The first sign-in binds the member to the user: nobody
 * else gets in who has the same address at the provider later. Another issuer in the settings binds members anew.
 *
 * @param mapsRoles true if members get their roles from the provider
 * @throws ApiError 403 for an address that is not verified, is another user's, or may not sign up
 */
export async function ensureSsoMember(
  services: Services,
  { issuer, subject, email, role: mapped = LEAST_ROLE }: Identity<AssignableRole>,
  mapsRoles: boolean,
  origin: LogOrigin,
): Promise<Member> {
  const { store } = services;
  const address = readAddress(email);
  if (address === undefined) throw errors.ssoEmailUnverified();
  const known = await store.members.findOne({ _id: address });
  if (known?.identity?.issuer === issuer && known.identity.subject !== subject) throw errors.ssoOtherUser();
  const member = await ensureMember(services, address, origin);
  const { account } = member;
  // The condition decides between concurrent sign-ins of several users.
  const { matchedCount } = await store.members.updateOne(
    { _id: address, account, $or: [{ 'identity.issuer': { $ne: issuer } }, { 'identity.subject': subject }] },
    { $set: { identity: { issuer, subject } } },
  );
  if (matchedCount === 0) throw errors.ssoOtherUser();
  const role = findRole(member, await ensureOwner(store, account));
  if (!mapsRoles || role === 'owner' || role === mapped) return member;
  const actor = { kind: 'member', id: address, name: address } as const;
  await recordChange(
    services,
    { account, actor, role, ...origin },
    {
      ...{ action: 'member.role', subject: memberSubject, idOf: () => address },
      run: () => changeRole(store, account, address, mapped),
    },
  );
  return member;
}
