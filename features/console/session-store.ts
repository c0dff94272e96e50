import { createHmac, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Filter } from 'mongodb';
import { nanoid } from 'nanoid';
import Type, { type Static } from 'typebox';
import { errors } from '../../shared/contract/errors.js';
import { conforms } from '../../shared/contract/input.js';
import type { Clock } from '../../shared/process/clock.js';
import { decryptText, deriveKey, encryptText } from '../../shared/store/encryption.js';
import {
  findLesserRole,
  hasAdmin,
  type Operator,
  type OperatorCollections,
  type OperatorSession,
  ROOT,
  type Role,
} from '../operators/index.js';

type Store = Pick<OperatorCollections, 'operatorSessions' | 'operators' | 'rightsGuard'>;

/** Lifetime of a session. Use does not extend it. */
export const SESSION_SECONDS = 12 * 3_600;

/** Lifetime of a session by single sign-on: a role that the provider withdraws ends with it. */
const SSO_SESSION_SECONDS = 8 * 3_600;

/** Time to enter the second factor after the password, in ms. */
export const LOGIN_MS = 10 * 60_000;

/** Sessions that are cached, and for how long, while the store is unavailable. */
const MAX_CACHED = 1_000;
const CACHED_MS = 10 * 60_000;

const ID_BYTES = 32;
const MAX_AGENT_LENGTH = 300;
const ID = /^[A-Za-z0-9_-]{43}$/;

/** True if a text has the format of a session id: 32 bytes of base64url. */
export const isSessionId = (text: string | undefined): text is string => text !== undefined && ID.test(text);

/** Operator of a session. */
interface SessionHolder {
  readonly name: string;
  readonly role: Role;
  /** Public id of the session, `ses_…`. */
  readonly session: string;
  readonly formToken: string;
  /** True if the operator has logged in by a password alone. */
  readonly lacksSecondFactor: boolean;
}

const pendingLogin = Type.Object({
  operator: Type.String(),
  /** Time when the checked password was set, in ms. */
  passwordSet: Type.Number(),
  /** Page that was requested before. */
  next: Type.String(),
  expires: Type.Number(),
});

/** A login whose password was right, and whose second factor is missing. */
type PendingLogin = Static<typeof pendingLogin>;

/**
 * Sessions of operators. They are in the store, so that ending one ends it in all fronts. Ids are random; the store has only their
 * HMAC, so that reading it does not give a session. Its key is derived from the admin token (HKDF, RFC 5869): changing the token
 * ends all sessions.
 */
export class SessionStore {
  readonly #key: Buffer;
  readonly #loginKey: Buffer;
  /** Holders of sessions when the store was last available. */
  readonly #cache = new LRUCache<string, SessionHolder>({ max: MAX_CACHED, ttl: CACHED_MS });

  constructor(
    adminToken: string,
    private readonly store: Store,
    private readonly clock: Clock,
  ) {
    this.#key = deriveKey(adminToken, 'utility-api operator sessions');
    this.#loginKey = deriveKey(adminToken, 'utility-api operator logins');
  }

  /**
   * Creates a session, and the id for the cookie. `add` opens it.
   *
   * @param from IP address of the client
   * @param agent User-Agent of the browser
   * @param role that a sign-in provider gives
   */
  create(operator: string, from: string, agent: string, role?: Role): { id: string; session: OperatorSession } {
    const id = randomBytes(ID_BYTES).toString('base64url');
    const opened = this.clock.now();
    const session: OperatorSession = {
      _id: this.#hash(id),
      id: `ses_${nanoid(12)}`,
      operator,
      opened,
      expires: new Date(opened.getTime() + (role ? SSO_SESSION_SECONDS : SESSION_SECONDS) * 1_000),
      ...(role && { role }),
      from,
      agent: agent.slice(0, MAX_AGENT_LENGTH),
      form_token: randomBytes(16).toString('hex'),
    };
    return { id, session };
  }

