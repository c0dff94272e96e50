import type { Context } from 'koa';
import { errors } from '../../shared/contract/errors.js';
import type { Clock } from '../../shared/process/clock.js';
import { type AccountLogCollections, type LogActor, recordChange } from '../account-log/index.js';
import type { InProcessRequest, InProcessResponse, InProcessSender } from '../web/index.js';
import type { Key, KeyPurpose } from './collections.js';
import { createKey, live } from './keys.js';
import { keySubject } from './operations.js';
import { TOKEN_MAX_SECONDS } from './routes.js';
import { ALL } from './scopes.js';
import type { Tokens } from './tokens.js';

/** Names and scopes of the keys that the platform itself sends requests with, for what an account does without one of its own keys. */
const purposes: Readonly<Record<KeyPurpose, { readonly name: string; readonly scopes: string[] }>> = {
  studio: { name: 'QR studio', scopes: ['qr-code', 'qr-experience'] },
  'image-links': { name: 'Image links', scopes: ['qr-code'] },
  batches: { name: 'Batches', scopes: [ALL] },
};

interface Dependencies {
  readonly store: Parameters<typeof createKey>[0] & AccountLogCollections;
  readonly clock: Clock;
  readonly tokens: Tokens;
  readonly sendInProcess: InProcessSender;
}

/** A request to an endpoint. */
interface EndpointRequest extends Omit<InProcessRequest, 'headers'>, Partial<Pick<InProcessRequest, 'headers'>> {
  readonly idempotencyKey?: string;
}

/** Headers by which the client of the outer request is known. Its credentials are not forwarded. */
const FORWARDED = /^(host|user-agent|forwarded|x-forwarded-.*|x-real-ip)$/;

/**
 * Sends requests to endpoints on behalf of accounts. They are charged, limited and logged like any request, by a key of the account: its
 * members see it among their keys and can limit and revoke it, and nobody knows its secret.
 */
export class AccountRequests {
  constructor(private readonly services: Dependencies) {}

  /**
   * Returns the key of an account for a purpose. The first time it is created, and recorded as a change by the author.
   *
   * @throws ApiError 409 if it was revoked or has expired, see `renewKey`, or when the account has as many live keys as it may
   */
  async ensureKey(account: string, purpose: KeyPurpose, by: LogActor): Promise<Key> {
    const { store, clock } = this.services;
    const oldest = { sort: { created: 1, id: 1 } } as const;
    const found = await store.keys.findOne({ account, purpose, ...live(clock.now()) }, oldest);
    if (found) return found;
    if (await store.keys.findOne({ account, purpose }, { projection: { _id: 1 } }))
      throw errors.accountKeyRevoked({ name: purposes[purpose].name });
    return this.renewKey(account, purpose, by);
  }

  /** Creates a key for a purpose, in place of one that was revoked. @throws ApiError 409 when the account has as many live keys as it may */
  async renewKey(account: string, purpose: KeyPurpose, by: LogActor): Promise<Key> {
    const { store, clock } = this.services;
    const order = { account, purpose, ...purposes[purpose] };
    return recordChange({ store, clock }, by, {
      ...{ action: 'key.create', subject: keySubject },
      idOf: (key) => key?.id,
      run: async () => (await createKey(store, order, clock)).key,
    });
  }

  /**
   * Sends a request with a key of the account, for the client of an outer request.
   *
   * @throws ApiError 503 when browser tokens are switched off
   */
  async send(
    key: Pick<Key, '_id' | 'scopes'>,
    outer: Pick<Context, 'headers' | 'req'>,
    { idempotencyKey, headers: further, ...request }: EndpointRequest,
  ): Promise<InProcessResponse> {
    const { tokens, clock, sendInProcess } = this.services;
    const now = clock.now();
    const expires = new Date(now.getTime() + TOKEN_MAX_SECONDS * 1_000);
    const token = await tokens.sign({ key: key._id, scopes: key.scopes }, now, expires);
    const headers = Object.fromEntries(Object.entries(outer.headers).filter(([name]) => FORWARDED.test(name)));
    return sendInProcess(
      { headers, req: outer.req },
      {
        ...request,
        headers: {
          ...further,
          authorization: `Bearer ${token}`,
          ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
        },
      },
    );
  }
}
