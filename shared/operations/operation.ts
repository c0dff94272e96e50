import type { TObject, TSchema } from 'typebox';
import type { Answer } from '../contract/contract.js';
import { type Route, route } from '../contract/route.js';
import type { Clock } from '../process/clock.js';
import type { Collections } from '../store/collections.js';

/** What an operation works with. */
export interface OperationContext {
  readonly store: Collections;
  readonly clock: Clock;
}

/** Something that an operator does: a command of the CLI and a route of the admin API, declared once. */
export interface Operation<Request extends TObject = TObject, Response extends TSchema = TSchema>
  extends Answer<Route<Request, Response>, OperationContext> {
  /** Noun and verb of the command, e.g. `accounts create`. */
  readonly command: string;
}

type Declaration<Request extends TObject, Response extends TSchema> = Omit<
  Parameters<typeof route<Request, Response>>[0],
  'name' | 'title' | 'access'
> &
  Pick<Operation<Request, Response>, 'command' | 'run'>;

/** Declares an operation. Its path begins with `/v1/admin`. */
export function operation<Request extends TObject, Response extends TSchema>({
  command,
  run,
  ...declared
}: Declaration<Request, Response>): Operation<Request, Response> {
  const [noun = '', verb = ''] = command.split(' ');
  const name = `${verb}${noun.charAt(0).toUpperCase()}${noun.slice(1)}`;
  return { command, run, contract: route({ ...declared, name, title: declared.summary, access: 'admin' }) };
}
