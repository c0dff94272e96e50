import { Decimal } from 'decimal.js';
import type { Invoice, InvoiceInput } from '../../../shared/contract/catalogue/vat-invoice.js';

export type Scenario = Invoice['scenario'];
export type Category = Invoice['vat_breakdown'][number]['vat_category'];

/** Decimals of invoices: amounts of at most 12 digits before the point need no more. */
export const Precise = Decimal.clone({ precision: 32 });

export const ZERO = new Precise(0);
export const HUNDRED = new Precise(100);

export const sum = (amounts: readonly Decimal[]): Decimal => amounts.reduce((total, each) => total.plus(each), ZERO);

/** A violated business rule. */
export type Problem = Invoice['errors'][number];

/** VAT of a line, an allowance or a charge. */
export interface Tax {
  readonly category: Category;
  /** In percent; 0 in all categories without VAT. */
  readonly rate: Decimal;
  /** Rate that a gross price contains. It differs from `rate` if the price is that of a domestic sale, and the invoice has no VAT. */
  readonly rateInPrice: Decimal;
  readonly exemptionCode?: string | undefined;
  readonly exemptionReason?: string | undefined;
}

/** An allowance or a charge; amounts are positive and without VAT. */
export interface Adjustment {
  readonly isCharge: boolean;
  readonly amount: Decimal;
  readonly percent?: Decimal | undefined;
  /** Amount that the percentage applies to. */
  readonly base?: Decimal | undefined;
  readonly reason?: string | undefined;
}

/** An allowance or a charge on the whole invoice. */
export interface DocumentAdjustment extends Adjustment {
  readonly tax: Tax;
}

export interface Line {
  readonly description: string | undefined;
  readonly quantity: Decimal;
  readonly unit: string;
  /** Without VAT, with as many decimals as the net amount needs. */
  readonly unitPrice: Decimal;
  readonly net: Decimal;
  readonly gross: Decimal;
  readonly tax: Tax;
  readonly adjustments: readonly Adjustment[];
}

/** An entry of the VAT breakdown. */
export interface Group {
  readonly category: Category;
  readonly rate: Decimal;
  readonly taxable: Decimal;
  readonly tax: Decimal;
  readonly exemptionCode?: string | undefined;
  readonly exemptionReason?: string | undefined;
}

export type Totals = Record<keyof Invoice['totals'], Decimal>;

export interface Figures {
  readonly lines: readonly Line[];
  readonly adjustments: readonly DocumentAdjustment[];
  readonly groups: readonly Group[];
  readonly totals: Totals;
}

type Given<Name extends 'seller' | 'buyer'> = NonNullable<InvoiceInput[Name]>;

/** Seller or buyer, with the ISO code of the country and a VAT number with its prefix. */
export type Party = Given<'buyer'> & Pick<Given<'seller'>, 'contact' | 'tax_number'>;

/** An invoice with all figures, as the rules check it and the documents show it. */
export interface Draft extends Figures {
  readonly input: InvoiceInput;
  readonly date: string;
  readonly currency: string;
  /** Decimals of amounts. */
  readonly decimals: number;
  readonly seller: Party;
  readonly buyer: Party;
  readonly deliveryCountry: string | undefined;
}

/** True if an amount of a category has no VAT. */
export const isUntaxed = (category: Category): category is Exclude<Category, 'S' | 'L' | 'M'> =>
  category !== 'S' && category !== 'L' && category !== 'M';

/** Names of categories in rules, where they differ from the codes. */
const ruleNames: Partial<Record<Category, string>> = { K: 'IC', L: 'AF', M: 'AG' };

/** Names a rule of a category: BR-S-05. */
export const nameRule = (category: Category, number: string): string =>
  `BR-${ruleNames[category] ?? category}-${number}`;
