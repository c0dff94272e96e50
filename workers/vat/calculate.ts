import type { Decimal } from 'decimal.js';
import {
  type Country,
  countryName,
  findRateType,
  isOutsideOfVat,
  listRates,
  type VatType,
} from '../../shared/vat/countries.js';
import { createRounding, defaultRounding, Exact, type Round, roundingUnit, unrounded, withinLimit } from './amounts.js';
import {
  type Amounts,
  addVat,
  amountsFromVat,
  deriveRate,
  extractVat,
  fromGrossAndVat,
  fromNetAndGross,
  fromNetAndVat,
  isConsistent,
} from './arithmetic.js';

/** Input of a calculation. */
export interface Known {
  readonly net?: Decimal | undefined;
  readonly gross?: Decimal | undefined;
  readonly vat?: Decimal | undefined;
  /** In percent; takes precedence over the rate of the country. */
  readonly rate?: Decimal | undefined;
  readonly country?: Country | undefined;
  readonly vatType?: VatType | undefined;
  /** false leaves amounts unrounded. */
  readonly rounded: boolean;
}

/** Result of a calculation; without amounts the input was insufficient, and the warnings say what is missing. */
export interface Result {
  readonly amounts?: Amounts;
  readonly rate?: Decimal | undefined;
  readonly warnings: readonly string[];
}

const ZERO = new Exact(0);
const INSUFFICIENT = 'At least two of net, gross, vat_amount, vat_rate are needed, or one amount and a country_code';
const NO_AMOUNT = 'With a rate of 0 either net or gross is needed';

/**
 * Calculates net, gross, VAT and rate from two of them, or from one amount and the rate of a country.
 *
 * Contradictions are resolved by order: of net, gross, VAT and rate the first two count, and a warning names what was ignored. A rate of 0
 * counts before all others: then gross equals net.
 *
 * @throws ApiError if a small rate makes the net amount too large to be exact in JSON
 */
export function calculate(known: Known): Result {
  const rounding = known.country?.rounding ?? defaultRounding;
  const round = known.rounded ? createRounding(rounding) : unrounded;
  const unit = roundingUnit(rounding);
  const { rate, warnings } = chooseRate(known);
  if (rate?.isZero()) return withoutVat(known, round, unit, warnings);
  const pair = fromTwoAmounts(known, round);
  if (pair) return withDerivedRate(known, pair, unit);
  const amounts = rate && fromOneAmount(known, rate, round);
  return amounts ? { amounts, rate, warnings } : { warnings: [INSUFFICIENT, ...warnings] };
}

function chooseRate({ rate, vatType = 'standard', country }: Known): { rate?: Decimal; warnings: string[] } {
  if (rate) return { rate, warnings: warnAboutRate(rate, vatType, country) };
  if (country?.territory && isOutsideOfVat(country))
    return { rate: ZERO, warnings: [`${country.territory.name}: calculated without VAT`, ...country.notes] };
  if (!country) return vatType === 'zero' ? { rate: ZERO, warnings: [] } : { warnings: [] };
  const found = findRate(country, vatType);
  if (found.rate === undefined) return { warnings: explainMissingRate(country, vatType) };
  const notes = vatType === 'zero' ? [] : country.notes;
  return { rate: new Exact(found.rate), warnings: [...found.warnings, ...notes] };
}

/** Finds the rate of a type in a country: of several the first one, with a warning. */
export function findRate(country: Country, type: VatType): { rate?: number; warnings: string[] } {
  const name = countryName(country);
  if (type === 'zero') {
    const isUnusual = country.rates.zero === null;
    return { rate: 0, warnings: isUnusual ? [`${name} has no zero rate for domestic supplies`] : [] };
  }
  const [first, ...others] = listRates(country).flatMap((each) => (each.type === type ? each.rate : []));
  if (first === undefined) return { warnings: [] };
  const choice = [first, ...others].join(', ');
  const warnings = others.length > 0 ? [`${name} has several ${type} rates (${choice}): ${first} was used`] : [];
  return { rate: first, warnings };
}

/** Says that a country does not have a rate. */
export const describeMissingRate = (country: Country, type: VatType): string =>
  `${countryName(country)} has no ${country.rates.standard === null ? 'VAT' : `${type} rate`}`;

