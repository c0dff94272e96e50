import { createHash, randomBytes } from 'node:crypto';
import { errors } from '../../shared/contract/errors.js';
import type { LedgerCollections } from '../../shared/ledger/collections.js';
import type { Clock } from '../../shared/process/clock.js';
import { hashSecret } from '../../shared/store/hash-secret.js';
import type { ReservationCollections } from '../../shared/store/reservations.js';
import { type AccountLogCollections, type LogActor, recordChange } from '../account-log/index.js';
import type { AlertCollections } from '../alerts/index.js';
import { isLive, issueKeyToApp, type Key, type KeyCollections, keySubject } from '../keys/index.js';
import type { MemberCollections } from '../members/index.js';
import type { WebhookCollections } from '../webhooks/index.js';
import {
  type Client,
  type ConnectionRequest,
  type ConnectionToken,
  insertBounded,
  type OAuthCollections,
} from './collections.js';
import { OAuthError } from './oauth-error.js';
import { describeTarget } from './redirect-uris.js';

type Store = OAuthCollections &
  AccountLogCollections &
  Pick<AlertCollections, 'alerts'> &
  KeyCollections &
  Pick<LedgerCollections, 'wallets'> &
  Pick<MemberCollections, 'accounts' | 'members'> &
  ReservationCollections &
  Pick<WebhookCollections, 'messages'>;

/** Lifetime of a request to be connected, in which a member may have to sign up, in ms. */
const REQUEST_MS = 3_600_000;
/** Lifetime of a code, in ms, and time for which a second use of it is recognised. */
const [CODE_MS, CODE_STORED_MS] = [60_000, 86_400_000];
/** Lifetime of an access token, in seconds. */
export const ACCESS_SECONDS = 3_600;
/** Time after which a connection without a refresh ends, in days. */
export const REFRESH_DAYS = 90;
const REFRESH_MS = REFRESH_DAYS * 86_400_000;

/** Prefixes of secrets, by which secret scanners recognise them. */
const PREFIXES = { access: 'ua_access_', code: 'ua_code_', refresh: 'ua_refresh_' } as const;

/** Access and refresh token of a connection, in plain text. */
export interface IssuedTokens {
  readonly access: string;
  readonly refresh: string;
}

/** Sender of a request of an app, for the account log. */
type Sender = Pick<LogActor, 'from' | 'requestId'>;

/** Account, groups and budget that a member allows an app. */
interface Allowed {
  readonly account: string;
  /** Email address of the member. */
  readonly by: string;
  readonly scopes: string[];
  /** In credits. */
  readonly budget_per_month: number;
}

/**
 * Connections of apps with accounts. A connection is a key of the account: its scopes, budget and networks limit the app, and revoking it
 * ends the connection. Secrets of the app are stored as hashes.
 */
export class Connections {
  constructor(
    private readonly store: Store,
    private readonly clock: Clock,
  ) {}

  /** Stores the request of an app to be connected. @returns its id, which only the browser of the member knows */
  async begin(
    { id, name }: Client,
    request: Pick<ConnectionRequest, 'challenge' | 'redirect_uri'> & { state: string | undefined },
  ): Promise<string> {
    const { state, ...rest } = request;
    const secret = randomBytes(24).toString('base64url');
    await insertBounded(this.store.oauthRequests, {
      ...{ _id: hashSecret(secret), client: { id, name }, ...rest, ...(state !== undefined && { state }) },
      expires: this.#after(REQUEST_MS),
    });
    return secret;
  }

  /** @throws ApiError 410 for a request that has expired or was completed */
  async findRequest(id: string): Promise<ConnectionRequest> {
    const found = await this.store.oauthRequests.findOne({ _id: hashSecret(id), expires: { $gt: this.clock.now() } });
    if (!found) throw errors.connectionRequestExpired();
    return found;
  }

