import { Decimal } from 'decimal.js';
import type { InvoiceInput } from '../../../shared/contract/catalogue/vat-invoice.js';
import { withinLimit } from '../amounts.js';
import {
  type Adjustment,
  type DocumentAdjustment,
  type Figures,
  type Group,
  HUNDRED,
  type Line,
  sum,
  type Tax,
  type Totals,
  ZERO,
} from './model.js';
import { type Reader, type RequestedAdjustment, type RequestedLine, readAdjustment, readLine } from './read.js';

/** Maximum decimals of a unit price that is derived from a gross price. */
const PRICE_DECIMALS = 10;

type Round = (amount: Decimal) => Decimal;

/** Part of a category: a line, or an allowance or a charge on the invoice (allowances are negative). */
interface Part {
  readonly tax: Tax;
  readonly net: Decimal;
  /** Amount with VAT, if it was given so. */
  readonly gross?: Decimal | undefined;
}

/**
 * Converts gross amounts to net ones. Per sum, the amounts of a category are rounded so that their sum is the net amount of the gross sum,
 * and each is at most a cent off; per line, each has its own VAT.
 */
class NetAmounts {
  readonly #running = new Map<string, { gross: Decimal; net: Decimal }>();

  constructor(
    private readonly round: Round,
    private readonly isPerLine: boolean,
  ) {}

  convert({ category, rateInPrice }: Tax, gross: Decimal): Decimal {
    if (this.isPerLine) return gross.minus(this.round(vatIn(gross, rateInPrice)));
    const key = `${category} ${rateInPrice}`;
    const before = this.#running.get(key) ?? { gross: ZERO, net: ZERO };
    const sumOfGross = before.gross.plus(gross);
    const sumOfNet = this.round(removeVat(sumOfGross, rateInPrice));
    this.#running.set(key, { gross: sumOfGross, net: sumOfNet });
    return sumOfNet.minus(before.net);
  }
}

const vatIn = (gross: Decimal, rate: Decimal): Decimal => gross.times(rate).div(HUNDRED.plus(rate));

const removeVat = (gross: Decimal, rate: Decimal): Decimal => gross.times(HUNDRED).div(HUNDRED.plus(rate));

const vatOn = (net: Decimal, rate: Decimal): Decimal => net.times(rate).div(HUNDRED);

/** Calculates an invoice: lines, allowances and charges, VAT breakdown, totals. */
export function calculateFigures(input: InvoiceInput, reader: Reader, decimals: number): Figures {
  const round: Round = (amount) => amount.toDecimalPlaces(decimals, Decimal.ROUND_HALF_UP);
  const isPerLine = input.rounding === 'per_line';
  const amounts = new NetAmounts(round, isPerLine);
  const requested = (input.lines ?? []).map((given, index) => readLine(reader, given, index));
  const lines = requested.map((line) => calculateLine(line, amounts, round));
  const adjustments = calculateAdjustments(input, reader, lines, amounts, round);
  const parts = [
    ...lines.map(({ line, part }) => ({ ...part, tax: line.tax })),
    ...adjustments.map(({ part }) => part),
  ];
  const groups = groupParts(parts).map((group) => calculateGroup(group, isPerLine, round));
  const figures = {
    lines: lines.map(({ line }) => line),
    adjustments: adjustments.map(({ adjustment }) => adjustment),
    groups: groups.map(({ group }) => group),
  };
  const difference = sum(groups.map((each) => each.difference));
  return { ...figures, totals: addUp(figures, difference, input, reader, round) };
}

interface CalculatedLine {
  readonly line: Line;
  readonly part: Part;
}

function calculateLine(requested: RequestedLine, amounts: NetAmounts, round: Round): CalculatedLine {
  const { at, given, price, quantity, isGross, tax } = requested;
  const base = round(price.times(quantity));
  const adjustments = requested.adjustments.map((each) => applyAdjustment(each, base, round));
  const total = addAdjustments(base, adjustments);
  const net = withinLimit(at, isGross ? amounts.convert(tax, total) : total);
  const shared = { description: given.description, quantity, unit: given.unit.toUpperCase(), tax };
  if (!isGross) {
    const gross = net.plus(round(vatOn(net, tax.rate)));
    return { line: { ...shared, unitPrice: price, net, gross, adjustments }, part: { tax, net } };
  }
  const toNet = (amount: Decimal) => round(removeVat(amount, tax.rateInPrice));
  const converted = adjustments.map((each) => ({ ...each, amount: toNet(each.amount) }));
  const netBase = net.minus(addAdjustments(ZERO, converted));
  const rebased = converted.map((each) => (each.base ? { ...each, base: netBase } : each));
  const unitPrice = findUnitPrice(netBase, quantity, round);
  const gross = tax.rate.eq(tax.rateInPrice) ? total : net;
  return { line: { ...shared, unitPrice, net, gross, adjustments: rebased }, part: { tax, net, gross: total } };
}

