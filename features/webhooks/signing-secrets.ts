import { randomBytes } from 'node:crypto';
import { errors } from '../../shared/contract/errors.js';
import { Encryption } from '../../shared/store/encryption.js';
import type { StoredSecret } from './collections.js';

/** Time in which a replaced secret still signs beside the new one, in ms. */
export const OVERLAP_MS = 24 * 3_600_000;

/** Standard Webhooks: 24 to 64 bytes. */
const SECRET_BYTES = 32;
const PREFIX = 'whsec_';

/** Generates signing secrets, and encrypts them for the store with the secrets of WEBHOOK_SECRETS: signing needs them in plain. */
export class SigningSecrets {
  readonly #encryption: Encryption;

  /**
   * @param setting WEBHOOK_SECRETS: `id:secret`, comma-separated; without it webhooks are off
   * @throws ConfigError when a secret has no id, or is too short
   */
  constructor(setting: string | undefined) {
    this.#encryption = new Encryption('WEBHOOK_SECRETS', setting, 'utility-api webhook secrets');
  }

  get areOff(): boolean {
    return this.#encryption.isOff;
  }

  /** Generates a secret, in the form that receivers get (`whsec_…`). */
  generate(): string {
    return PREFIX + randomBytes(SECRET_BYTES).toString('base64');
  }

  /** @throws ApiError 503 when webhooks are off */
  encrypt(secret: string): string {
    if (this.areOff) throw errors.webhooksOff();
    return this.#encryption.encrypt(secret);
  }

  /** @throws Error when it was encrypted with an unknown secret, or tampered with */
  decrypt(sealed: string): string {
    return this.#encryption.decrypt(sealed);
  }

  /** Returns the same secrets encrypted with the newest of WEBHOOK_SECRETS; undefined if they already are. */
  reencrypt(stored: readonly StoredSecret[]): StoredSecret[] | undefined {
    if (stored.every(({ sealed }) => this.#encryption.isNewest(sealed))) return undefined;
    return stored.map(({ sealed, ...rest }) => ({ sealed: this.encrypt(this.decrypt(sealed)), ...rest }));
  }

  /** True if WEBHOOK_SECRETS has older secrets beside the newest. */
  get isRotating(): boolean {
    return this.#encryption.isRotating;
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
