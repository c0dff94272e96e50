import type { Rule } from '../endpoint.js';
import { errors } from '../errors.js';
import {
  day,
  line,
  list,
  named,
  nullable,
  number,
  object,
  oneOf,
  optional,
  type Type,
  text,
  withDefault,
} from '../fields.js';
import { advancedAmount, amount, vatTypes } from './vat-fields.js';

/** Maximum number of lines of an invoice. */
const MOST_LINES = 500;

/** Lines that the price of one request covers. */
const LINES_PER_UNIT = 50;

/** Counts the units of a request, whose action may be in any letter case: an invoice has one for every 50 lines, anything else is one. */
export function countUnits({ action, lines }: Readonly<Record<string, unknown>>): number {
  const isInvoice = typeof action === 'string' && action.trim().toLowerCase() === 'invoice';
  if (!isInvoice || !Array.isArray(lines)) return 1;
  return Math.max(1, Math.ceil(Math.min(lines.length, MOST_LINES) / LINES_PER_UNIT));
}

/** VAT categories of EN 16931 (UNTDID 5305). */
const vatCategories = ['S', 'Z', 'E', 'AE', 'K', 'G', 'O', 'L', 'M'] as const;

const invoiceScenarios = ['domestic', 'reverse_charge', 'intra_community', 'export'] as const;
const invoiceFormats = ['json', 'ubl', 'factur-x'] as const;
const invoiceProfiles = ['en16931', 'xrechnung', 'peppol'] as const;

/** A country code, also EL for Greece and UK. */
const countryCode = (description: string) =>
  text({ maxLength: 2, pattern: '^[A-Za-z]{2}$', shape: 'a two-letter country code such as ES', description });

/** A code or a reference. */
const code = (maxLength: number, description: string) => line(maxLength, { description });

const vatCategory = named(
  'VatCategory',
  oneOf(vatCategories, {
    description:
      'VAT category of EN 16931: S standard and reduced rates, Z zero-rated, E exempt, AE reverse charge, K intra-community supply, G export, O not subject to VAT, L IGIC of the Canary Islands, M IPSI of Ceuta and Melilla',
    advanced: true,
  }),
);

/** Fields that decide the VAT of a line, an allowance or a charge. */
const taxed = {
  vat_rate: optional(amount('VAT rate in percent, from 0 to 100', 'Percent')),
  vat_type: optional(oneOf(vatTypes, { description: 'Rate of the country to apply; defaults to standard', brief: '' })),
  vat_category: optional(vatCategory),
};

const exemption = {
  exemption_code: optional({ ...code(40, 'VATEX code of the exemption, for category E'), advanced: true }),
  exemption_reason: optional(
    line(300, { description: 'Reason of the exemption, for categories E and O', advanced: true }),
  ),
};

const reduction = {
  percent: optional(amount('Share in percent, instead of an amount')),
  reason: optional(line(200, { description: 'Reason, such as Volume discount' })),
};

const lineAllowance = named(
  'VatLineAllowance',
  object({ amount: optional(amount('Amount, with VAT if the line has a gross price')), ...reduction }),
);

const documentAllowance = named(
  'VatInvoiceAllowance',
  object({
    amount: optional(amount('Amount without VAT')),
    gross_amount: optional(amount('Amount with VAT, instead of amount')),
    ...reduction,
    ...taxed,
    ...exemption,
  }),
);

const allowances = <S extends typeof lineAllowance | typeof documentAllowance>(of: S, description: string) =>
  optional(list(of, { maxItems: 20, description, advanced: true }));

