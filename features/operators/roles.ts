import { errors } from '../../shared/contract/errors.js';

/** Roles of operators, from least to most: read-only, customer support, everything. Each includes the one before it. */
export const roles = ['viewer', 'support', 'admin'] as const;

export type Role = (typeof roles)[number];

/** True if a role includes another. */
export const hasRole = (role: Role, least: Role): boolean => roles.indexOf(role) >= roles.indexOf(least);

/** The lesser of two roles. */
export const findLesserRole = (one: Role, other: Role): Role => (hasRole(one, other) ? other : one);

/** Channels that operators act through: console, queue dashboard, their token, the admin token, or the command line beside the store. */
export const channels = ['console', 'queues', 'token', 'admin_token', 'cli'] as const;

/** The token that an actor has authenticated with. */
interface ActorToken {
  /** `tok_…` */
  readonly id: string;
  /** Null for a token that never expires. */
  readonly expires: Date | null;
  /** True if its role is less than its operator's. */
  readonly isNarrow: boolean;
}

/** An authenticated operator, and the channel of the request. */
export interface Actor {
  /** An operator's name, `root` for the admin token, or `cli:` and the machine's user for the command line beside the store. */
  readonly name: string;
  readonly role: Role;
  readonly via: (typeof channels)[number];
  /** IP address of the client; null for the command line beside the store. */
  readonly from: string | null;
  readonly requestId: string;
  /** Only for an operator's token. */
  readonly token?: ActorToken;
  /** Set for the admin token once there is an admin: it then only creates and unlocks admins. */
  readonly unlocksOnly?: true;
}

/** Actor name of the admin token. */
export const ROOT = 'root';

/** Refuses a token that expires, for commands that grant rights which would outlive it. @throws ApiError 403 */
export function refuseExpiringToken(command: string, actor: Actor | undefined): void {
  if (actor?.token?.expires) throw errors.tokenExpires({ operation: command });
}

/** Refuses a token with less than its operator's role. @throws ApiError 403 */
export function refuseNarrowToken(command: string, actor: Actor | undefined): void {
  if (actor?.token?.isNarrow) throw errors.tokenTooNarrow({ operation: command });
}

/**
 * Returns the operator whose tokens or sessions a command is about: by default the actor.
 *
 * @throws ApiError 403 for another operator's unless the actor is an admin, 422 if it must be named
 */
export function requireSelfOrAdmin(command: string, requested: string | undefined, actor: Actor | undefined): string {
  const operator = requested ?? actor?.name;
  if (operator === undefined) throw errors.operatorNeeded();
  if (actor && operator !== actor.name && actor.role !== 'admin') {
    throw errors.roleTooLow({ operation: `${command} of others`, needed: 'admin', role: actor.role });
  }
  return operator;
}
