import type { ApiResponse } from './options.js';

/**
 * Promise of a response's data, which gives the metadata on request.
 *
 * @example
 * const { data, metadata } = await api.vat({ action: 'list-countries' }).withMetadata();
 */
export class ApiPromise<Data> extends Promise<Data> {
  readonly #response: Promise<ApiResponse<Data>>;

  /** Derived promises are plain ones. */
  static override get [Symbol.species](): PromiseConstructor {
    return Promise;
  }

  constructor(response: Promise<ApiResponse<Data>>) {
    super((resolve, reject) => {
      response.then(({ data }) => resolve(data), reject);
    });
    this.#response = response;
  }

  /** Returns the data together with the metadata of the response: cost, credits, request id, headers. */
  withMetadata(): Promise<ApiResponse<Data>> {
    // A failure is reported by the returned promise alone.
    this.catch(() => undefined);
    return this.#response;
  }
}
