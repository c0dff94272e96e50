import { ok } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import type { Output } from '../../shared/contract/contract.js';
import type { Endpoint } from '../../shared/contract/endpoint.js';
import { compileValidator, readInput } from '../../shared/contract/input.js';
import { systemClock } from '../../shared/process/clock.js';
import { type Config, readConfig } from '../../shared/process/config.js';
import { createLogger } from '../../shared/process/log.js';
import { Disks } from '../../shared/storage/disks.js';
import { type Call, FileAnswer, type Handler } from '../../workers/handle.js';
import { DisposableDomains } from '../../workers/lib/disposable-domains.js';
import { Resolver } from '../../workers/lib/dns.js';
import { createModel } from '../../workers/lib/llm/model.js';
import { PictureDecoder } from '../../workers/lib/pictures/decoder.js';
import { Upstreams } from '../../workers/lib/upstream/upstreams.js';

const settings = readConfig();
/** Its child processes end with this process. */
const pictures = new PictureDecoder();
/** Default deadline of a call, in ms: the first of a run loads modules on a busy machine. */
export const LONG_ENOUGH_MS = 30_000;
/** The shipped lists, which are loaded once. */
const shippedDomains = new DisposableDomains(undefined, { info: () => {}, warn: () => {} });
const log = createLogger('test', { LOG_LEVEL: 'silent', LOG_PRETTY: false });

/** Parts of a call that a test sets. */
export type GivenCall = Partial<Omit<Call, 'config'>> & {
  readonly config?: Config;
  readonly headers?: Map<string, string>;
};

/**
 * Creates a call as a worker does, with its own upstreams, model and disks unless `given` has those of an earlier call. Redis
 * and the store connect only if the handler under test uses them.
 */
export function makeCall(given: GivenCall = {}): Call & { readonly config: Config } {
  const headers = given.headers ?? new Map<string, string>();
  const { config = settings } = given;
  let signal: AbortSignal | undefined;
  return {
    requestId: randomUUID(),
    account: 'test-account',
    deadline: new Date(Date.now() + LONG_ENOUGH_MS),
    get signal() {
      signal ??= AbortSignal.timeout(LONG_ENOUGH_MS);
      return signal;
    },
    clock: systemClock,
    config,
    log,
    upstreams: new Upstreams(config),
    model: createModel(config),
    disks: new Disks(config),
    get dns() {
      return new Resolver(config.DNS_SERVERS);
    },
    disposable: shippedDomains,
    get redis() {
      return new Redis({ lazyConnect: true });
    },
    pictures,
    store: () => Promise.reject(new Error('this test has no store')),
    header: (name, value) => void headers.set(name, value),
    charge: () => {},
    remark: () => {},
    ...given,
  };
}

/**
 * Runs a handler on raw input through the contract: coercion, defaults, validation of input and response.
 *
 * @throws ApiError as the client would receive it
 */
export async function runHandler<E extends Endpoint>(
  handler: Handler<E>,
  raw: unknown,
  given: GivenCall = {},
): Promise<Output<E>> {
  const answer = await handler.run(readInput(handler.endpoint, raw), makeCall(given));
  ok(!(answer instanceof FileAnswer), 'the handler answered a file');
  const validate = compileValidator(handler.endpoint.response);
  ok(validate(answer), `${handler.endpoint.id}: ${JSON.stringify(validate.errors?.[0])}`);
  return answer as Output<E>;
}
