import { errors } from '../../shared/contract/errors.js';

/** Roles of members. An account has one owner, who is named in its document; the other roles are stored with the members. */
export const memberRoles = ['owner', 'admin', 'developer', 'billing', 'viewer'] as const;
export type MemberRole = (typeof memberRoles)[number];

/** Roles that a member can be given. The owner hands ownership over instead. */
export const assignableRoles = ['admin', 'developer', 'billing', 'viewer'] as const;
export type AssignableRole = (typeof assignableRoles)[number];

/** Things that a role may allow. Every member may read the pages of the account. */
export type Permission = 'keys' | 'requests' | 'pages' | 'webhooks' | 'billing' | 'settings' | 'members' | 'ownership';

const admin = ['keys', 'requests', 'pages', 'webhooks', 'billing', 'settings', 'members'] as const;

const permissions: Readonly<Record<MemberRole, readonly Permission[]>> = {
  owner: [...admin, 'ownership'],
  admin,
  developer: ['keys', 'requests', 'pages', 'webhooks'],
  billing: ['billing'],
  viewer: [],
};

/** True if a role allows something. */
export const can = (role: MemberRole, permission: Permission): boolean => permissions[role].includes(permission);

/**
 * Returns the role of a member.
 *
 * @param owner the member whom the account names as its owner; any role that is stored with that member has no effect
 */
export const findRole = (
  { _id, role = 'admin' }: { readonly _id: string; readonly role?: AssignableRole },
  owner: string | undefined,
): MemberRole => (_id === owner ? 'owner' : role);

const NAMES: Readonly<Record<MemberRole, string>> = {
  owner: 'the owner',
  admin: 'an admin',
  developer: 'a developer',
  billing: 'a member with the role billing',
  viewer: 'a viewer',
};

/** Describes who may do something, e.g. `the owner or an admin`. */
export function describeAllowed(permission: Permission): string {
  const names = memberRoles.filter((role) => can(role, permission)).map((role) => NAMES[role]);
  return new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(names);
}

/** @throws ApiError 403 that names the roles which may do it */
export function requirePermission(role: MemberRole, permission: Permission): void {
  if (!can(role, permission)) throw errors.memberRoleTooLow({ role, needed: describeAllowed(permission) });
}
