import type { Decimal } from 'decimal.js';
import type { InvoiceInput } from '../../../shared/contract/catalogue/vat-invoice.js';
import { errors, invalidInput } from '../../../shared/contract/errors.js';
import { type Country, countryName, isOutsideOfVat, type VatType } from '../../../shared/vat/countries.js';
import { parseAmount } from '../amounts.js';
import { describeMissingRate, findRate } from '../calculate.js';
import { codeLists } from './code-lists.js';
import { type Category, HUNDRED, isUntaxed, nameRule, Precise, type Problem, type Tax, ZERO } from './model.js';

type GivenLine = NonNullable<InvoiceInput['lines']>[number];
type GivenLineAllowance = NonNullable<GivenLine['allowances']>[number];
type GivenAllowance = NonNullable<InvoiceInput['allowances']>[number];
type GivenAmount = number | string | undefined;

/** Reads amounts and rates of a request, and collects doubts and violated rules on the way. */
export class Reader {
  readonly warnings = new Set<string>();
  readonly problems: Problem[] = [];

  /**
   * @param country whose rates apply, on their day
   * @param category of lines without one of their own, if the treatment of the invoice decides it
   * @param decimals of the currency
   */
  constructor(
    private readonly country: Country | undefined,
    private readonly category: Category | undefined,
    private readonly decimals: number,
  ) {}

  amount(path: string, given: GivenAmount): Decimal | undefined {
    const amount = parseAmount(path, given);
    if (amount?.doubt && this.decimals < 3) this.warnings.add(amount.doubt);
    return amount && new Precise(amount.value);
  }

  positive(path: string, given: GivenAmount): Decimal | undefined {
    const amount = this.amount(path, given);
    if (amount?.isNegative()) throw invalidInput(400, `${path} must not be negative`, path);
    return amount;
  }

  percent(path: string, given: GivenAmount): Decimal | undefined {
    const amount = this.amount(path, typeof given === 'string' ? given.trim().replace(/\s*%$/, '') : given);
    if (amount && (amount.isNegative() || amount.gt(HUNDRED)))
      throw invalidInput(400, `${path} must be a percentage from 0 to 100`, path);
    return amount;
  }

  /** Returns the VAT of a line, an allowance or a charge. A gross price of a sale without VAT may name the rate that it contains. */
  tax(at: string, given: GivenLine | GivenAllowance): Tax {
    const exemption = { exemptionCode: given.exemption_code, exemptionReason: given.exemption_reason };
    const tax = { ...this.readRate(at, given), ...exemption };
    this.checkExemption(at, tax);
    return tax;
  }

  private readRate(at: string, given: GivenLine | GivenAllowance): Tax {
    const rate = this.percent(`${at}.vat_rate`, given.vat_rate);
    const category = given.vat_category ?? this.category;
    if (category && isUntaxed(category)) {
      const mayBeInPrice = category === 'AE' || category === 'K' || category === 'G';
      if (rate?.gt(0) && !mayBeInPrice)
        this.violate(nameRule(category, '05'), `${at}.vat_rate must be 0`, `${at}.vat_rate`);
      const type = mayBeInPrice ? given.vat_type : undefined;
      const rateInPrice = mayBeInPrice ? (rate ?? (type ? this.lookUp(at, type) : ZERO)) : ZERO;
      return { category, rate: ZERO, rateInPrice };
    }
    if (category && category !== 'S' && !rate)
      throw errors.invoiceRateUnknown({ line: at, reason: `the rates of category ${category} are not known` });
    const found = rate ?? this.lookUp(at, given.vat_type ?? 'standard');
    if (category === 'S' && found.isZero())
      this.violate('BR-S-05', `${at}.vat_rate must be greater than 0 in category S`, `${at}.vat_rate`);
    return { category: category ?? (found.isZero() ? 'Z' : 'S'), rate: found, rateInPrice: found };
  }