const invoiceLine = named(
  'VatInvoiceLine',
  object({
    description: optional(line(300, { description: 'Name of what is sold', brief: '' })),
    net: optional(amount('Unit price without VAT; send net or gross', 'Unit price; or gross')),
    gross: optional(amount('Unit price with VAT', '')),
    quantity: optional(amount('Quantity; defaults to 1', '')),
    unit: withDefault(
      text({
        maxLength: 3,
        pattern: '^[A-Za-z0-9]{1,3}$',
        shape: 'a unit code such as C62 (piece), HUR (hour) or KGM (kilogram)',
        description: 'Unit code of UN/ECE Recommendation 20 or 21, such as C62 (piece), HUR (hour) or KGM (kilogram)',
        brief: 'e.g. C62 (piece), HUR (hour)',
      }),
      'C62',
    ),
    ...taxed,
    ...exemption,
    discount: optional(advancedAmount('Discount on the line: an amount, or a percentage such as "10 %"')),
    allowances: allowances(lineAllowance, 'Allowances of the line'),
    charges: allowances(lineAllowance, 'Charges of the line'),
  }),
);

const address = {
  street: optional(line(200, { brief: '' })),
  city: optional(line(100, { brief: '' })),
  postal_code: optional(line(20, { brief: '' })),
  country_code: optional({ ...countryCode('ISO 3166 country code'), brief: '' }),
};

const party = {
  name: optional(line(200)),
  vat_number: optional(line(30, { description: 'VAT number, with or without the prefix of the country', brief: '' })),
  registration_number: optional(line(60, { description: 'Number in the register of companies', advanced: true })),
  ...address,
  email: optional(line(200, { description: 'Email address for questions', advanced: true })),
  electronic_address: optional(
    object(
      {
        scheme: text({ maxLength: 4, pattern: '^[A-Za-z0-9]{2,4}$', description: 'Scheme (EAS), e.g. 0204 or EM' }),
        id: line(100),
      },
      { description: 'Address to which the invoice is sent electronically', advanced: true },
    ),
  ),
};