/** Finds the unit price with the fewest decimals that gives an amount. */
function findUnitPrice(amount: Decimal, quantity: Decimal, round: Round): Decimal {
  const exact = amount.div(quantity);
  for (let decimals = 2; decimals < PRICE_DECIMALS; decimals++) {
    const price = exact.toDecimalPlaces(decimals);
    if (round(price.times(quantity)).eq(amount)) return price;
  }
  return exact.toDecimalPlaces(PRICE_DECIMALS);
}

function applyAdjustment(
  { isCharge, amount, percent, reason }: RequestedAdjustment,
  base: Decimal,
  round: Round,
): Adjustment {
  if (!percent) return { isCharge, reason, amount: round(amount ?? ZERO) };
  // The share of a negative amount (a returned line) is an allowance of a negative amount.
  return { isCharge, reason, percent, base, amount: round(base.times(percent).div(HUNDRED)) };
}

const addAdjustments = (base: Decimal, adjustments: readonly Adjustment[]): Decimal =>
  adjustments.reduce((total, { isCharge, amount }) => (isCharge ? total.plus(amount) : total.minus(amount)), base);

interface CalculatedAdjustment {
  readonly adjustment: DocumentAdjustment;
  readonly part: Part;
}

function calculateAdjustments(
  { allowances = [], charges = [] }: InvoiceInput,
  reader: Reader,
  lines: readonly CalculatedLine[],
  amounts: NetAmounts,
  round: Round,
): CalculatedAdjustment[] {
  const all = [
    ...allowances.map((given, n) => ({ given, at: `allowances[${n}]`, isCharge: false })),
    ...charges.map((given, n) => ({ given, at: `charges[${n}]`, isCharge: true })),
  ];
  const groups = groupParts(lines.map(({ part }) => part));
  return all.flatMap(({ given, at, isCharge }) => {
    const requested = readAdjustment(reader, at, given, isCharge);
    const isTaxed = given.vat_rate !== undefined || given.vat_type !== undefined || given.vat_category !== undefined;
    const tax = isTaxed ? reader.tax(at, given) : undefined;
    const affected = tax ? groups.filter(({ tax: each }) => sameGroup(each, tax)) : groups;
    const { percent } = requested;
    if (percent) {
      if (affected.length === 0) reader.warnings.add(`${at} was ignored: no line has its VAT category and rate`);
      return affected.map((group) => shareOfGroup(requested, percent, group, amounts, round));
    }
    if (!tax && groups.length > 1)
      reader.violate(
        isCharge ? 'BR-37' : 'BR-32',
        `${at}.vat_rate or vat_category is required: the lines have several`,
        `${at}.vat_rate`,
      );
    const applied = tax ?? groups[0]?.tax;
    return applied ? [fixedAmount(requested, applied, amounts, round)] : [];
  });
}

/** Applies a percentage to the lines of a category: to their gross amounts if all of them are given so. */
function shareOfGroup(
  { isCharge, reason }: RequestedAdjustment,
  percent: Decimal,
  { tax, parts }: PartGroup,
  amounts: NetAmounts,
  round: Round,
): CalculatedAdjustment {
  const base = sum(parts.map(({ net }) => net));
  const gross = sumOfGross(parts);
  const share = (of: Decimal) => withSign(isCharge, round(of.times(percent).div(HUNDRED)));
  const part = gross
    ? { tax, gross: share(gross), net: amounts.convert(tax, share(gross)) }
    : { tax, net: share(base) };
  const amount = withSign(isCharge, part.net);
  return { adjustment: { isCharge, reason, percent, base, tax, amount }, part };
}