  private checkExemption(at: string, { category, exemptionCode, exemptionReason }: Tax): void {
    const param = `${at}.exemption_code`;
    if (exemptionCode !== undefined && !codeLists.exemptions.has(exemptionCode))
      this.violate('BR-CL-22', `${param} ${exemptionCode} is not in the code list of EN 16931`, param);
    const mayHave = isUntaxed(category) && category !== 'Z';
    if (!mayHave && (exemptionCode !== undefined || exemptionReason !== undefined))
      this.violate(
        nameRule(category, '10'),
        `${param} and exemption_reason must be absent in category ${category}`,
        param,
      );
  }

  private lookUp(at: string, type: VatType): Decimal {
    const { country } = this;
    if (!country)
      throw errors.invoiceRateUnknown({ line: at, reason: 'send country_code, or the country of the seller' });
    const { rate, warnings } = findRate(country, type);
    if (rate === undefined) throw errors.invoiceRateUnknown({ line: at, reason: describeMissing(country, type) });
    for (const warning of warnings) this.warnings.add(warning);
    return new Precise(rate);
  }

  violate(rule: string, message: string, param: string): void {
    this.problems.push({ rule, message, param });
  }
}

const describeMissing = (country: Country, type: VatType): string =>
  country.territory && isOutsideOfVat(country)
    ? `the VAT of ${countryName(country)} does not apply there (${country.territory.name})`
    : describeMissingRate(country, type);

/** An allowance or a charge as it was requested. */
export interface RequestedAdjustment {
  readonly at: string;
  readonly isCharge: boolean;
  readonly amount?: Decimal | undefined;
  readonly gross?: Decimal | undefined;
  readonly percent?: Decimal | undefined;
  readonly reason?: string | undefined;
}

/** A line as it was requested. */
export interface RequestedLine {
  readonly at: string;
  readonly given: GivenLine;
  /** Unit price. */
  readonly price: Decimal;
  /** True if the price, and the allowances and charges of the line, contain VAT. */
  readonly isGross: boolean;
  readonly quantity: Decimal;
  readonly tax: Tax;
  readonly adjustments: readonly RequestedAdjustment[];
}

export function readLine(reader: Reader, given: GivenLine, index: number): RequestedLine {
  const at = `lines[${index}]`;
  const net = reader.amount(`${at}.net`, given.net);
  const gross = reader.amount(`${at}.gross`, given.gross);
  const price = net ?? gross;
  if (!price || (net && gross)) throw errors.invoicePriceRequired({ line: at });
  const quantity = reader.amount(`${at}.quantity`, given.quantity) ?? new Precise(1);
  if (quantity.isZero()) throw invalidInput(400, `${at}.quantity must not be 0`, `${at}.quantity`);
  const discount = readDiscount(reader, `${at}.discount`, given.discount);
  const adjustments = [
    ...(discount ? [discount] : []),
    ...(given.allowances ?? []).map((each, n) => readAdjustment(reader, `${at}.allowances[${n}]`, each, false)),
    ...(given.charges ?? []).map((each, n) => readAdjustment(reader, `${at}.charges[${n}]`, each, true)),
  ];
  return { at, given, price, isGross: gross !== undefined, quantity, tax: reader.tax(at, given), adjustments };
}

function readDiscount(reader: Reader, at: string, given: GivenAmount): RequestedAdjustment | undefined {
  if (given === undefined) return undefined;
  const isShare = typeof given === 'string' && given.includes('%');
  return isShare
    ? { at, isCharge: false, percent: reader.percent(at, given) }
    : { at, isCharge: false, amount: reader.positive(at, given) };
}

/** @throws ApiError unless the amount is given in exactly one way */
export function readAdjustment(
  reader: Reader,
  at: string,
  given: GivenLineAllowance | GivenAllowance,
  isCharge: boolean,
): RequestedAdjustment {
  const amount = reader.positive(`${at}.amount`, given.amount);
  const gross = 'gross_amount' in given ? reader.positive(`${at}.gross_amount`, given.gross_amount) : undefined;
  const percent = reader.percent(`${at}.percent`, given.percent);
  if ([amount, gross, percent].filter(Boolean).length !== 1)
    throw invalidInput(400, `${at} needs one of amount, gross_amount and percent`, at);
  return { at, isCharge, amount, gross, percent, reason: given.reason };
}
