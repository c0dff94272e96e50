import { UnknownFieldError } from './errors.js';
import { endpoints } from './generated/endpoints.js';
import { routes } from './generated/routes.js';
import { Job } from './job.js';
import type { CallOptions, ClientOptions, SubmitOptions } from './options.js';
import { pathSegment } from './path-segment.js';
import { type Answered, type Asked, type Method, Transport } from './transport.js';
import { type Fields, unknownFields } from './unknown-fields.js';

/** Requests and answers of what can be asked, by name. */
export type Exchanges = { [name: string]: { request: object; answer: unknown } };

/** A route beside the endpoints: where it is, and its fields; those in braces stand in the path. */
export interface RouteFacts {
  readonly method: Method;
  readonly path: string;
  readonly fields: Fields;
}

const ACCEPTED = 202;

/** Base of the clients, independent of the endpoints. */
export class Client<Endpoints extends Exchanges, Routes extends Exchanges> {
  readonly #options: ClientOptions;
  readonly #transport: Transport;

  constructor(options: ClientOptions) {
    this.#options = options;
    this.#transport = new Transport(options);
  }

  /**
   * Calls an endpoint by its id, as the method of its group does.
   *
   * @throws UnknownFieldError before anything is sent
   * @throws UtilityApiError for any answer but a success
   * @throws ConnectionError when there was no answer
   */
  async call<Id extends keyof Endpoints & string>(
    id: Id,
    request: Endpoints[Id]['request'],
    options: CallOptions = {},
  ): Promise<Endpoints[Id]['answer']> {
    const { wait = this.#options.wait } = options;
    const { status, body } = await this.#post(id, request, wait === undefined ? [] : [`wait=${wait}`], options);
    return status === ACCEPTED ? this.#jobIn(body).answer(options) : body;
  }

  /** Calls an endpoint for the file that it can answer instead of JSON. */
  async file<Id extends keyof Endpoints & string>(
    id: Id,
    request: Endpoints[Id]['request'],
    options: CallOptions = {},
  ): Promise<Blob> {
    const { body } = await this.#post(id, { ...request, download: true }, [], options);
    return body as Blob;
  }

  /**
   * Hands a call in without waiting for its answer.
   *
   * @example
   * const job = await api.submit('currency/convert', { from: 'EUR', to: 'USD', amount: 250 });
   * const { mid_market } = await job.answer();
   */
  async submit<Id extends keyof Endpoints & string>(
    id: Id,
    request: Endpoints[Id]['request'],
    { callbackUrl, ...options }: SubmitOptions = {},
  ): Promise<Job<Endpoints[Id]['answer']>> {
    const { body } = await this.#post(id, request, [later(callbackUrl)], options);
    return this.#jobIn(body);
  }

  /** A call that was handed in earlier, by its id; the endpoint that it called tells the type of its answer. */
  job(id: string): Job<unknown>;
  job<Id extends keyof Endpoints & string>(endpoint: Id, id: string): Job<Endpoints[Id]['answer']>;
  job(...names: [string] | [string, string]): Job<unknown> {
    return new Job(this.#transport, names[1] ?? names[0]);
  }

  /** Asks a route beside the endpoints by its name, as the method of that name does. */
  async ask<Name extends keyof Routes & string>(
    name: Name,
    request: Routes[Name]['request'],
    options: CallOptions = {},
  ): Promise<Routes[Name]['answer']> {
    const { method, path, fields } = known(routes, name);
    this.#check(fields, request);
    const hasKey = method === 'POST' && options.idempotencyKey !== undefined;
    const { body } = await this.#send({ method, ...targetOf(method, path, request), hasKey }, [], options);
    return body;
  }

  #post(id: string, request: object, wishes: readonly string[], options: CallOptions): Promise<Answered> {
    this.#check(known(endpoints, id), request);
    return this.#send({ method: 'POST', path: `/v1/${id}`, body: request, hasKey: true }, wishes, options);
  }

  get #isStrict(): boolean {
    return this.#options.strict ?? true;
  }

  #check(fields: Fields, request: object): void {
    const wrong = this.#isStrict ? unknownFields(fields, request) : [];
    if (wrong.length > 0) throw new UnknownFieldError(wrong);
  }

  #send(asked: Asked, wishes: readonly string[], options: CallOptions): Promise<Answered> {
    const prefer = [...(this.#isStrict ? ['handling=strict'] : []), ...wishes];
    return this.#transport.ask({ ...asked, prefer }, options);
  }

  #jobIn<Answer>(body: unknown): Job<Answer> {
    return new Job(this.#transport, String(Object(body).job_id));
  }
}

/** Looks up a name in the table. @throws TypeError if it is missing, which only an untyped program can cause */
function known<Known>(table: Readonly<Record<string, Known>>, name: string): Known {
  const found = Object.hasOwn(table, name) ? table[name] : undefined;
  if (found === undefined) throw new TypeError(`There is no "${name}"`);
  return found;
}

/** Distributes the fields of a request over the path and the query, or the body of other methods than GET. */
function targetOf(method: Method, pattern: string, request: object): Pick<Asked, 'path' | 'body'> {
  const given = new Map(Object.entries(request).filter(([, value]) => value !== undefined));
  const path = pattern.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = given.get(name);
    given.delete(name);
    return pathSegment(value);
  });
  if (method !== 'GET' && method !== 'DELETE') return { path, body: Object.fromEntries(given) };
  const query = new URLSearchParams([...given].map(([name, value]) => [name, String(value)])).toString();
  return { path: query === '' ? path : `${path}?${query}` };
}

/** The wish to be answered later, and to have the answer posted to an address (RFC 7240). */
const later = (callbackUrl: string | undefined): string =>
  callbackUrl === undefined
    ? 'respond-async'
    : `respond-async; callback_url="${callbackUrl.replace(/["\\]/g, '\\$&')}"`;
