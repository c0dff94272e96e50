import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { errors } from '../contract/errors.js';
import { namedSecrets } from '../process/named-secrets.js';
import type { KeptSecret } from './collections.js';

/** How long a replaced secret still signs beside the new one, in ms. */
export const OVERLAP_MS = 24 * 3_600_000;

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** Standard Webhooks: 24 to 64 bytes. */
const SECRET_BYTES = 32;
const PREFIX = 'whsec_';
const PURPOSE = 'utility-api webhook secrets';

/** Makes the secrets that sign messages, and encrypts them for the store: to sign, they are needed as they are. */
export class SigningSecrets {
  readonly #keys: ReadonlyMap<string, Buffer>;

  /**
   * @param setting WEBHOOK_SECRETS: `id:secret`, comma-separated; undefined switches webhooks off
   * @throws ConfigError when a secret has no id, or is too short
   */
  constructor(setting: string | undefined) {
    const given = namedSecrets('WEBHOOK_SECRETS', setting);
    this.#keys = new Map([...given].map(([id, secret]) => [id, keyFrom(secret)]));
  }

  get areOff(): boolean {
    return this.#keys.size === 0;
  }

  /** A new secret, as receivers get it (`whsec_…`). */
  make(): string {
    return PREFIX + randomBytes(SECRET_BYTES).toString('base64');
  }

  /** @throws ApiError 503 when webhooks are off */
  seal(secret: string): string {
    const [newest] = this.#keys;
    if (!newest) throw errors.webhooksOff();
    const [id, key] = newest;
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, key, nonce);
    const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
    return `${id}:${Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64')}`;
  }

  /** @throws Error when it was encrypted with a secret that is not known here, or tampered with */
  open(kept: string): string {
    const at = kept.lastIndexOf(':');
    const key = this.#keys.get(kept.slice(0, at));
    if (!key) throw new Error(`WEBHOOK_SECRETS has no ${kept.slice(0, at)} any more`);
    const bytes = Buffer.from(kept.slice(at + 1), 'base64');
    const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES));
    decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
    return decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
  }

  /** The same secrets, each encrypted with the newest of ours; undefined when they are. */
  resealed(kept: readonly KeptSecret[]): KeptSecret[] | undefined {
    const [newest = ''] = this.#keys.keys();
    if (kept.every(({ sealed }) => sealed.startsWith(`${newest}:`))) return undefined;
    return kept.map(({ sealed, ...rest }) => ({ sealed: this.seal(this.open(sealed)), ...rest }));
  }

  /** Whether secrets of ours are being replaced: there are older ones beside the newest. */
  get areChanging(): boolean {
    return this.#keys.size > 1;
  }

  /** The secrets that sign now, the newest first. */
  signing(kept: readonly KeptSecret[], now: Date): string[] {
    return kept.filter(({ until }) => !until || until > now).map(({ sealed }) => this.open(sealed));
  }

  /** The secrets of a webhook with a new one before them; the last one signs for a while yet, those before it no more. */
  rotated(kept: readonly KeptSecret[], secret: string, now: Date): KeptSecret[] {
    const [last] = kept;
    const until = new Date(now.getTime() + OVERLAP_MS);
    return [{ sealed: this.seal(secret) }, ...(last ? [{ ...last, until }] : [])];
  }
}

const keyFrom = (secret: string): Buffer => Buffer.from(hkdfSync('sha256', secret, '', PURPOSE, KEY_BYTES));
