/** Options of a client. */
export interface ClientOptions {
  /** Address of the service, e.g. `https://api.example.com`. */
  baseUrl: string;
  /** An API key. It belongs on a server: in a browser use `token`. */
  apiKey?: string | undefined;
  /** A browser token, or what gets a fresh one for each call. */
  token?: string | (() => string | Promise<string>) | undefined;
  /**
   * Whether fields that an endpoint does not have are refused, here before anything is sent and by the service; true by
   * default. With false the service ignores them, and `onAnswer` is told their names.
   */
  strict?: boolean;
  /** See `CallOptions`; for every call of an endpoint. */
  wait?: number;
  /** Maximum retries after 429, 502, 503, 504 or a broken connection; 2 by default. */
  maxRetries?: number;
  /** Timeout of one attempt, in ms; 30,000 by default. */
  timeoutMs?: number;
  /** Another fetch than the global one. */
  fetch?: typeof globalThis.fetch;
  /** Told of every answer: what it cost, what is left. */
  onAnswer?: (facts: AnswerFacts) => void;
}

/** Options of one call. */
export interface CallOptions {
  signal?: AbortSignal | undefined;
  maxRetries?: number;
  timeoutMs?: number;
  /** Your own name for this call: made again with the same one, it is charged once. By default a random UUID. */
  idempotencyKey?: string;
  /**
   * For how many whole seconds the connection is held. After them the call goes on as a job, and its answer is fetched when
   * it is there. Without it the connection is held for as long as the call takes.
   */
  wait?: number;
}

/** Options of an asynchronous call. */
export interface SubmitOptions extends CallOptions {
  /** An address to which the answer is posted once there is one, signed with the callback secret of the account. */
  callbackUrl?: string;
}

/** Metadata of a response. */
export interface AnswerFacts {
  path: string;
  status: number;
  requestId: string | undefined;
  creditsCost: number | undefined;
  creditsRemaining: number | undefined;
  /** The fields that were ignored, each with the one that may have been meant. */
  unknownFields: string | undefined;
  /** Number of attempts. */
  tries: number;
}