function fixedAmount(
  { isCharge, reason, amount, gross }: RequestedAdjustment,
  tax: Tax,
  amounts: NetAmounts,
  round: Round,
): CalculatedAdjustment {
  const given = withSign(isCharge, round(amount ?? gross ?? ZERO));
  const part = gross ? { tax, gross: given, net: amounts.convert(tax, given) } : { tax, net: given };
  return { adjustment: { isCharge, reason, tax, amount: withSign(isCharge, part.net) }, part };
}

const withSign = (isCharge: boolean, amount: Decimal): Decimal => (isCharge ? amount : amount.negated());

interface PartGroup {
  readonly tax: Tax;
  readonly parts: readonly Part[];
}

const sameGroup = (one: Tax, other: Tax): boolean => one.category === other.category && one.rate.eq(other.rate);

function groupParts(parts: readonly Part[]): PartGroup[] {
  const groups = new Map<string, { tax: Tax; parts: Part[] }>();
  for (const part of parts) {
    const key = `${part.tax.category} ${part.tax.rate}`;
    const found = groups.get(key);
    if (found) found.parts.push(part);
    else groups.set(key, { tax: part.tax, parts: [part] });
  }
  return [...groups.values()];
}

/** Returns the sum of amounts with VAT; undefined if one of them was given without, or contains another rate than the invoice. */
function sumOfGross(parts: readonly Part[]): Decimal | undefined {
  const gross = parts.flatMap((part) => (part.gross && part.tax.rate.eq(part.tax.rateInPrice) ? part.gross : []));
  return gross.length === parts.length ? sum(gross) : undefined;
}

/**
 * Calculates an entry of the VAT breakdown, and by how much its sum differs from its gross prices: not every gross amount can be reached
 * from a net amount in cents.
 */
function calculateGroup(
  { tax: { category, rate }, parts }: PartGroup,
  isPerLine: boolean,
  round: Round,
): { group: Group; difference: Decimal } {
  const taxable = sum(parts.map(({ net }) => net));
  const tax = isPerLine ? sum(parts.map((part) => vatOfPart(part, round))) : round(vatOn(taxable, rate));
  const gross = sumOfGross(parts);
  const codes = new Set(parts.flatMap(({ tax: each }) => each.exemptionCode ?? []));
  const reasons = new Set(parts.flatMap(({ tax: each }) => each.exemptionReason ?? []));
  const [exemptionCode] = codes;
  const exemptionReason = reasons.size > 0 ? [...reasons].join('; ') : undefined;
  return {
    group: { category, rate, taxable, tax, exemptionCode, exemptionReason },
    difference: gross ? gross.minus(taxable).minus(tax) : ZERO,
  };
}

function vatOfPart({ tax: { rate, rateInPrice }, net, gross }: Part, round: Round): Decimal {
  return gross && rate.eq(rateInPrice) ? gross.minus(net) : round(vatOn(net, rate));
}

function addUp(
  { lines, adjustments, groups }: Omit<Figures, 'totals'>,
  difference: Decimal,
  input: InvoiceInput,
  reader: Reader,
  round: Round,
): Totals {
  const sumOfAdjustments = (isCharge: boolean) =>
    sum(adjustments.filter((each) => each.isCharge === isCharge).map(({ amount }) => amount));
  const lineTotal = sum(lines.map(({ net }) => net));
  const [allowanceTotal, chargeTotal] = [sumOfAdjustments(false), sumOfAdjustments(true)];
  const taxExclusive = lineTotal.minus(allowanceTotal).plus(chargeTotal);
  const taxTotal = sum(groups.map(({ tax }) => tax));
  const taxInclusive = withinLimit('The total', taxExclusive.plus(taxTotal));
  const prepaid = round(reader.amount('prepaid', input.prepaid) ?? ZERO);
  const rounding = difference.plus(round(reader.amount('rounding_amount', input.rounding_amount) ?? ZERO));
  return {
    line_total: withinLimit('The sum of the lines', lineTotal),
    allowance_total: allowanceTotal,
    charge_total: chargeTotal,
    tax_exclusive: taxExclusive,
    tax_total: taxTotal,
    tax_inclusive: taxInclusive,
    prepaid,
    rounding,
    payable: taxInclusive.minus(prepaid).plus(rounding),
  };
}