  /**
   * Opens a session, unless its operator was deactivated or got another password since the login was checked.
   *
   * @param checked what the operator has proved, as it was then; undefined for the admin token
   * @throws ApiError 401
   */
  async add(session: OperatorSession, checked?: Filter<Operator>): Promise<void> {
    const { _id, operator } = session;
    await this.store.operatorSessions.insertOne(session);
    if (checked === undefined) return;
    // Such a change ends the sessions that exist then. This one may have been inserted just after it.
    const unchanged = { ...checked, _id: operator, active: true };
    if (await this.store.operators.findOne(unchanged, { projection: { _id: 1 } })) return;
    await this.store.operatorSessions.deleteOne({ _id });
    throw errors.signInWrong();
  }

  /** Finds the operator of a session, and their current role. Undefined if it has ended, or the operator is inactive. */
  async findHolder(id: string): Promise<SessionHolder | undefined> {
    try {
      const holder = await this.#read(id);
      this.#cache.set(this.#hash(id), holder);
      return holder;
    } catch (error) {
      // Operators can read pages while the store is unavailable. Nothing can be changed then.
      const holder = this.#cache.get(this.#hash(id));
      if (!holder) throw error;
      return holder;
    }
  }

  async #read(id: string): Promise<SessionHolder | undefined> {
    const found = await this.store.operatorSessions.findOne({ _id: this.#hash(id) });
    if (!found || found.expires <= this.clock.now()) return undefined;
    const { operator: name, id: sessionId, form_token: formToken } = found;
    const holder = { name, session: sessionId, formToken, lacksSecondFactor: false };
    if (name === ROOT) return (await hasAdmin(this.store)) ? undefined : { ...holder, role: 'admin' };
    const operator = await this.store.operators.findOne({ _id: name });
    if (!operator?.active) return undefined;
    if (found.role) return { ...holder, role: findLesserRole(found.role, operator.role) };
    return { ...holder, role: operator.role, lacksSecondFactor: operator.second_factor === undefined };
  }

  /** Finds the role of an operator's new session. Undefined if the operator must not have one. */
  async findRole(name: string): Promise<Role | undefined> {
    if (name === ROOT) return (await hasAdmin(this.store)) ? undefined : 'admin';
    const operator = await this.store.operators.findOne({ _id: name });
    return operator?.active ? operator.role : undefined;
  }

  /** Encrypts a login for a cookie, until its second factor is entered. */
  sealLogin(login: Omit<PendingLogin, 'expires'>): string {
    const pending: PendingLogin = { ...login, expires: this.clock.now().getTime() + LOGIN_MS };
    return encryptText(this.#loginKey, JSON.stringify(pending));
  }

  /** Returns the login of a cookie; undefined if it is invalid or has expired. */
  openLogin(sealed: string | undefined): PendingLogin | undefined {
    if (sealed === undefined) return undefined;
    try {
      const pending: unknown = JSON.parse(decryptText(this.#loginKey, sealed));
      return conforms(pendingLogin, pending) && pending.expires > this.clock.now().getTime() ? pending : undefined;
    } catch {
      return undefined;
    }
  }

  /** Stores a text for the next page of a session, encrypted with the id in the cookie. */
  async storeOnce(id: string, text: string): Promise<void> {
    const once = encryptText(onceKey(id), text);
    await this.store.operatorSessions.updateOne({ _id: this.#hash(id) }, { $set: { once } });
  }

  /** Returns and deletes the text for this page, if there is one. */
  async takeOnce(id: string): Promise<string | undefined> {
    const _id = this.#hash(id);
    const found = await this.store.operatorSessions.findOneAndUpdate({ _id }, { $unset: { once: true } });
    return found?.once === undefined ? undefined : decryptText(onceKey(id), found.once);
  }

  #hash(id: string): string {
    return createHmac('sha256', this.#key).update(id).digest('base64url');
  }
}

const onceKey = (id: string): Buffer => deriveKey(id, 'utility-api shown once');
