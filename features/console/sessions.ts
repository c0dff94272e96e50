import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { nanoid } from 'nanoid';
import { errors } from '../../shared/contract/errors.js';
import type { Clock } from '../../shared/process/clock.js';
import { hasAdmin, type OperatorCollections, type OperatorSession, ROOT, type Role } from '../operators/index.js';

type Store = Pick<OperatorCollections, 'operatorSessions' | 'operators' | 'rightsGuard'>;

/** How long a session lives, however it is used. */
export const SESSION_SECONDS = 12 * 3_600;

/** How many sessions are remembered, and for how long, in ms, for when the store is away. */
const SESSIONS_REMEMBERED = 1_000;
const REMEMBERED_MS = 10 * 60_000;

const ID_BYTES = 32;
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const CIPHER = 'aes-256-gcm';
const LONGEST_AGENT = 300;
const ID = /^[A-Za-z0-9_-]{43}$/;

/** Whether a text can be the id of a session: 32 bytes of base64url. */
export const isSessionId = (text: string | undefined): text is string => text !== undefined && ID.test(text);

/** Who has a session. */
export interface SessionHolder {
  readonly name: string;
  readonly role: Role;
  /** What the session is called, `ses_…`. */
  readonly session: string;
  readonly formToken: string;
}

/**
 * The sessions of operators, in the store, so that every front knows them and ending one ends it everywhere. An id is
 * random; kept of it is an HMAC, so that whoever reads the store has no session. The key of that is derived from the admin
 * token for this alone (HKDF, RFC 5869): another token ends every session.
 */
export class Sessions {
  readonly #key: Buffer;
  /** Who had a session when the store could be asked last. */
  readonly #seen = new LRUCache<string, SessionHolder>({ max: SESSIONS_REMEMBERED, ttl: REMEMBERED_MS });

  constructor(
    adminToken: string,
    private readonly store: Store,
    private readonly clock: Clock,
  ) {
    this.#key = derived(adminToken, 'utility-api operator sessions');
  }

  /**
   * Makes a session, and its id, which is all that the browser has of it; `add` opens it.
   *
   * @param from the address
   * @param agent the browser, as it names itself
   */
  make(operator: string, from: string, agent: string): { id: string; session: OperatorSession } {
    const id = randomBytes(ID_BYTES).toString('base64url');
    const opened = this.clock.now();
    const session: OperatorSession = {
      _id: this.#name(id),
      id: `ses_${nanoid(12)}`,
      operator,
      opened,
      expires: new Date(opened.getTime() + SESSION_SECONDS * 1_000),
      from,
      agent: agent.slice(0, LONGEST_AGENT),
      form_token: randomBytes(16).toString('hex'),
    };
    return { id, session };
  }

  /**
   * Opens a session, unless its operator has been switched off or given another password since the login was checked.
   *
   * @param passwordSet when the password that was checked was set; undefined for the admin token
   * @throws ApiError 401
   */
  async add(session: OperatorSession, passwordSet?: Date): Promise<void> {
    const { _id, operator } = session;
    await this.store.operatorSessions.insertOne(session);
    if (passwordSet === undefined) return;
    // Such a change ends the sessions that it finds. One that it came too early to find is ended here.
    const unchanged = { _id: operator, active: true, password_set: passwordSet };
    if (await this.store.operators.findOne(unchanged, { projection: { _id: 1 } })) return;
    await this.store.operatorSessions.deleteOne({ _id });
    throw errors.signInWrong();
  }

  /** Who has a session, and what they may now; nothing when it has ended, or they are no operator any more. */
  async holderOf(id: string): Promise<SessionHolder | undefined> {
    try {
      const holder = await this.#read(id);
      this.#seen.set(this.#name(id), holder);
      return holder;
    } catch (error) {
      // While the store is away operators look at what is there all the same; nothing can be changed then.
      const holder = this.#seen.get(this.#name(id));
      if (!holder) throw error;
      return holder;
    }
  }

  async #read(id: string): Promise<SessionHolder | undefined> {
    const found = await this.store.operatorSessions.findOne({ _id: this.#name(id) });
    if (!found || found.expires <= this.clock.now()) return undefined;
    const role = await this.roleOf(found.operator);
    return role && { name: found.operator, role, session: found.id, formToken: found.form_token };
  }

  /** What somebody may who has just come in, or has a session; nothing when they may not. */
  async roleOf(name: string): Promise<Role | undefined> {
    if (name === ROOT) return (await hasAdmin(this.store)) ? undefined : 'admin';
    const operator = await this.store.operators.findOne({ _id: name });
    return operator?.active ? operator.role : undefined;
  }

  /** Keeps a text for the next page of a session, sealed with its id: the store alone does not tell it. */
  async keepOnce(id: string, text: string): Promise<void> {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, onceKey(id), nonce);
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    const once = Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64');
    await this.store.operatorSessions.updateOne({ _id: this.#name(id) }, { $set: { once } });
  }

  /** What was kept for the next page, which is this one; nothing when it has been shown. */
  async takeOnce(id: string): Promise<string | undefined> {
    const _id = this.#name(id);
    const found = await this.store.operatorSessions.findOneAndUpdate({ _id }, { $unset: { once: true } });
    if (found?.once === undefined) return undefined;
    const bytes = Buffer.from(found.once, 'base64');
    const decipher = createDecipheriv(CIPHER, onceKey(id), bytes.subarray(0, NONCE_BYTES));
    decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
    return decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
  }

  #name(id: string): string {
    return createHmac('sha256', this.#key).update(id).digest('base64url');
  }
}

const derived = (secret: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', purpose, KEY_BYTES));

const onceKey = (id: string): Buffer => derived(id, 'utility-api shown once');
