import { ApiPromise } from './api-promise.js';
import { type BatchFile, BatchJob, type BatchSettings, readBatchFile } from './batch-job.js';
import { InvalidValueError, UnknownFieldError } from './errors.js';
import type { FileResponse } from './file-response.js';
import { endpoints } from './generated/endpoints.js';
import { routes } from './generated/routes.js';
import { Job } from './job.js';
import type { ApiResponse, ClientOptions, RequestOptions, SubmitOptions } from './options.js';
import { PagePromise, type Paging } from './page-promise.js';
import { pathSegment } from './path-segment.js';
import { DEFAULT_TIMEOUT_MS, type Method, type ServiceRequest, Transport } from './transport.js';
import { type Fields, findUnknownFields } from './unknown-fields.js';

/** Requests and responses of operations, by name. */
export type Operations = { [name: string]: { request: object; response: unknown } };

/** The parts of an endpoint that the client needs at run time. */
export interface EndpointDescription {
  readonly fields: Fields;
  /** Given for a list that is read page by page. */
  readonly paging?: Paging;
}

/** A route beside the endpoints: its path, and its fields; those in braces stand in the path. */
export interface RouteDescription extends EndpointDescription {
  readonly method: Method;
  readonly path: string;
}

const ACCEPTED = 202;
/** Time by which the timeout of a request exceeds its `wait`. */
const WAIT_MARGIN_MS = 10_000;

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
   * @throws ApiConnectionError without a response
   */
  call<Id extends keyof Endpoints & string>(
    id: Id,
    request: Endpoints[Id]['request'],
    options: RequestOptions = {},
  ): ApiPromise<Endpoints[Id]['response']> {
    return new ApiPromise(this.#call(id, request, options));
  }

  /** Calls an endpoint for the file that it can return instead of JSON. */
  file<Id extends keyof Endpoints & string>(
    id: Id,
    request: Endpoints[Id]['request'],
    options: RequestOptions = {},
  ): ApiPromise<FileResponse> {
    return new ApiPromise(
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
    return new ApiPromise(accepted.then(({ data, metadata }) => ({ data: this.#createJob(data), metadata })));
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
    return new ApiPromise(this.#callRoute(name, request, options));
  }

  /** Calls a route that returns a list page by page, as the method of that name does. */
  callRouteList<Page, Item>(
    name: keyof Routes & string,
    request: object,
    options: RequestOptions = {},
  ): PagePromise<Page, Item> {
    return createPages(findKnown(routes, name), (page) => this.#callRoute(name, { ...request, ...page }, options));
  }

  /** Calls an endpoint that returns a list page by page, as its method does. Every page is a request of its own. */
  callList<Page, Item>(
    id: keyof Endpoints & string,
    request: object,
    options: RequestOptions = {},
  ): PagePromise<Page, Item> {
    return createPages(findKnown(endpoints, id), (page) => this.#call(id, { ...request, ...page }, options));
  }

  /**
   * Submits a batch of requests to one endpoint: a list of requests, or a file.
   *
   * @example
   * const batch = await api.submitBatch('mailchecker', [{ email: 'jane.doe@gmial.com' }, { email: 'info@example.com' }]);
   * for await (const { index, data, error } of batch.results()) console.log(index, data?.risk ?? error?.message);
   */
  submitBatch<Id extends keyof Endpoints & string>(
    endpoint: Id,
    requests: readonly Partial<Endpoints[Id]['request']>[] | BatchFile,
    settings: BatchSettings = {},
    options: RequestOptions = {},
  ): ApiPromise<BatchJob<Endpoints[Id]['response']>> {
    return new ApiPromise(this.#submitBatch(endpoint, requests, settings, options));
  }

  /** Returns a batch that was submitted earlier, by its id. The endpoint gives its results a type. */
  batchJob<Id extends keyof Endpoints & string>(_endpoint: Id, id: string): BatchJob<Endpoints[Id]['response']> {
    return new BatchJob(this.#transport, id);
  }

  async #submitBatch<Data>(
    endpoint: string,
    requests: readonly object[] | BatchFile,
    settings: BatchSettings,
    options: RequestOptions,
  ): Promise<ApiResponse<BatchJob<Data>>> {
    const items = isList(requests) ? { items: requests } : await readBatchFile(requests);
    const request = { endpoint: `/v1/${endpoint}`, ...items, ...settings };
    const { idempotencyKey = crypto.randomUUID() } = options;
    const { data, metadata } = await this.#callRoute('createBatch', request, { ...options, idempotencyKey });
    return { data: new BatchJob(this.#transport, String(Object(data).id)), metadata };
  }

  async #call(id: string, request: object = {}, options: RequestOptions): Promise<ApiResponse<unknown>> {
    const { wait = this.#options.wait } = options;
    const response = await this.#post(id, request, wait === undefined ? [] : [`wait=${wait}`], {
      ...options,
      ...(wait !== undefined && { timeoutMs: Math.max(this.#timeoutMs(options), wait * 1_000 + WAIT_MARGIN_MS) }),
    });
    const { data, metadata } = response;
    if (metadata.status !== ACCEPTED) return response;
    // The result of the job, with the cost and the credits of the request itself.
    const result = await this.#createJob(data).result(options).withMetadata();
    return { data: result.data, metadata: { ...metadata, status: result.metadata.status } };
  }

  async #callRoute(name: string, request: object = {}, options: RequestOptions): Promise<ApiResponse<unknown>> {
    const { method, path, fields } = findKnown(routes, name);
    this.#check(fields, request);
    const hasKey = method === 'POST' && options.idempotencyKey !== undefined;
    return this.#send({ group: name, method, ...splitRequest(method, path, request), hasKey }, [], options);
  }

  async #post(
    id: string,
    request: object,
    preferences: readonly string[],
    options: RequestOptions,
  ): Promise<ApiResponse<unknown>> {
    this.#check(findKnown(endpoints, id).fields, request);
    return this.#send(
      { group: id.replace(/\/[^/]+$/, ''), method: 'POST', path: `/v1/${id}`, body: request, hasKey: true },
      preferences,
      options,
    );
  }

  #timeoutMs({ timeoutMs }: RequestOptions): number {
    return timeoutMs ?? this.#options.timeoutMs ?? DEFAULT_TIMEOUT_MS;
  }

  get #isStrict(): boolean {
    return this.#options.strict ?? true;
  }

  #check(fields: Fields, request: object): void {
    const wrong = this.#isStrict ? findUnknownFields(fields, request) : [];
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

  #createJob<Data>(body: unknown): Job<Data> {
    return new Job(this.#transport, String(Object(body).job_id));
  }
}

function createPages<Page, Item>(
  { paging }: EndpointDescription,
  fetchPage: (fields: object) => Promise<ApiResponse<unknown>>,
): PagePromise<Page, Item> {
  if (!paging) throw new InvalidValueError('This operation has no pages');
  // The service guarantees the shape of its responses.
  const fetch = fetchPage as (fields: object) => Promise<ApiResponse<Page>>;
  return new PagePromise(fetch({}), (cursor) => fetch({ [paging.cursor]: cursor }), paging);
}

const isList = (requests: readonly object[] | BatchFile): requests is readonly object[] => Array.isArray(requests);

/** Returns an entry of a table. @throws InvalidValueError without one, which only untyped programs can cause */
function findKnown<Known>(table: Readonly<Record<string, Known>>, name: string): Known {
  const found = Object.hasOwn(table, name) ? table[name] : undefined;
  if (found === undefined) throw new InvalidValueError(`There is no "${name}"`);
  return found;
}

/** Distributes the fields of a request over the path and the query, or the body of other methods than GET. */
function splitRequest(method: Method, pattern: string, request: object): Pick<ServiceRequest, 'path' | 'body'> {
  const given = new Map(Object.entries(request).filter(([, value]) => value !== undefined));
  const path = pattern.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = given.get(name);
    given.delete(name);
    return pathSegment(value);
  });
  if (method !== 'GET' && method !== 'DELETE') return { path, body: Object.fromEntries(given) };
  const sent = [...given].filter(([, value]) => value !== null);
  const query = new URLSearchParams(sent.map(([name, value]) => [name, String(value)])).toString();
  return { path: query === '' ? path : `${path}?${query}` };
}

/** Returns the preference for an asynchronous response, and for having the result posted to a URL (RFC 7240). */
const respondAsync = (callbackUrl: string | undefined): string =>
  callbackUrl === undefined
    ? 'respond-async'
    : `respond-async; callback_url="${callbackUrl.replace(/["\\]/g, '\\$&')}"`;
