import { customAlphabet } from 'nanoid';
import { Secret, TOTP } from 'otpauth';
import Type from 'typebox';
import { errors } from '../../shared/contract/errors.js';
import { conforms } from '../../shared/contract/input.js';
import type { Clock } from '../../shared/process/clock.js';
import { Encryption } from '../../shared/store/encryption.js';
import { hashSecret } from '../../shared/store/hash-secret.js';
import type { Operator, OperatorCollections, SecondFactor } from './collections.js';

type Store = Pick<OperatorCollections, 'operators'>;

/** Parameters of the codes, which every authenticator app supports. */
const CODE = { issuer: 'utility-api', algorithm: 'SHA1', digits: 6, period: 30 } as const;
const SECRET_BYTES = 20;
/** Time steps before and after the current one whose codes are accepted. */
const WINDOW = 1;
/** Time in which an enrolment is to be confirmed, in ms. */
const ENROLMENT_MS = 30 * 60_000;

const RECOVERY_CODES = 10;
/** 79 random bits. Without 0, 1, i, l and o, which look alike. */
const generateRecoveryCode = customAlphabet('23456789abcdefghjkmnpqrstuvwxyz', 16);

const enrolment = Type.Object({ operator: Type.String(), secret: Type.String(), expires: Type.Number() });

/** An authenticator app that is being set up. */
export interface Enrolment {
  /** The enrolment itself, encrypted for a form: nothing is stored before it is confirmed. */
  readonly sealed: string;
  /** Secret in base32, to be typed. */
  readonly secret: string;
  /** The same as a URI, for a QR code. */
  readonly uri: string;
}

/** Second factors of operators with passwords: codes of an authenticator app (TOTP, RFC 6238), and recovery codes. */
export class SecondFactors {
  readonly #encryption: Encryption;

  /**
   * @param setting WEBHOOK_SECRETS, which encrypts secrets in the store; without it there are no second factors
   * @throws ConfigError if the setting is invalid
   */
  constructor(
    setting: string | undefined,
    private readonly store: Store,
    private readonly clock: Clock,
  ) {
    this.#encryption = new Encryption('WEBHOOK_SECRETS', setting, 'utility-api second factors');
  }

  get areOff(): boolean {
    return this.#encryption.isOff;
  }

  /** Begins an enrolment. @throws ApiError 503 if second factors are off */
  begin(operator: string): Enrolment {
    const secret = new Secret({ size: SECRET_BYTES }).base32;
    const expires = this.clock.now().getTime() + ENROLMENT_MS;
    return this.#show({ operator, secret, expires });
  }

  /** Returns an enrolment that is under way; undefined if it is invalid, of another operator, or has expired. */
  resume(operator: string, sealed: string): Enrolment | undefined {
    const found = this.#read(operator, sealed);
    return found && this.#show(found);
  }

  /**
   * Completes an enrolment with a code of the app.
   *
   * @returns recovery codes
   * @throws ApiError 401 for a wrong code, 409 if there is a second factor already
   */
  async confirm(operator: string, sealed: string, typed: string): Promise<string[]> {
    const found = this.#read(operator, sealed);
    const step = found && this.#findStep(found.secret, normalize(typed));
    if (step === undefined) throw errors.secondFactorWrong();
    const { plain, recovery } = generateRecoveryCodes();
    const second_factor: SecondFactor = {
      secret: this.#encryption.encrypt(found?.secret ?? ''),
      since: this.clock.now(),
      last_step: step,
      recovery,
    };
    const { matchedCount } = await this.store.operators.updateOne(
      { _id: operator, active: true, second_factor: { $exists: false } },
      { $set: { second_factor } },
    );
    if (matchedCount === 0) throw errors.secondFactorExists();
    return plain;
  }

  /** Uses up a code of the app, or a recovery code. Of concurrent attempts with the same code one succeeds. @returns false if it is wrong */
  async use({ _id, second_factor: factor }: Pick<Operator, '_id' | 'second_factor'>, typed: string): Promise<boolean> {
    if (!factor) return false;
    const code = normalize(typed);
    if (isRecoveryCode(code)) {
      const recovery = hashSecret(code);
      const used = await this.store.operators.updateOne(
        { _id, active: true, 'second_factor.recovery': recovery },
        { $pull: { 'second_factor.recovery': recovery } },
      );
      return used.modifiedCount === 1;
    }
    const secret = this.#encryption.decrypt(factor.secret);
    const step = this.#findStep(secret, code);
    if (step === undefined) return false;
    const sealed = this.#encryption.isNewest(factor.secret) ? factor.secret : this.#encryption.encrypt(secret);
    const used = await this.store.operators.updateOne(
      { _id, active: true, 'second_factor.since': factor.since, 'second_factor.last_step': { $lt: step } },
      { $set: { 'second_factor.last_step': step, 'second_factor.secret': sealed } },
    );
    return used.modifiedCount === 1;
  }

  /** Replaces the recovery codes. @returns the new ones @throws ApiError 404 without a second factor */
  async replaceRecoveryCodes(operator: string): Promise<string[]> {
    const { plain, recovery } = generateRecoveryCodes();
    const { matchedCount } = await this.store.operators.updateOne(
      { _id: operator, second_factor: { $exists: true } },
      { $set: { 'second_factor.recovery': recovery } },
    );
    if (matchedCount === 0) throw errors.secondFactorMissing({ operator });
    return plain;
  }

  /** Turns the second factor off. */
  async remove(operator: string): Promise<void> {
    await this.store.operators.updateOne({ _id: operator }, { $unset: { second_factor: true } });
  }

  #show(given: { operator: string; secret: string; expires: number }): Enrolment {
    if (this.areOff) throw errors.secondFactorOff();
    const { operator: label, secret } = given;
    const uri = new TOTP({ ...CODE, label, secret }).toString();
    return { sealed: this.#encryption.encrypt(JSON.stringify(given)), secret, uri };
  }

  #read(operator: string, sealed: string) {
    try {
      const given: unknown = JSON.parse(this.#encryption.decrypt(sealed));
      if (!conforms(enrolment, given) || given.operator !== operator) return undefined;
      return given.expires > this.clock.now().getTime() ? given : undefined;
    } catch {
      return undefined;
    }
  }

  /** Returns the time step that a code belongs to; undefined for a wrong one. */
  #findStep(secret: string, token: string): number | undefined {
    const timestamp = this.clock.now().getTime();
    const totp = new TOTP({ ...CODE, secret });
    const delta = totp.validate({ token, timestamp, window: WINDOW });
    return delta === null ? undefined : totp.counter({ timestamp }) + delta;
  }
}

/** True if a text has the format of a recovery code, and not of an app's code. */
export const isRecoveryCode = (typed: string): boolean => normalize(typed).length > CODE.digits;

const normalize = (typed: string): string => typed.toLowerCase().replace(/[\s-]/g, '');

function generateRecoveryCodes() {
  const codes = Array.from({ length: RECOVERY_CODES }, () => generateRecoveryCode());
  return { plain: codes.map((code) => code.replace(/(.{4})(?=.)/g, '$1-')), recovery: codes.map(hashSecret) };
}
