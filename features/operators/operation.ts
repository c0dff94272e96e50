import type { Static, TObject, TSchema } from 'typebox';
import type { Answer } from '../../shared/contract/contract.js';
import type { Download } from '../../shared/contract/download.js';
import { errors } from '../../shared/contract/errors.js';
import { type Route, route } from '../../shared/contract/route.js';
import { OPERATOR } from '../../shared/contract/service-scopes.js';
import type { Clock } from '../../shared/process/clock.js';
import type { QueueInfrastructure } from '../../shared/queue/infrastructure.js';
import type { Operator } from './collections.js';
import type { Reading } from './perform.js';
import type { Actor, Role } from './roles.js';

/** Checks the passwords of operators, and limits wrong ones by network and by name. */
export interface PasswordCheck {
  /**
   * Returns the active operator with this name and password; undefined when there is none.
   *
   * @throws ApiError 429 after too many wrong ones
   */
  checkPassword(address: string, name: string, password: string): Promise<Operator | undefined>;
}

/** What an operation works with. */
export interface OperationContext<Store extends object = object> {
  readonly store: Store;
  readonly clock: Clock;
  /** Who asks; there for everything that comes through `perform`. */
  readonly actor?: Actor;
  /** There for operations that are declared as `live`. */
  readonly infrastructure?: QueueInfrastructure | undefined;
  /** There where operators log in. */
  readonly passwords?: PasswordCheck | undefined;
}

/**
 * Redis and the queues, for an operation that is declared as `live`.
 *
 * @throws ApiError 503 where they were not handed on
 */
export function requireInfrastructure({
  infrastructure,
}: Pick<OperationContext, 'infrastructure'>): QueueInfrastructure {
  if (!infrastructure) throw errors.serviceUnavailable({}, 'Redis and the queues were not handed on');
  return infrastructure;
}

/** A kind of thing that operations change. */
export interface SubjectKind {
  /** One word, e.g. `account`. */
  readonly type: string;
  /** What there is of it now; null for what is not there. */
  read(store: object, id: string, infrastructure?: QueueInfrastructure): Promise<Reading | null>;
}

/** What an operation changes, for the audit trail. */
export interface Mutation<Request extends TObject = TObject, Response extends TSchema = TSchema> {
  readonly subject: SubjectKind;
  /** The id of the one that it changes; of what is made, it may be known by the answer alone. */
  id(input: Static<Request>, answer?: Static<Response>, actor?: Actor): string | undefined;
  /** Types of the refusals that the trail records too. */
  readonly auditedRefusals?: readonly string[];
}

/** Something that an operator does: a command of the CLI and a route of the admin API, declared once. */
export interface Operation<Request extends TObject = TObject, Response extends TSchema = TSchema>
  extends Answer<Route<Request, Response>, OperationContext> {
  /** Noun and verb of the command, e.g. `accounts create`. */
  readonly command: string;
  /** The least role that it takes. */
  readonly role: Role;
  /** There for what changes something. What such an operation refuses (an error of the caller) must not have changed anything. */
  readonly mutates?: Mutation<Request, Response>;
  /** Whether it works with Redis and the queues, and not with the store alone. */
  readonly live?: true;
  /** Whether the admin token is good for it once there is an admin: for making and unlocking admins alone. */
  readonly byAdminToken?: true;
  /** The file that is asked for in place of the answer; nothing when none is. */
  download?(input: Static<Request>, context: OperationContext): Download | undefined;
}

/** What is asked for by GET changes nothing; whatever is asked for otherwise says what it changes, or nobody would read of it. */
type Effect<Request extends TObject, Response extends TSchema> =
  | { readonly method: 'GET'; readonly mutates?: never }
  | {
      readonly method: Exclude<Route['method'], 'GET'>;
      readonly mutates: Mutation<Request, Response>;
    };

type Declaration<Request extends TObject, Response extends TSchema> = Omit<
  Parameters<typeof route<Request, Response>>[0],
  'name' | 'title' | 'scope' | 'method'
> &
  Omit<Operation<Request, Response>, 'contract' | 'mutates'> &
  Effect<Request, Response>;

/** Declares an operation. Its path begins with `/v1/admin`. */
export function operation<Request extends TObject, Response extends TSchema>({
  command,
  run,
  role,
  mutates,
  live,
  byAdminToken,
  download,
  ...declared
}: Declaration<Request, Response>): Operation<Request, Response> {
  const [noun = '', verb = ''] = command.split(' ');
  const name = `${verb}${noun.charAt(0).toUpperCase()}${noun.slice(1)}`;
  return {
    command,
    run,
    role,
    ...(mutates && { mutates }),
    ...(live && { live }),
    ...(byAdminToken && { byAdminToken }),
    ...(download && { download }),
    contract: route({ ...declared, name, title: declared.summary, scope: OPERATOR }),
  };
}
