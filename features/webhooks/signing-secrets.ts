import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { errors } from '../../shared/contract/errors.js';
import { parseNamedSecrets } from '../../shared/process/parse-setting.js';
import type { StoredSecret } from './collections.js';

/** Time in which a replaced secret still signs beside the new one, in ms. */
export const OVERLAP_MS = 24 * 3_600_000;

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** Standard Webhooks: 24 to 64 bytes. */
const SECRET_BYTES = 32;
const PREFIX = 'whsec_';
const PURPOSE = 'utility-api webhook secrets';

/** Generates signing secrets, and encrypts them for the store with the secrets of WEBHOOK_SECRETS: signing needs them in plain. */
export class SigningSecrets {
  readonly #keys: ReadonlyMap<string, Buffer>;

  /**
   * @param setting WEBHOOK_SECRETS: `id:secret`, comma-separated; without it webhooks are off
   * @throws ConfigError when a secret has no id, or is too short
   */
  constructor(setting: string | undefined) {
    const given = parseNamedSecrets('WEBHOOK_SECRETS', setting);
    this.#keys = new Map([...given].map(([id, secret]) => [id, deriveKey(secret)]));
  }

  get areOff(): boolean {
    return this.#keys.size === 0;
  }

  /** Generates a secret, in the form that receivers get (`whsec_…`). */
  generate(): string {
    return PREFIX + randomBytes(SECRET_BYTES).toString('base64');
  }

  /** @throws ApiError 503 when webhooks are off */
  encrypt(secret: string): string {
    const [newest] = this.#keys;
    if (!newest) throw errors.webhooksOff();
    const [id, key] = newest;
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, key, nonce);
    const encrypted = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
    return `${id}:${Buffer.concat([nonce, cipher.getAuthTag(), encrypted]).toString('base64')}`;
  }

  /** @throws Error when it was encrypted with an unknown secret, or tampered with */
  decrypt(sealed: string): string {
    const at = sealed.lastIndexOf(':');
    const key = this.#keys.get(sealed.slice(0, at));
    if (!key) throw new Error(`WEBHOOK_SECRETS has no secret with the id ${sealed.slice(0, at)}`);
    const bytes = Buffer.from(sealed.slice(at + 1), 'base64');
    const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES));
    decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
    return decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
  }

  /** Returns the same secrets encrypted with the newest of WEBHOOK_SECRETS; undefined if they already are. */
  reencrypt(stored: readonly StoredSecret[]): StoredSecret[] | undefined {
    const [newest = ''] = this.#keys.keys();
    if (stored.every(({ sealed }) => sealed.startsWith(`${newest}:`))) return undefined;
    return stored.map(({ sealed, ...rest }) => ({ sealed: this.encrypt(this.decrypt(sealed)), ...rest }));
  }

  /** True if WEBHOOK_SECRETS has older secrets beside the newest. */
  get isRotating(): boolean {
    return this.#keys.size > 1;
  }

  /** Returns the secrets that sign now, the newest first. */
  decryptCurrent(stored: readonly StoredSecret[], now: Date): string[] {
    return stored.filter(({ until }) => !until || until > now).map(({ sealed }) => this.decrypt(sealed));
  }

  /** Returns the secrets of a webhook after a rotation. The replaced one signs for another 24 hours, older ones no more. */
  rotate(stored: readonly StoredSecret[], secret: string, now: Date): StoredSecret[] {
    const [last] = stored;
    const until = new Date(now.getTime() + OVERLAP_MS);
    return [{ sealed: this.encrypt(secret) }, ...(last ? [{ ...last, until }] : [])];
  }
}

const deriveKey = (secret: string): Buffer => Buffer.from(hkdfSync('sha256', secret, '', PURPOSE, KEY_BYTES));
