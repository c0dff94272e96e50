import Type from 'typebox';
import { type Config, ConfigError } from '../../shared/process/config.js';
import { parseJsonSetting } from '../../shared/process/parse-setting.js';
import { offerFields, type Pack, toMicroCredits } from './packs.js';

/** A monthly subscription: so many credits for each paid month, at a price. */
export interface Plan extends Pack {
  /** True if unspent credits stay valid for 12 months, like those of a pack; false if they expire with the month. */
  readonly rollover: boolean;
}

const schema = Type.Array(
  Type.Object({ ...offerFields, rollover: Type.Optional(Type.Boolean()) }, { additionalProperties: false }),
  { minItems: 1, maxItems: 20 },
);

const EXAMPLE = '[{"id": "starter", "credits": 600, "price": 1000, "currency": "eur", "rollover": false}]';

/**
 * Reads the plans for sale from PAYMENT_PLANS, the cheapest first; none without it.
 *
 * @throws ConfigError for an invalid setting
 */
export function readPlans({ PAYMENT_PLANS }: Partial<Pick<Config, 'PAYMENT_PLANS'>>): readonly Plan[] {
  if (PAYMENT_PLANS === undefined) return [];
  const read = parseJsonSetting('PAYMENT_PLANS', PAYMENT_PLANS, schema, EXAMPLE);
  const twice = read.find(({ id }, index) => read.findIndex((plan) => plan.id === id) !== index);
  if (twice) throw new ConfigError(`PAYMENT_PLANS has two plans with the id ${twice.id}`);
  if (new Set(read.map(({ currency }) => currency)).size > 1)
    throw new ConfigError('PAYMENT_PLANS must have one currency: customers cannot change to a plan in another');
  return read
    .map(({ rollover = false, ...plan }) => ({ ...plan, rollover, credits: toMicroCredits('PAYMENT_PLANS', plan) }))
    .sort((one, other) => one.price - other.price);
}
