import Type from 'typebox';
import { toMicro } from '../../shared/contract/amounts.js';
import { type Config, ConfigError } from '../../shared/process/config.js';
import { parseJsonSetting } from '../../shared/process/parse-setting.js';

/** A number of credits that is for sale at a price. */
export interface Pack {
  readonly id: string;
  /** In micro-credits. */
  readonly credits: number;
  /** In the smallest unit of the currency, e.g. cents. */
  readonly price: number;
  /** ISO 4217, in small letters. */
  readonly currency: string;
}

/** Fields of the settings of packs and plans. */
export const offerFields = {
  id: Type.String({ pattern: '^[a-z0-9][a-z0-9_-]{0,39}$' }),
  credits: Type.Number({ exclusiveMinimum: 0, maximum: 1_000_000_000 }),
  price: Type.Integer({ minimum: 1, maximum: 99_999_999 }),
  currency: Type.String({ pattern: '^[a-z]{3}$' }),
};

const schema = Type.Array(Type.Object(offerFields, { additionalProperties: false }), { minItems: 1, maxItems: 50 });

const EXAMPLE = '[{"id": "small", "credits": 500, "price": 1000, "currency": "eur"}]';

/**
 * Reads the packs for sale from PAYMENT_PACKS; none without it.
 *
 * @throws ConfigError for an invalid setting
 */
export function readPacks({ PAYMENT_PACKS }: Pick<Config, 'PAYMENT_PACKS'>): readonly Pack[] {
  if (PAYMENT_PACKS === undefined) return [];
  const read = parseJsonSetting('PAYMENT_PACKS', PAYMENT_PACKS, schema, EXAMPLE);
  const twice = read.find(({ id }, index) => read.findIndex((pack) => pack.id === id) !== index);
  if (twice) throw new ConfigError(`PAYMENT_PACKS has two packs with the id ${twice.id}`);
  return read.map((pack) => ({ ...pack, credits: toMicroCredits('PAYMENT_PACKS', pack) }));
}

/** @throws ConfigError for credits with too many decimals */
export function toMicroCredits(setting: string, { id, credits }: { id: string; credits: number }): number {
  try {
    return toMicro(credits);
  } catch {
    throw new ConfigError(`${setting}: the credits of ${id} must have at most six decimals`);
  }
}
