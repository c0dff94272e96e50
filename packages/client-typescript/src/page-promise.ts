import { ApiPromise } from './api-promise.js';
import type { ApiResponse } from './options.js';

/** Names of the fields by which a list is read page by page. */
export interface Paging {
  /** List of the items, in the response. */
  readonly items: string;
  /** Cursor of the next page, in the response. */
  readonly next: string;
  /** Cursor of the requested page, in the request. */
  readonly cursor: string;
}

/**
 * Promise of the first page of a list. It can also be iterated over the items of all pages.
 *
 * @example
 * const { requests, next } = await api.requests({ limit: 20 });
 * for await (const request of api.requests({ limit: 500 })) console.log(request.request_id);
 */
export class PagePromise<Page, Item> extends ApiPromise<Page> implements AsyncIterable<Item> {
  readonly #fetchPage: (cursor: string) => Promise<ApiResponse<Page>>;
  readonly #paging: Paging;

  constructor(
    firstPage: Promise<ApiResponse<Page>>,
    fetchPage: (cursor: string) => Promise<ApiResponse<Page>>,
    paging: Paging,
  ) {
    super(firstPage);
    this.#fetchPage = fetchPage;
    this.#paging = paging;
  }

  /** Iterates over the pages; each is fetched when the one before has been read. */
  async *pages(): AsyncGenerator<Page, void, undefined> {
    for (let page: Page = await this; ; ) {
      yield page;
      const cursor: unknown = Reflect.get(Object(page), this.#paging.next);
      if (typeof cursor !== 'string') return;
      page = (await this.#fetchPage(cursor)).data;
    }
  }

  /** Iterates over the items of all pages. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    for await (const page of this.pages()) {
      // The service guarantees the shape of its responses.
      yield* Reflect.get(Object(page), this.#paging.items) as Item[];
    }
  }
}
