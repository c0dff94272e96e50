import { errors } from '../../shared/contract/errors.js';

/** What operators may be, each with all that those before it may: look, serve customers, do everything. */
export const roles = ['viewer', 'support', 'admin'] as const;

export type Role = (typeof roles)[number];

/** Whether a role may do what takes another at least. */
export const mayAs = (role: Role, least: Role): boolean => roles.indexOf(role) >= roles.indexOf(least);

/** The lesser of two roles. */
export const narrower = (one: Role, other: Role): Role => (mayAs(one, other) ? other : one);

/** Ways to authenticate: a session of the console or its queue dashboard, a token, or access to the store itself. */
export const ways = ['console', 'queues', 'token', 'admin_token', 'cli'] as const;

/** The token that an actor has authenticated with. */
export interface ActorToken {
  /** `tok_…` */
  readonly id: string;
  /** When it stops working; null is never. */
  readonly expires: Date | null;
  /** True if its role is less than its operator's. */
  readonly isNarrow: boolean;
}

/** Who does something as an operator, and how. */
export interface Actor {
  /** An operator's name, `root` for the admin token, or `cli:` and a user of the machine for who has the store itself. */
  readonly name: string;
  readonly role: Role;
  readonly via: (typeof ways)[number];
  /** The address that it comes from; null for a command line beside the store. */
  readonly from: string | null;
  readonly requestId: string;
  /** Only for an operator's token. */
  readonly token?: ActorToken;
  /** Set for the admin token once there is an admin: it only makes and unlocks others then. */
  readonly unlocksOnly?: true;
}

/** What the admin token is called. */
export const ROOT = 'root';

/**
 * Refuses a token that expires where it would give rights that outlive it.
 *
 * @throws ApiError 403
 */
export function refuseExpiringToken(command: string, actor: Actor | undefined): void {
  if (actor?.token?.expires) throw errors.tokenExpires({ operation: command });
}

/**
 * Refuses what a token of less than its operator's role must not do about that operator.
 *
 * @throws ApiError 403
 */
export function refuseNarrowToken(command: string, actor: Actor | undefined): void {
  if (actor?.token?.isNarrow) throw errors.tokenTooNarrow({ operation: command });
}
