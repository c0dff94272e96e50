import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Context } from 'koa';
import Type from 'typebox';
import { STORED_BODIES } from '../../shared/contract/bounds.js';
import { conforms } from '../../shared/contract/input.js';
import type { Clock } from '../../shared/process/clock.js';
import { every } from '../../shared/process/every.js';
import { count, startAtZero } from '../../shared/process/metrics/measure.js';
import type { Reply } from '../../shared/queue/job.js';
import { Encryption } from '../../shared/store/encryption.js';
import { insertNew } from '../../shared/store/insert-new.js';
import type { Account, MemberCollections } from '../members/index.js';
import type { RequestCollections } from './collections.js';
import { type MaskedBody, maskJson } from './mask-body.js';

type Store = Pick<RequestCollections, 'requestBodies'> & Pick<MemberCollections, 'accounts'>;

const WRITE_EVERY_MS = 1_000;
const RETENTION_MS = STORED_BODIES.days * 24 * 3_600_000;
const PURPOSE = 'utility-api request bodies';
/** Bytes that a response counts as beside its text, among those that wait. */
const OVERHEAD = 500;

const maskedBody = Type.Object({
  type: Type.String(),
  bytes: Type.Union([Type.Integer(), Type.Null()]),
  text: Type.Union([Type.String(), Type.Null()]),
  isTruncated: Type.Boolean(),
});
const bodies = Type.Object({ request: maskedBody, response: maskedBody });

/** Bodies of a request and its response. */
export type Bodies = Record<'request' | 'response', MaskedBody>;

/** A response whose body is stored. */
export interface RecordedResponse {
  type: string;
  body: unknown;
}

interface Waiting {
  requestId: string;
  account: string;
  request: MaskedBody;
  response: RecordedResponse;
  at: Date;
  bytes: number;
}

/**
 * Request and response bodies of the accounts that have switched their storage on: masked, encrypted, and stored for 7 days. They are
 * written every second, off the clients' path. Under more load than some megabytes a second they are dropped, and counted.
 */
export class RequestBodies {
  readonly #encryption: Encryption;
  #waiting: Waiting[] = [];
  #bytes = 0;
  #writing: Promise<void> | undefined;
  #stop = (): void => {};

  /** @param setting WEBHOOK_SECRETS, which encrypts them; without it no bodies are stored */
  constructor(
    private readonly store: Store,
    setting: string | undefined,
    private readonly clock: Clock,
    private readonly onError: (error: unknown) => void,
  ) {
    this.#encryption = new Encryption('WEBHOOK_SECRETS', setting, PURPOSE);
  }

  /** True if bodies cannot be stored, for lack of a secret to encrypt them. */
  get areOff(): boolean {
    return this.#encryption.isOff;
  }

  start(): void {
    startAtZero('droppedBodies', [{}]);
    this.#stop = every(WRITE_EVERY_MS, () => void this.write());
  }

  async stop(): Promise<void> {
    this.#stop();
    await this.#writing;
    await this.write();
  }

  /** Adds the bodies of a request, once it has its response. */
  add(requestId: string, account: string, request: MaskedBody, response: RecordedResponse): void {
    if (this.areOff) return;
    const bytes = (request.text?.length ?? 0) + measureBody(response.body) + OVERHEAD;
    if (this.#bytes + bytes > STORED_BODIES.waiting) {
      count('droppedBodies', {});
      return;
    }
    this.#bytes += bytes;
    this.#waiting.push({ requestId, account, request, response, at: this.clock.now(), bytes });
  }

  /** Writes what waits. Drops it on failure, so that nothing accumulates while the store is unavailable. */
  write(): Promise<void> {
    this.#writing ??= this.#write().finally(() => {
      this.#writing = undefined;
    });
    return this.#writing;
  }

  async #write(): Promise<void> {
    const batch = this.#waiting.splice(0);
    if (batch.length === 0) return;
    try {
      const ids = [...new Set(batch.map(({ account }) => account))];
      const isOn = { _id: { $in: ids }, bodies_since: { $exists: true } };
      const storing = new Set(await this.store.accounts.distinct('_id', isOn));
      const documents = [];
      for (const { requestId: _id, account, request, response, at } of batch) {
        if (!storing.has(account)) continue;
        const sealed = this.#encryption.encrypt(JSON.stringify({ request, response: maskResponse(response) }));
        documents.push({ _id, account, sealed, at, expires: new Date(at.getTime() + RETENTION_MS) });
        await nextTurn();
      }
      await insertNew(this.store.requestBodies, documents);
    } catch (error) {
      count('droppedBodies', {}, batch.length);
      this.onError(error);
    } finally {
      this.#bytes -= batch.reduce((sum, { bytes }) => sum + bytes, 0);
    }
  }

  /** Returns the bodies of a request of an account, if they are stored. */
  async find({ _id, bodies_since: since }: Pick<Account, '_id' | 'bodies_since'>, requestId: string) {
    if (!since) return undefined;
    const found = await this.store.requestBodies.findOne({ _id: requestId, account: _id, at: { $gte: since } });
    if (!found) return undefined;
    try {
      const plain: unknown = JSON.parse(this.#encryption.decrypt(found.sealed));
      return conforms(bodies, plain) ? plain : undefined;
    } catch (error) {
      // The secret that encrypted them is no longer in the setting.
      this.onError(error);
      return undefined;
    }
  }

  /** Switches the storage of an account's bodies on, or off, which deletes them. */
  async switch(account: string, isOn: boolean): Promise<void> {
    const { accounts, requestBodies } = this.store;
    if (isOn) {
      const off = { _id: account, bodies_since: { $exists: false } };
      await accounts.updateOne(off, { $set: { bodies_since: this.clock.now() } });
      return;
    }
    await accounts.updateOne({ _id: account }, { $unset: { bodies_since: true } });
    await requestBodies.deleteMany({ account });
  }
}

const measureBody = (body: unknown): number => (typeof body === 'string' || Buffer.isBuffer(body) ? body.length : 0);

/** Masks the body of a request that was read. */
export function maskRequest({ request }: Pick<Context, 'request'>, fields: object): MaskedBody {
  return { type: request.type || 'application/json', bytes: request.length ?? null, ...maskJson(fields) };
}

function maskResponse({ type, body }: RecordedResponse): MaskedBody {
  const none = { type, text: null, isTruncated: false };
  if (typeof body === 'string' || Buffer.isBuffer(body)) {
    const bytes = Buffer.byteLength(body);
    if (!type.includes('json') || bytes > STORED_BODIES.parsed) return { ...none, bytes };
    return { type, bytes, ...maskJson(JSON.parse(body.toString())) };
  }
  if (typeof body !== 'object' || body === null || 'pipe' in body) return { ...none, bytes: null };
  return { type, bytes: JSON.stringify(body).length, ...maskJson(body) };
}

/** Returns the response of an asynchronous request. A body in a file is not read. */
export const toRecordedResponse = ({ body, encoding, ...reply }: Reply & { file?: string }): RecordedResponse => ({
  type: 'application/json',
  body: encoding === 'base64' || reply.file !== undefined || reply.bodyIsStored ? null : body,
});