/** Fields of the action `invoice`. */
export const invoiceFields = {
  lines: optional(
    list(invoiceLine, { minItems: 1, maxItems: MOST_LINES, description: 'invoice: what is invoiced', brief: '' }),
  ),
  allowances: allowances(documentAllowance, 'invoice: allowances on the whole invoice'),
  charges: allowances(documentAllowance, 'invoice: charges on the whole invoice, such as freight'),
  type: withDefault(
    oneOf(['invoice', 'credit_note'], { description: 'invoice: type of the document', brief: '' }),
    'invoice',
  ),
  number: optional(line(60, { description: 'invoice: number of the document', brief: 'Of the invoice' })),
  due_date: optional(day({ description: 'invoice: due date', brief: '' })),
  tax_point_date: optional(
    day({
      description: 'invoice: date on which the VAT becomes due, whose rates apply instead of those of date',
      advanced: true,
    }),
  ),
  currency: optional(
    text({
      pattern: '^[A-Za-z]{3}$',
      shape: 'a currency code such as EUR',
      description: 'invoice: currency; defaults to that of the country',
      brief: '',
    }),
  ),
  rounding: withDefault(
    oneOf(['per_sum', 'per_line'], {
      description: 'invoice: rounds the VAT of each category (EN 16931), or of each line',
      advanced: true,
    }),
    'per_sum',
  ),
  scenario: optional(
    oneOf(invoiceScenarios, {
      description: 'invoice: VAT treatment; by default derived from the countries and VAT numbers of seller and buyer',
      brief: 'Default by seller and buyer',
    }),
  ),
  seller: optional(
    object(
      {
        ...party,
        tax_number: optional(line(60, { description: 'Tax number for domestic use (BT-32)', advanced: true })),
        contact: optional(
          object(
            { name: optional(line(100)), phone: optional(line(40)) },
            { description: 'Contact, which XRechnung requires', advanced: true },
          ),
        ),
      },
      { description: 'invoice: seller', brief: '' },
    ),
  ),
  buyer: optional(object(party, { description: 'invoice: buyer', brief: '' })),
  delivery: optional(
    object(
      {
        date: optional(day({ description: 'Date of the delivery' })),
        country_code: optional(countryCode('Country to which goods are delivered')),
        postal_code: optional(
          line(20, { description: 'Postal code of the delivery; by default that of a buyer in the same country' }),
        ),
        city: optional(line(100)),
      },
      { description: 'invoice: delivery of goods; required for intra-community supplies', advanced: true },
    ),
  ),
  period: optional(
    object(
      { from: optional(day()), to: optional(day()) },
      { description: 'invoice: period of the supply', advanced: true },
    ),
  ),
  payment: optional(
    object(
      {
        iban: optional(line(42, { description: 'IBAN of the account to pay to' })),
        bic: optional(text({ pattern: '^[A-Za-z0-9]{8}([A-Za-z0-9]{3})?$', shape: 'a BIC of 8 or 11 characters' })),
        reference: optional(line(140, { description: 'Reference of the payment' })),
        terms: optional(line(500, { description: 'Terms of payment' })),
      },
      { description: 'invoice: payment by credit transfer', advanced: true },
    ),
  ),
  prepaid: optional(advancedAmount('invoice: amount that has been paid already')),
  rounding_amount: optional(advancedAmount('invoice: amount that rounds the amount due, e.g. to 0.05')),
  buyer_reference: optional(
    line(100, { description: 'invoice: reference of the buyer, such as a Leitweg-ID', advanced: true }),
  ),
  order_reference: optional(line(100, { description: 'invoice: number of the purchase order', advanced: true })),
  preceding_invoice: optional(
    object(
      { number: line(60), date: optional(day()) },
      { description: 'invoice: document that a credit note corrects', advanced: true },
    ),
  ),
  notes: optional(list(line(1_000), { maxItems: 20, description: 'invoice: notes on the invoice', advanced: true })),
  expected: optional(
    object(
      {
        line_total: optional(amount('Sum of the lines')),
        allowance_total: optional(amount('Sum of the allowances')),
        charge_total: optional(amount('Sum of the charges')),
        tax_exclusive: optional(amount('Total without VAT')),
        tax_total: optional(amount('Total VAT')),
        tax_inclusive: optional(amount('Total with VAT')),
        payable: optional(amount('Amount due')),
      },
      { description: 'invoice: totals of your own; those that differ are listed in errors', advanced: true },
    ),
  ),
  formats: optional(
    list(oneOf(invoiceFormats), {
      maxItems: invoiceFormats.length,
      description: 'invoice: documents to render; json is always returned',
      brief: '',
    }),
  ),
  profile: withDefault(
    oneOf(invoiceProfiles, {
      description: 'invoice: rules that the XML follows in addition to EN 16931',
      advanced: true,
    }),
    'en16931',
  ),
};

/** Maximum allowances and charges on the lines of an invoice together. */
const MOST_ADJUSTMENTS = 500;

type Adjusted = { allowances?: unknown[]; charges?: unknown[] };

export const linesForInvoice: Rule<{ action: string; lines?: Adjusted[] }> = {
  requires: [{ when: { action: 'invoice' }, fields: ['lines'] }],
  brief: 'invoice needs lines',
  describe: `lines is required for invoice, with at most ${MOST_ADJUSTMENTS} allowances and charges on all of them`,
  check: ({ action, lines }) => {
    if (action !== 'invoice') return undefined;
    if (!lines) return errors.invoiceLinesRequired();
    const count = lines.reduce((sum, { allowances = [], charges = [] }) => sum + allowances.length + charges.length, 0);
    return count > MOST_ADJUSTMENTS ? errors.invoiceAdjustmentsTooMany({ limit: MOST_ADJUSTMENTS }) : undefined;
  },
};

const rateOrNull = nullable(number({ description: 'VAT rate in percent; null for category O' }));

const reducedBy = list(
  named(
    'VatLineReduction',
    object({
      amount: number({ description: 'Amount without VAT' }),
      percent: nullable(number()),
      base: nullable(number({ description: 'Amount that the percentage applies to' })),
      reason: nullable(text()),
    }),
  ),
);

