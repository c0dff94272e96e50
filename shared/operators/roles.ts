/** What operators may be, each with all that those before it may: look, serve customers, do everything. */
export const roles = ['viewer', 'support', 'admin'] as const;

export type Role = (typeof roles)[number];

/** Whether a role may do what takes another at least. */
export const mayAs = (role: Role, least: Role): boolean => roles.indexOf(role) >= roles.indexOf(least);

/** The lesser of two roles. */
export const narrower = (one: Role, other: Role): Role => (mayAs(one, other) ? other : one);

/** The way by which something was done. */
export const ways = ['api', 'console', 'cli', 'queues'] as const;

/** Who does something as an operator, and how. */
export interface Actor {
  /** An operator's name, `root` for the admin token, or `cli:` and a user of the machine for who has the store itself. */
  readonly name: string;
  readonly role: Role;
  readonly via: (typeof ways)[number];
  /** The address that it comes from; null for a command line beside the store. */
  readonly from: string | null;
  readonly requestId: string;
  /** Set for the admin token once there is an admin: it only makes and unlocks others then. */
  readonly unlocksOnly?: true;
}

/** What the admin token is called. */
export const ROOT = 'root';