/** Returns warnings about a given rate that may be a mistake. */
function warnAboutRate(rate: Decimal, vatType: VatType, country: Country | undefined): string[] {
  const doubts: string[] = [];
  if (rate.gt(0) && rate.lt(1)) doubts.push(`vat_rate is in percent: ${rate} was read as ${rate} %`);
  if (rate.gt(0) && vatType === 'zero') doubts.push(`vat_rate ${rate} was used instead of vat_type zero`);
  if (country && !rate.isZero() && !findRateType(country, rate)) {
    const problem = isOutsideOfVat(country)
      ? `${country.territory?.name} has no VAT of ${countryName(country)}`
      : `${countryName(country)} has no general rate of ${rate} %`;
    doubts.push(`${problem}: vat_rate was used as given`);
  }
  return doubts;
}

function explainMissingRate(country: Country, vatType: VatType): string[] {
  const { notes, rates } = country;
  const missing = describeMissingRate(country, vatType);
  if (rates.standard !== null) return [missing, ...notes];
  return notes.length > 0 ? notes : [missing];
}

/** Calculates without VAT: gross equals net. */
function withoutVat(known: Known, round: Round, unit: Decimal, warnings: string[]): Result {
  const net = known.net ?? known.gross;
  if (!net) return { warnings: [known.vat ? NO_AMOUNT : INSUFFICIENT, ...warnings] };
  const amounts = fromNetAndGross(net, net, round);
  return { amounts, rate: ZERO, warnings: [...findContradictions(known, amounts, unit), ...warnings] };
}

function fromTwoAmounts({ net, gross, vat }: Known, round: Round): Amounts | undefined {
  if (net && gross) return fromNetAndGross(net, gross, round);
  if (net && vat) return fromNetAndVat(net, vat, round);
  return gross && vat ? fromGrossAndVat(gross, vat, round) : undefined;
}

function fromOneAmount({ net, gross, vat }: Known, rate: Decimal, round: Round): Amounts | undefined {
  if (net) return addVat(net, rate, round);
  if (gross) return extractVat(gross, rate, round);
  const amounts = vat && amountsFromVat(vat, rate, round);
  if (amounts) withinLimit('The net amount', amounts.net);
  return amounts;
}

/** Adds the rate of two given amounts: the given one if consistent, else one of the country, else the one with the fewest decimals. */
function withDerivedRate(known: Known, amounts: Amounts, unit: Decimal): Result {
  const warnings = findContradictions(known, amounts, unit);
  if (known.rate && isConsistent(known.rate, amounts, unit)) return { amounts, rate: known.rate, warnings };
  const usual = findUsualRate(known, amounts, unit);
  const rate = usual?.rate ?? deriveRate(amounts, known.rounded ? unit : ZERO);
  if (known.rate) warnings.push(describeContradiction('vat_rate', known.rate, rate));
  else if (known.vatType && usual && usual.type !== known.vatType)
    warnings.push(`Contradictory input: vat_type ${known.vatType} was ignored, the amounts give ${usual.rate} %`);
  if (known.country && !usual) warnings.push(`${countryName(known.country)} has no rate that gives these amounts`);
  warnings.push(...findOddities(amounts, rate));
  return { amounts, rate, warnings };
}

function findUsualRate({ country, vatType }: Known, amounts: Amounts, unit: Decimal) {
  if (!country) return undefined;
  const all = listRates(country).map(({ type, rate }) => ({ type, rate: new Exact(rate) }));
  const wanted = [...all.filter(({ type }) => type === vatType), ...all];
  return wanted.find(({ rate }) => isConsistent(rate, amounts, unit));
}

function findOddities({ vat }: Amounts, rate: Decimal | undefined): string[] {
  if (!rate) return vat.isZero() ? [] : ['There cannot be VAT on a net amount of 0'];
  if (rate.lt(0)) return ['The VAT has the opposite sign of the net amount'];
  return rate.gt(100) ? ['The VAT is more than the net amount'] : [];
}

function findContradictions(known: Known, amounts: Amounts, unit: Decimal): string[] {
  const checked = [
    ['net', known.net, amounts.net],
    ['gross', known.gross, amounts.gross],
    ['vat_amount', known.vat, amounts.vat],
  ] as const;
  return checked.flatMap(([field, given, used]) =>
    given?.minus(used).abs().gte(unit) ? [describeContradiction(field, given, used)] : [],
  );
}

const describeContradiction = (field: string, given: Decimal, used: Decimal | undefined): string =>
  `Contradictory input: ${field} ${given} was ignored${used ? `, it would have to be ${used}` : ''}`;
