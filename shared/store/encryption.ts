import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { parseNamedSecrets } from '../process/parse-setting.js';

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Derives a key from a secret (HKDF, RFC 5869). A secret has another key for each purpose. */
export const deriveKey = (secret: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', purpose, KEY_BYTES));

/** Encrypts a text. @returns base64 */
export function encryptText(key: Buffer, text: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce);
  const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]).toString('base64');
}

/** Decrypts a text. @throws Error if it was encrypted with another key, or tampered with */
export function decryptText(key: Buffer, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64');
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  return decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
}

/** Encrypts texts for the store, with the secrets of a setting: the newest encrypts, all decrypt. */
export class Encryption {
  readonly #keys: ReadonlyMap<string, Buffer>;

  /**
   * @param name of the setting
   * @param setting `id:secret`, comma-separated, the newest first; without it nothing is encrypted
   * @param purpose of the texts: each has keys of its own
   * @throws ConfigError if a secret has no id, or is too short
   */
  constructor(
    private readonly name: string,
    setting: string | undefined,
    purpose: string,
  ) {
    const given = parseNamedSecrets(name, setting);
    this.#keys = new Map([...given].map(([id, secret]) => [id, deriveKey(secret, purpose)]));
  }

  /** True without a secret. */
  get isOff(): boolean {
    return this.#keys.size === 0;
  }

  /** True if there are older keys beside the newest. */
  get isRotating(): boolean {
    return this.#keys.size > 1;
  }

  /** @throws Error without keys */
  encrypt(text: string): string {
    const [newest] = this.#keys;
    if (!newest) throw new Error(`${this.name} is not set`);
    const [id, key] = newest;
    return `${id}:${encryptText(key, text)}`;
  }

  /** @throws Error if it was encrypted with an unknown secret, or tampered with */
  decrypt(sealed: string): string {
    const at = sealed.lastIndexOf(':');
    const key = this.#keys.get(sealed.slice(0, at));
    if (!key) throw new Error(`${this.name} has no secret with the id ${sealed.slice(0, at)}`);
    return decryptText(key, sealed.slice(at + 1));
  }

  /** True if a text is encrypted with the newest key. */
  isNewest(sealed: string): boolean {
    const [newest = ''] = this.#keys.keys();
    return sealed.startsWith(`${newest}:`);
  }
}