const documentReducedBy = list(
  named(
    'VatInvoiceReduction',
    object({
      amount: number({ description: 'Amount without VAT' }),
      percent: nullable(number()),
      base: nullable(number({ description: 'Amount that the percentage applies to' })),
      reason: nullable(text()),
      vat_category: vatCategory,
      vat_rate: rateOrNull,
    }),
  ),
);

/** Response of the action `invoice`. */
export const invoice = named(
  'VatInvoice',
  object({
    type: oneOf(['invoice', 'credit_note']),
    number: nullable(text()),
    date: day({ description: 'Issue date' }),
    country_code: nullable(text({ description: 'Country whose rates apply' })),
    currency: text(),
    scenario: oneOf(invoiceScenarios, { description: 'VAT treatment' }),
    scenario_reason: text({ description: 'Reason for the treatment' }),
    lines: list(
      object({
        description: nullable(text()),
        quantity: number(),
        unit: text(),
        unit_price: number({ description: 'Unit price without VAT, with as many decimals as the line total needs' }),
        net: number({ description: 'Line total without VAT, after allowances and charges' }),
        gross: number({ description: 'Line total with VAT' }),
        vat_category: vatCategory,
        vat_rate: rateOrNull,
        allowances: reducedBy,
        charges: reducedBy,
      }),
    ),
    allowances: documentReducedBy,
    charges: documentReducedBy,
    vat_breakdown: list(
      object({
        vat_category: vatCategory,
        vat_rate: rateOrNull,
        taxable: number({ description: 'Taxable amount' }),
        tax: number({ description: 'VAT amount' }),
        exemption_code: nullable(text({ description: 'VATEX code' })),
        exemption_reason: nullable(text()),
      }),
    ),
    totals: object({
      line_total: number({ description: 'Sum of the lines (BT-106)' }),
      allowance_total: number({ description: 'Sum of the allowances (BT-107)' }),
      charge_total: number({ description: 'Sum of the charges (BT-108)' }),
      tax_exclusive: number({ description: 'Total without VAT (BT-109)' }),
      tax_total: number({ description: 'Total VAT (BT-110)' }),
      tax_inclusive: number({ description: 'Total with VAT (BT-112)' }),
      prepaid: number({ description: 'Amount paid already (BT-113)' }),
      rounding: number({ description: 'Rounding of the amount due (BT-114)' }),
      payable: number({ description: 'Amount due (BT-115)' }),
    }),
    notes: list(text(), { description: 'Notes, with those that the scenario requires' }),
    warnings: list(text(), { description: 'Assumptions and doubts' }),
    errors: list(
      object({
        rule: text({ description: 'Business rule of EN 16931 or the profile, such as BR-CO-10' }),
        message: text(),
        param: text({ description: 'Field of the request' }),
      }),
      { description: 'Rules that the invoice violates; with a format other than json they are a 400' },
    ),
    documents: list(
      object({
        format: oneOf(['ubl', 'factur-x']),
        filename: text(),
        mime: text(),
        content: text({ description: 'The XML document' }),
      }),
    ),
  }),
);

const invoiceInput = object({
  ...invoiceFields,
  country_code: optional(text()),
  region: optional(text()),
  postal_code: optional(text()),
});

/** Example request of an invoice with a Factur-X document. */
export const invoiceExample = {
  action: 'invoice',
  number: '2026-1042',
  date: '2026-10-01',
  due_date: '2026-10-31',
  seller: {
    name: 'Hazel GmbH',
    vat_number: 'DE136695976',
    street: 'Lindenallee 5',
    postal_code: '10115',
    city: 'Berlin',
    country_code: 'DE',
  },
  buyer: { name: 'Birch AG', street: 'Marktplatz 2', postal_code: '20095', city: 'Hamburg', country_code: 'DE' },
  lines: [{ description: 'Coffee, 1 kg', net: '17.60', quantity: 3, vat_type: 'reduced' }],
  formats: ['factur-x'],
};

export type InvoiceInput = Type.Static<typeof invoiceInput>;
export type Invoice = Type.Static<typeof invoice>;
