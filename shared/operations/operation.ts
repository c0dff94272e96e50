import type { Static, TObject, TSchema } from 'typebox';
import { type ServiceRoute, serviceRoute } from '../contract/route.js';
import type { Clock } from '../process/clock.js';
import type { Collections } from '../store/collections.js';

/** What an operation works with. */
export interface OperationContext {
  readonly store: Collections;
  readonly clock: Clock;
}

/** Something that an operator does: a command of the CLI and a route of the admin API, declared once. */
export interface Operation<Request extends TObject = TObject, Response extends TSchema = TSchema>
  extends ServiceRoute<Request, Response> {
  /** Noun and verb of the command, e.g. `accounts create`. */
  readonly command: string;
  run(context: OperationContext, input: Static<Request>): Promise<Static<Response>>;
}

type Declaration<Request extends TObject, Response extends TSchema> = Parameters<
  typeof serviceRoute<Request, Response>
>[0] &
  Pick<Operation<Request, Response>, 'command' | 'run'>;

/** Declares an operation. Its path begins with `/v1/admin`. */
export const operation = <Request extends TObject, Response extends TSchema>(
  declared: Declaration<Request, Response>,
): Operation<Request, Response> => ({
  ...serviceRoute(declared),
  access: 'admin',
  command: declared.command,
  run: declared.run,
});
