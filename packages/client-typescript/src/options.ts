/** How a client finds the service and proves who it is. */
export interface ClientOptions {
  /** Address of the service, e.g. `https://api.example.com`. */
  baseUrl: string;
  /** An API key. It belongs on a server: in a browser use `token`. */
  apiKey?: string | undefined;
  /** A browser token, or what gets a fresh one for each call. */
  token?: string | (() => string | Promise<string>) | undefined;
  /** How often a call that met 429, 5xx or a broken connection is tried again; 2 by default. */
  maxRetries?: number;
  /** How long one try may take, in ms; 30,000 by default. */
  timeoutMs?: number;
  /** Another fetch than the global one. */
  fetch?: typeof globalThis.fetch;
  /** Told of every answer: what it cost, what is left. */
  onAnswer?: (facts: AnswerFacts) => void;
}

/** What may be set for one call. */
export interface CallOptions {
  signal?: AbortSignal;
  maxRetries?: number;
  timeoutMs?: number;
  /** Your own name for this call: made again with the same one, it is charged once. By default a random UUID. */
  idempotencyKey?: string;
}

/** What may be set for a call that is handed in. */
export interface SubmitOptions extends CallOptions {
  /** An address to which the answer is posted once there is one, signed with the callback secret of the account. */
  callbackUrl?: string;
}

/** What an answer says beside its body. */
export interface AnswerFacts {
  path: string;
  status: number;
  requestId: string | undefined;
  creditsCost: number | undefined;
  creditsRemaining: number | undefined;
  /** How many tries it took. */
  tries: number;
}
