import type { Static, TObject, TSchema } from 'typebox';
import type { Answer } from '../../shared/contract/contract.js';
import type { Download } from '../../shared/contract/download.js';
import { errors } from '../../shared/contract/errors.js';
import { type Route, type RouteDeclaration, route } from '../../shared/contract/route.js';
import { OPERATOR } from '../../shared/contract/service-scopes.js';
import type { Clock } from '../../shared/process/clock.js';
import type { QueueInfrastructure } from '../../shared/queue/infrastructure.js';
import type { Operator } from './collections.js';
import type { Actor, Role } from './roles.js';

/** Checks the passwords of operators, and limits wrong ones by network and by name. */
export interface PasswordCheck {
  /**
   * Returns the active operator with this name and password, undefined if there is none.
   *
   * @throws ApiError 429 after too many wrong passwords
   */
  checkPassword(address: string, name: string, password: string): Promise<Operator | undefined>;
}

/** Dependencies of an operation. */
export interface OperationContext<Store extends object = object> {
  readonly store: Store;
  readonly clock: Clock;
  /** Set by `perform`. */
  readonly actor?: Actor;
  /** Set for operations that are declared as `live`. */
  readonly infrastructure?: QueueInfrastructure | undefined;
  /** Set where operators log in. */
  readonly passwords?: PasswordCheck | undefined;
}

/** Returns Redis and the queues, for an operation that is declared as `live`. @throws ApiError 503 if the context has none */
export function requireInfrastructure({
  infrastructure,
}: Pick<OperationContext, 'infrastructure'>): QueueInfrastructure {
  if (!infrastructure) throw errors.serviceUnavailable({}, 'the context has no Redis and no queues');
  return infrastructure;
}

/** A kind of thing that operations change. */
export interface SubjectKind {
  /** One word, e.g. `account`. */
  readonly type: string;
  /** Reads the current state. Null if there is no such thing. */
  read(store: object, id: string, infrastructure?: QueueInfrastructure): Promise<SubjectState | null>;
}

/** State of a subject, as the audit trail records it. */
export interface SubjectState {
  readonly account: string | null;
  /** Without secrets. */
  readonly state: object;
}

/** The subject of an operation that changes something, for the audit trail. */
interface Mutation<Request extends TObject = TObject, Response extends TSchema = TSchema> {
  readonly subject: SubjectKind;
  /** Returns the id of the subject. That of a created one may be known only from the response. */
  id(input: Static<Request>, answer?: Static<Response>, actor?: Actor): string | undefined;
  /** Error types of refusals that the trail records too. */
  readonly auditedRefusals?: readonly string[];
}

/** An operator's action: a command of the CLI and a route of the admin API, declared once. */
export interface Operation<Request extends TObject = TObject, Response extends TSchema = TSchema>
  extends Answer<Route<Request, Response>, OperationContext> {
  /** Noun and verb of the command, e.g. `accounts create`, or one verb. */
  readonly command: string;
  /** Minimum role. */
  readonly role: Role;
  /** Set if the operation changes something. If it throws a client error it must not have changed anything. */
  readonly mutates?: Mutation<Request, Response>;
  /** Set if the operation needs Redis and the queues. */
  readonly live?: true;
  /** Set if the admin token is accepted even once there is an admin. */
  readonly byAdminToken?: true;
  /** Returns the file that is requested in place of the response, if one is. */
  download?(input: Static<Request>, context: OperationContext): Download | undefined;
}

/** A GET changes nothing; any other method declares what it changes, for the audit trail. */
type Effect<Request extends TObject, Response extends TSchema> =
  | { readonly method: 'GET'; readonly mutates?: never }
  | {
      readonly method: Exclude<Route['method'], 'GET'>;
      readonly mutates: Mutation<Request, Response>;
    };

type Declaration<Request extends TObject, Response extends TSchema> = Omit<
  RouteDeclaration<Route<Request, Response>>,
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
  const [noun = '', words = ''] = command.split(' ');
  const verb = words.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  const name = verb === '' ? noun : `${verb}${noun.charAt(0).toUpperCase()}${noun.slice(1)}`;
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
