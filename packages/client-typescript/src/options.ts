/** Options of a client. */
export interface ClientOptions {
  /** URL of the service, e.g. `https://api.example.com`; by default the environment variable `UTILITY_API_URL`. */
  baseUrl?: string | undefined;
  /**
   * An API key; by default the environment variable `UTILITY_API_KEY`, unless there is a `token`. It belongs on a server: in
   * a browser use `token`.
   */
  apiKey?: string | undefined;
  /** A browser token, or a function that fetches a fresh one for each attempt. */
  token?: string | (() => string | Promise<string>) | undefined;
  /**
   * True if unknown fields are refused, here before anything is sent and by the service; true by default. With false the
   * service ignores them, and the metadata of the response has their names.
   */
  strict?: boolean | undefined;
  /** Wait limit of every request to an endpoint, in seconds: see `RequestOptions`. */
  wait?: number | undefined;
  /** Maximum retries after 502, 503, 504, a broken connection or a timeout; 2 by default. 0 also turns off those after 429. */
  maxRetries?: number | undefined;
  /** Longest time until the response begins, and between two parts of it, in ms; 30,000 by default. */
  timeoutMs?: number | undefined;
  /** Headers of every request. */
  headers?: Readonly<Record<string, string>> | undefined;
  /** Another fetch than the global one. */
  fetch?: typeof globalThis.fetch | undefined;
  /** Called with the metadata of every response, also of errors. */
  onResponse?: ((metadata: ResponseMetadata) => void) | undefined;
}

/** Options of one request. */
export interface RequestOptions {
  /** Cancels the request; its promise rejects with the reason of the signal. */
  signal?: AbortSignal | undefined;
  maxRetries?: number | undefined;
  timeoutMs?: number | undefined;
  /** Headers of this request, beside and before those of the client. */
  headers?: Readonly<Record<string, string>> | undefined;
  /** A unique key of your own: repeating the request with it charges once. By default a random UUID. */
  idempotencyKey?: string | undefined;
  /**
   * Seconds for which the connection is held, a whole number. After them the request continues as a job, whose result is
   * fetched once it is finished. Without it the connection is held for as long as the request takes.
   */
  wait?: number | undefined;
}

/** Options of an asynchronous request. */
export interface SubmitOptions extends RequestOptions {
  /** URL to which the result is posted, signed with the callback secret of the account. */
  callbackUrl?: string | undefined;
}

/** Metadata of a response. */
export interface ResponseMetadata {
  path: string;
  /** HTTP status. */
  status: number;
  /** Identifies the request when you contact support. */
  requestId: string | undefined;
  creditsCost: number | undefined;
  creditsRemaining: number | undefined;
  /** `test` if the key is a test key: the response is the example of the documentation and costs nothing. */
  mode: 'live' | 'test';
  /** Source of data that comes from elsewhere: `sandbox` is made-up data. Undefined for all other data. */
  upstream: 'live' | 'sandbox' | undefined;
  /** The fields that were ignored, each with the one that may have been meant. */
  unknownFields: string | undefined;
  /** Number of attempts. */
  attempts: number;
  headers: Headers;
}

/** A response with its metadata. */
export interface ApiResponse<Data> {
  data: Data;
  metadata: ResponseMetadata;
}
