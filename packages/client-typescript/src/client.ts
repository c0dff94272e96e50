import { ApiPromise } from './api-promise.js';
import { UnknownFieldError } from './errors.js';
import type { FileResponse } from './file-response.js';
import { endpoints } from './generated/endpoints.js';
import { routes } from './generated/routes.js';
import { Job } from './job.js';
import type { ApiResponse, ClientOptions, RequestOptions, SubmitOptions } from './options.js';
import { pathSegment } from './path-segment.js';
import { type Method, type ServiceRequest, Transport } from './transport.js';
import { type Fields, unknownFields } from './unknown-fields.js';

/** Requests and responses of operations, by name. */
export type Operations = { [name: string]: { request: object; response: unknown } };

/** A route beside the endpoints: its path, and its fields; those in braces stand in the path. */
export interface RouteDescription {
  readonly method: Method;
  readonly path: string;
  readonly fields: Fields;
}

const ACCEPTED = 202;

/** Base of the clients, independent of the endpoints. */
export class Client<Endpoints extends Operations, Routes extends Operations> {
  readonly #options: ClientOptions;
  readonly #transport: Transport;

  /** @throws ConfigurationError if the base URL is missing or invalid */
  constructor(options: ClientOptions = {}) {
    this.#options = options;
    this.#transport = new Transport(options);
  }

  /**
   * Calls an endpoint by its id, as the method of its group does.
   *
   * @throws UnknownFieldError before anything is sent
   * @throws ApiError for any response but a success
   * @throws ConnectionError without a response
   */
  call<Id extends keyof Endpoints & string>(
    id: Id,
    request: Endpoints[Id]['request'],
    options: RequestOptions = {},
  ): ApiPromise<Endpoints[Id]['response']> {
    return ApiPromise.from(this.#call(id, request, options));
  }

  /** Calls an endpoint for the file that it can return instead of JSON. */
  file<Id extends keyof Endpoints & string>(
    id: Id,
    request: Endpoints[Id]['request'],
    options: RequestOptions = {},
  ): ApiPromise<FileResponse> {
    return ApiPromise.from(
      this.#post(id, { ...request, download: true }, [], options) as Promise<ApiResponse<FileResponse>>,
    );
  }

  /**
   * Submits a request without waiting for its response.
   *
   * @example
   * const job = await api.submit('currency/convert', { from: 'EUR', to: 'USD', amount: 250 });
   * const { mid_market } = await job.result();
   */
  submit<Id extends keyof Endpoints & string>(
    id: Id,
    request: Endpoints[Id]['request'],
    { callbackUrl, ...options }: SubmitOptions = {},
  ): ApiPromise<Job<Endpoints[Id]['response']>> {
    const accepted = this.#post(id, request, [respondAsync(callbackUrl)], options);
    return ApiPromise.from(accepted.then(({ data, metadata }) => ({ data: this.#jobIn(data), metadata })));
  }

  /** Returns a request that was submitted earlier, by its id. The endpoint gives its result a type. */
  job(id: string): Job<unknown>;
  job<Id extends keyof Endpoints & string>(endpoint: Id, id: string): Job<Endpoints[Id]['response']>;
  job(...names: [string] | [string, string]): Job<unknown> {
    return new Job(this.#transport, names[1] ?? names[0]);
  }

  /** Calls a route beside the endpoints by its name, as the method of that name does. */
  callRoute<Name extends keyof Routes & string>(
    name: Name,
    request: Routes[Name]['request'],
    options: RequestOptions = {},
  ): ApiPromise<Routes[Name]['response']> {
    return ApiPromise.from(this.#callRoute(name, request, options));
  }

  async #call(id: string, request: object, options: RequestOptions): Promise<ApiResponse<unknown>> {
    const { wait = this.#options.wait } = options;
    const response = await this.#post(id, request, wait === undefined ? [] : [`wait=${wait}`], options);
    const { data, metadata } = response;
    if (metadata.status !== ACCEPTED) return response;
    // The result of the job, with the cost and the credits of the request itself.
    const result = await this.#jobIn(data).result(options).withMetadata();
    return { data: result.data, metadata: { ...metadata, status: result.metadata.status } };
  }

  async #callRoute(name: string, request: object, options: RequestOptions): Promise<ApiResponse<unknown>> {
    const { method, path, fields } = known(routes, name);
    this.#check(fields, request);
    const hasKey = method === 'POST' && options.idempotencyKey !== undefined;
    return this.#send({ method, ...targetOf(method, path, request), hasKey }, [], options);
  }

  async #post(
    id: string,
    request: object,
    preferences: readonly string[],
    options: RequestOptions,
  ): Promise<ApiResponse<unknown>> {
    this.#check(known(endpoints, id), request);
    return this.#send({ method: 'POST', path: `/v1/${id}`, body: request, hasKey: true }, preferences, options);
  }

  get #isStrict(): boolean {
    return this.#options.strict ?? true;
  }

  #check(fields: Fields, request: object): void {
    const wrong = this.#isStrict ? unknownFields(fields, request) : [];
    if (wrong.length > 0) throw new UnknownFieldError(wrong);
  }

  #send(
    request: ServiceRequest,
    preferences: readonly string[],
    options: RequestOptions,
  ): Promise<ApiResponse<unknown>> {
    const prefer = [...(this.#isStrict ? ['handling=strict'] : []), ...preferences];
    return this.#transport.send({ ...request, prefer }, options);
  }

  #jobIn<Data>(body: unknown): Job<Data> {
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
function targetOf(method: Method, pattern: string, request: object): Pick<ServiceRequest, 'path' | 'body'> {
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

/** Returns the preference for an asynchronous response, and for having the result posted to a URL (RFC 7240). */
const respondAsync = (callbackUrl: string | undefined): string =>
  callbackUrl === undefined
    ? 'respond-async'
    : `respond-async; callback_url="${callbackUrl.replace(/["\\]/g, '\\$&')}"`;