  /**
   * Allows a request: creates the key of the connection, and a code for the app. The key expires unless the app redeems the code.
   *
   * @throws ApiError 410 for a request that has expired or was completed, and as `keys issue`; the request then stays
   */
  async allow(
    id: string,
    { account, by, scopes, budget_per_month }: Allowed,
  ): Promise<{ key: Key; code: string; request: ConnectionRequest }> {
    const request = await this.completeRequest(id);
    const { client, redirect_uri, challenge } = request;
    const until = this.#after(CODE_MS);
    const connection = { client: client.id, app: client.name, host: describeTarget(redirect_uri), by };
    const order = { account, name: client.name, scopes, budget_per_month, expires: until, connection };
    let key: Key;
    try {
      key = await issueKeyToApp(order, this.#context);
    } catch (error) {
      await this.store.oauthRequests.insertOne(request);
      throw error;
    }
    const [code, token] = createToken('code', { client: client.id, key: key._id, account, until });
    const expires = this.#after(CODE_STORED_MS);
    await this.store.oauthTokens.insertOne({ ...token, redirect_uri, challenge, expires });
    return { key, code, request };
  }

  /** Completes a request, so that it cannot be allowed. @throws ApiError 410 as `findRequest` */
  async completeRequest(id: string): Promise<ConnectionRequest> {
    const filter = { _id: hashSecret(id), expires: { $gt: this.clock.now() } };
    const completed = await this.store.oauthRequests.findOneAndDelete(filter);
    if (!completed) throw errors.connectionRequestExpired();
    return completed;
  }

  /**
   * Redeems a code. It works once: a second attempt, or one that the app cannot have made, ends the connection.
   *
   * @throws OAuthError
   */
  async redeem(
    sent: { code: string; client: string; verifier: string; redirectUri: string | undefined },
    sender: Sender,
  ): Promise<IssuedTokens> {
    const { oauthTokens, keys } = this.store;
    const now = this.clock.now();
    const filter = { _id: hashSecret(sent.code), kind: 'code' } as const;
    const code = await oauthTokens.findOneAndUpdate(filter, { $set: { used: now } }, { returnDocument: 'before' });
    if (!code) throw invalidGrant('The code is unknown or has expired');
    const isValid =
      code.used === undefined &&
      code.until > now &&
      code.client === sent.client &&
      (sent.redirectUri === undefined || sent.redirectUri === code.redirect_uri) &&
      computeChallenge(sent.verifier) === code.challenge;
    const key = isValid ? await keys.findOne({ _id: code.key, active: true }) : null;
    if (!key) {
      await this.#endForApp(code.key, sender);
      throw invalidGrant('The code is expired, used, or for another app, redirect URI or verifier');
    }
    return this.#issue(code, key);
  }

  /**
   * Replaces a refresh token. A second use shows that someone else has it as well, and ends the connection.
   *
   * @throws OAuthError
   */
  async refresh(sent: { token: string; client: string }, sender: Sender): Promise<IssuedTokens> {
    const { oauthTokens, keys } = this.store;
    const now = this.clock.now();
    const _id = hashSecret(sent.token);
    const token = await oauthTokens.findOne({ _id, kind: 'refresh', client: sent.client });
    if (!token || token.until <= now) throw invalidGrant('The refresh token is unknown or has expired');
    const key = token.used ? null : await keys.findOne({ _id: token.key });
    if (key && !(await this.#isInForce(key))) {
      await this.#endForApp(token.key, sender);
      throw invalidGrant('The app was disconnected');
    }
    // The new tokens come first: if they cannot be stored, the app can try again.
    const issued = key ? await this.#issue(token, key) : undefined;
    const { matchedCount } = await oauthTokens.updateOne({ _id, used: { $exists: false } }, { $set: { used: now } });
    if (!issued || matchedCount === 0) {
      await this.#endForApp(token.key, sender);
      throw invalidGrant('The refresh token was used before, so the app is disconnected');
    }
    return issued;
  }

  /** Revokes a token of an app (RFC 7009): an access token alone, or the connection with its refresh token. */
  async revoke(sent: { token: string; client: string }, sender: Sender): Promise<void> {
    const { oauthTokens } = this.store;
    const token = await oauthTokens.findOne({ _id: hashSecret(sent.token), client: sent.client });
    if (token?.kind === 'access') await oauthTokens.deleteOne({ _id: token._id });
    else if (token?.kind === 'refresh') await this.#endForApp(token.key, sender);
  }

  /** Returns the hash of the key that an access token stands for; undefined if the token or the connection is not valid. */
  async findKeyOf(plain: string): Promise<string | undefined> {
    if (!plain.startsWith(PREFIXES.access)) return undefined;
    const { oauthTokens, keys } = this.store;
    const token = await oauthTokens.findOne({ _id: hashSecret(plain), kind: 'access' });
    if (!token || token.until <= this.clock.now()) return undefined;
    const key = await keys.findOne({ _id: token.key });
    return key && (await this.#isInForce(key)) ? key._id : undefined;
  }

  /** Ends a connection: revokes its key and deletes all of its tokens. */
  async end(key: Pick<Key, '_id'>): Promise<void> {
    await this.store.keys.updateOne({ _id: key._id }, { $set: { active: false } });
    await this.store.oauthTokens.deleteMany({ key: key._id });
  }

  /** True if a connection works, and its member still belongs to the account. */
  async #isInForce(key: Key): Promise<boolean> {
    const { connection, account } = key;
    if (!connection || !isLive(key, this.clock.now())) return false;
    // A member who left and joined again is a new one.
    const by = { _id: connection.by, account, created: { $lte: key.created } };
    return (await this.store.members.findOne(by, { projection: { _id: 1 } })) !== null;
  }

  /** Ends a connection at the request of its app, and records that in the account log. */
  async #endForApp(hash: string, { from, requestId }: Sender): Promise<void> {
    const key = await this.store.keys.findOne({ _id: hash, active: true });
    if (!key) return;
    const actor = { kind: 'key', id: key.id, name: key.name } as const;
    await recordChange(
      this.#context,
      { account: key.account, actor, role: null, from, requestId },
      { action: 'connection.end', subject: keySubject, idOf: () => key.id, run: () => this.end(key) },
    );
  }

  /** Issues tokens. The key then expires with the refresh token, unless a member has set another expiry: one that no token has. */
  async #issue({ client, account }: ConnectionToken, { _id: key, expires }: Key): Promise<IssuedTokens> {
    const { oauthTokens, keys } = this.store;
    const owner = { client, key, account };
    const until = this.#after(REFRESH_MS);
    const [access, accessToken] = createToken('access', { ...owner, until: this.#after(ACCESS_SECONDS * 1_000) });
    const [refresh, refreshToken] = createToken('refresh', { ...owner, until });
    const isSetByToken = expires === null || (await oauthTokens.findOne({ key, until: expires })) !== null;
    await oauthTokens.insertMany([accessToken, refreshToken]);
    if (isSetByToken) await keys.updateOne({ _id: key, expires }, { $set: { expires: until } });
    return { access, refresh };
  }

  get #context(): { store: Store; clock: Clock } {
    const { store, clock } = this;
    return { store, clock };
  }

  #after(ms: number): Date {
    return new Date(this.clock.now().getTime() + ms);
  }
}

/** Creates a secret, and the document that stores its hash. */
function createToken(
  kind: ConnectionToken['kind'],
  token: Pick<ConnectionToken, 'account' | 'client' | 'key' | 'until'>,
): [secret: string, token: ConnectionToken] {
  const secret = PREFIXES[kind] + randomBytes(32).toString('base64url');
  return [secret, { _id: hashSecret(secret), kind, ...token, expires: token.until }];
}

const invalidGrant = (message: string) => new OAuthError('invalid_grant', message);

/** Computes the PKCE challenge of a verifier by the method S256 (RFC 7636). */
const computeChallenge = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url');
