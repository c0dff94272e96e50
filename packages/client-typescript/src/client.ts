import { Job } from './job.js';
import type { ClientOptions, SubmitOptions } from './options.js';
import { Transport } from './transport.js';

/** Requests and answers of endpoints, by the endpoint's id. */
export type EndpointTypes = { [id: string]: { request: object; answer: unknown } };

/** What a client does beside calling endpoints and waiting for their answers. */
export class Client<Endpoints extends EndpointTypes> {
  protected readonly transport: Transport;

  constructor(options: ClientOptions) {
    this.transport = new Transport(options);
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
    const { job_id } = await this.transport.ask<{ job_id: string }>(
      { method: 'POST', path: `/v1/${id}`, body: request, headers: { Prefer: later(callbackUrl) } },
      options,
    );
    return new Job(this.transport, job_id);
  }

  /** A call that was handed in earlier, by its id. */
  job<Id extends keyof Endpoints & string>(_endpoint: Id, id: string): Job<Endpoints[Id]['answer']> {
    return new Job(this.transport, id);
  }
}

/** The wish to be answered later, and to have the answer posted to an address (RFC 7240). */
const later = (callbackUrl: string | undefined): string =>
  callbackUrl === undefined
    ? 'respond-async'
    : `respond-async; callback_url="${callbackUrl.replace(/["\\]/g, '\\$&')}"`;
