import { ApiPromise } from './api-promise.js';
import { type ApiError, errorFrom, InvalidValueError } from './errors.js';
import { type FileResponse, fileSystem } from './file-response.js';
import type { Batch, CreateBatchRequest } from './generated/schema.js';
import type { ApiResponse, RequestOptions } from './options.js';
import { pathSegment } from './path-segment.js';
import { pause } from './pause.js';
import type { Method, Transport } from './transport.js';

const FIRST_POLL_MS = 250;
const LONGEST_POLL_MS = 5_000;

/** Requests of a batch as a file: CSV or JSON lines, as text, as a Blob or File, or at a path of Node, Deno or Bun. */
export type BatchFile = string | Blob | { readonly path: string | URL };

/** Settings of a batch, other than its endpoint and requests. */
export type BatchSettings = Omit<CreateBatchRequest, 'endpoint' | 'items' | 'csv'>;

/** Result of one item of a batch: its data, or its error. */
export type BatchResult<Data> =
  | { index: number; status: number; data: Data; error: undefined }
  | { index: number; status: number; data: undefined; error: ApiError };

export interface BatchWaitOptions extends RequestOptions {
  /** Called with the batch whenever it has been fetched. */
  onProgress?: ((batch: Batch) => void) | undefined;
}

/** A batch of requests. Its results can be waited for, also by another process that knows its id. */
export class BatchJob<Data> {
  readonly #transport: Transport;

  constructor(
    transport: Transport,
    readonly id: string,
  ) {
    this.#transport = transport;
  }

  /** Fetches the batch: its state, and how many items are done. */
  status(options?: RequestOptions): ApiPromise<Batch> {
    return new ApiPromise(this.#send<Batch>('GET', '', options));
  }

  /** Waits until the batch has ended. `options.signal` ends the wait. */
  async wait(options: BatchWaitOptions = {}): Promise<Batch> {
    for (let delayMs = FIRST_POLL_MS; ; delayMs = Math.min(LONGEST_POLL_MS, delayMs * 2)) {
      const batch = await this.status(options);
      options.onProgress?.(batch);
      if (batch.finished_at !== null) return batch;
      await pause(delayMs, options.signal);
    }
  }

  /** Waits until the batch has ended, then iterates over its results in the order of its items. */
  async *results(options: BatchWaitOptions = {}): AsyncGenerator<BatchResult<Data>, void, undefined> {
    await this.wait(options);
    const file = await this.file('jsonl', options);
    for (const line of (await file.text()).split('\n')) {
      if (line !== '') yield readResult(line);
    }
  }

  /** Fetches the results so far as a file: JSON lines, CSV with the columns of the input, or QR codes as a ZIP archive. */
  file(format: 'jsonl' | 'csv' | 'zip' = 'jsonl', options?: RequestOptions): ApiPromise<FileResponse> {
    return new ApiPromise(this.#send<FileResponse>('GET', `/results?format=${format}`, options));
  }

  /** Cancels the batch. Items that are done keep their results. */
  cancel(options?: RequestOptions): ApiPromise<Batch> {
    return new ApiPromise(this.#send<Batch>('POST', '/cancel', options));
  }

  async #send<Body>(method: Method, target: string, options?: RequestOptions): Promise<ApiResponse<Body>> {
    const path = `/v1/batches/${pathSegment(this.id)}${target}`;
    return this.#transport.send({ group: 'batch', method, path }, options) as Promise<ApiResponse<Body>>;
  }
}

/** Returns the requests of a file as fields of a batch. Text that begins with a brace is JSON lines. */
export async function readBatchFile(file: BatchFile): Promise<Pick<CreateBatchRequest, 'items' | 'csv'>> {
  const text = await readText(file);
  if (!/^\s*\{/.test(text)) return { csv: text };
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return { items: lines.map((line) => JSON.parse(line)) };
}

async function readText(file: BatchFile): Promise<string> {
  if (typeof file === 'string') return file;
  const bytes = file instanceof Blob ? await file.arrayBuffer() : await fileSystem().readFile(file.path);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new InvalidValueError('The file is not in UTF-8: decode it, and pass its text', { cause });
  }
}

/** Reads a line of a file of results. */
function readResult<Data>(line: string): BatchResult<Data> {
  const { index, status, body } = JSON.parse(line);
  if (status >= 200 && status < 300) return { index, status, data: body, error: undefined };
  return { index, status, data: undefined, error: errorFrom(body, { status }) };
}
