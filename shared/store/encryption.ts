import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Derives a key from a secret (HKDF, RFC 5869). A secret has another key for each purpose. */
export const deriveKey = (secret: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', purpose, KEY_BYTES));

/** Encrypts a text. @returns base64 */
export function sealText(key: Buffer, text: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce);
  const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]).toString('base64');
}

/** Decrypts a text. @throws Error if it was encrypted with another key, or tampered with */
export function openText(key: Buffer, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64');
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  return decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
}

/** Encrypts texts for the store with the newest of several secrets, and decrypts them with the one that they were encrypted with. */
export class Encryption {
  readonly #keys: ReadonlyMap<string, Buffer>;

  /**
   * @param setting name of the setting with the secrets, for messages
   * @param secrets by their ids, the newest first
   * @param purpose what is encrypted: each purpose has keys of its own
   */
  constructor(
    private readonly setting: string,
    secrets: ReadonlyMap<string, string>,
    purpose: string,
  ) {
    this.#keys = new Map([...secrets].map(([id, secret]) => [id, deriveKey(secret, purpose)]));
  }

  /** Ids of the secrets, the newest first. */
  get ids(): string[] {
    return [...this.#keys.keys()];
  }

  /** @throws Error without a secret */
  encrypt(plain: string): string {
    const [newest] = this.#keys;
    if (!newest) throw new Error(`${this.setting} is not set`);
    const [id, key] = newest;
    return `${id}:${sealText(key, plain)}`;
  }

  /** @throws Error when it was encrypted with an unknown secret, or tampered with */
  decrypt(sealed: string): string {
    const at = sealed.lastIndexOf(':');
    const key = this.#keys.get(sealed.slice(0, at));
    if (!key) throw new Error(`${this.setting} has no secret with the id ${sealed.slice(0, at)}`);
    return openText(key, sealed.slice(at + 1));
  }
}
