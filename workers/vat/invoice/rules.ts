import { codeLists } from './code-lists.js';
import { type Category, type Draft, nameRule, type Party, type Problem } from './model.js';
import { hasCountryPrefix } from './parties.js';
import type { Reader } from './read.js';

/** A rule and the field that it needs; the message says that the field is required. */
const missing = (rule: string, param: string, value: unknown): Problem[] =>
  value === undefined ? [{ rule, message: `${param} is required`, param }] : [];

const violated = (rule: string, param: string, message: string, isViolated: boolean): Problem[] =>
  isViolated ? [{ rule, message, param }] : [];

/** Finds the violated rules of EN 16931, and of the profile. */
export function findProblems(draft: Draft, reader: Reader): Problem[] {
  const { profile } = draft.input;
  return [
    ...checkDocument(draft),
    ...checkParty(draft.seller, 'seller'),
    ...checkParty(draft.buyer, 'buyer'),
    ...checkLines(draft),
    ...checkCategories(draft),
    ...checkTotals(draft, reader),
    ...(profile === 'en16931' ? [] : checkNetworks(draft)),
    ...(profile === 'xrechnung' ? checkXrechnung(draft) : []),
  ];
}

function checkDocument({ input, currency, seller, deliveryCountry }: Draft): Problem[] {
  const { period } = input;
  const isReversed = period?.from !== undefined && period.to !== undefined && period.to < period.from;
  return [
    ...missing('BR-02', 'number', input.number),
    ...missing('BR-06', 'seller.name', input.seller?.name),
    ...missing('BR-07', 'buyer.name', input.buyer?.name),
    ...violated(
      'BR-CO-26',
      'seller.vat_number',
      'seller.vat_number or seller.registration_number is required',
      seller.vat_number === undefined && seller.registration_number === undefined,
    ),
    ...violated('BR-29', 'period.to', 'period.to must not be before period.from', isReversed),
    ...unknownCode('BR-CL-04', 'currency', currency, codeLists.currencies),
    ...unknownCode('BR-CL-14', 'delivery.country_code', deliveryCountry, codeLists.countries),
  ];
}

function checkParty(party: Party, name: 'seller' | 'buyer'): Problem[] {
  const at = (field: string) => `${name}.${field}`;
  const { vat_number: vatNumber, electronic_address: address } = party;
  return [
    ...missing(name === 'seller' ? 'BR-09' : 'BR-11', at('country_code'), party.country_code),
    ...unknownCode('BR-CL-14', at('country_code'), party.country_code, codeLists.countries),
    ...violated(
      'BR-CO-09',
      at('vat_number'),
      `${at('vat_number')} must begin with the code of its country`,
      vatNumber !== undefined && !hasCountryPrefix(vatNumber),
    ),
    ...unknownCode('BR-CL-25', at('electronic_address.scheme'), address?.scheme, codeLists.schemes),
  ];
}

function unknownCode(rule: string, param: string, code: string | undefined, list: ReadonlySet<string>): Problem[] {
  const isUnknown = code !== undefined && !list.has(code);
  return violated(rule, param, `${param} ${code} is not in the code list of EN 16931`, isUnknown);
}

const checkLines = ({ lines, groups, input }: Draft): Problem[] => [
  ...lines.flatMap(({ description, unitPrice, unit }, index) => {
    const at = `lines[${index}]`;
    const price = input.lines?.[index]?.net === undefined ? 'gross' : 'net';
    return [
      ...missing('BR-25', `${at}.description`, description),
      ...violated('BR-27', `${at}.${price}`, `${at}.${price} must not be negative`, unitPrice.isNegative()),
      ...unknownCode('BR-CL-23', `${at}.unit`, unit, codeLists.units),
    ];
  }),
  ...groups.flatMap(({ category, exemptionCode, exemptionReason }) =>
    category === 'E' && exemptionCode === undefined && exemptionReason === undefined
      ? [{ rule: 'BR-E-10', message: 'A line of category E needs exemption_code or exemption_reason', param: 'lines' }]
      : [],
  ),
];

function checkCategories(draft: Draft): Problem[] {
  const used = [...new Set(draft.groups.map(({ category }) => category))];
  return [
    ...used.flatMap((category) => checkNumbers(category, nameRule(category, '02'), draft)),
    ...(used.includes('K') ? checkIntraCommunity(draft) : []),
    ...violated(
      'BR-O-11',
      'lines',
      'Lines of category O cannot be combined with other categories',
      used.includes('O') && used.length > 1,
    ),
  ];
}

/** Checks the numbers of seller and buyer that a category requires, or excludes. */
function checkNumbers(category: Category, rule: string, { seller, buyer }: Draft): Problem[] {
  if (category === 'O') {
    return (['seller', 'buyer'] as const).flatMap((name) => {
      const isGiven = (name === 'seller' ? seller : buyer).vat_number !== undefined;
      return violated(rule, `${name}.vat_number`, `${name}.vat_number must be absent in category O`, isGiven);
    });
  }
  if (category === 'K' || category === 'G') {
    return [
      ...missing(rule, 'seller.vat_number', seller.vat_number),
      ...(category === 'K' ? missing(rule, 'buyer.vat_number', buyer.vat_number) : []),
    ];
  }
  const lacksSeller = seller.vat_number === undefined && seller.tax_number === undefined;
  const lacksBuyer = buyer.vat_number === undefined && buyer.registration_number === undefined;
  return [
    ...violated(rule, 'seller.vat_number', 'seller.vat_number or seller.tax_number is required', lacksSeller),
    ...violated(
      rule,
      'buyer.vat_number',
      'buyer.vat_number or buyer.registration_number is required',
      category === 'AE' && lacksBuyer,
    ),
  ];
}

const checkIntraCommunity = ({ input: { delivery, period }, deliveryCountry }: Draft): Problem[] => [
  ...violated(
    'BR-IC-11',
    'delivery.date',
    'delivery.date or period is required',
    delivery?.date === undefined && period?.from === undefined && period?.to === undefined,
  ),
  ...missing('BR-IC-12', 'delivery.country_code', deliveryCountry),
];

/** Rules that define the totals. */
const TOTAL_RULES = [
  ['line_total', 'BR-CO-10'],
  ['allowance_total', 'BR-CO-11'],
  ['charge_total', 'BR-CO-12'],
  ['tax_exclusive', 'BR-CO-13'],
  ['tax_total', 'BR-CO-14'],
  ['tax_inclusive', 'BR-CO-15'],
  ['payable', 'BR-CO-16'],
] as const;

/** Most that the VAT of a category may differ from taxable amount × rate in the official validation. */
const TOLERANCE = 1;

function checkTotals({ input: { expected = {} }, totals, groups }: Draft, reader: Reader): Problem[] {
  const differences = TOTAL_RULES.flatMap(([name, rule]) => {
    const param = `expected.${name}`;
    const given = reader.amount(param, expected[name]);
    const message = `${param} is ${given}, but the invoice gives ${totals[name]}`;
    return violated(rule, param, message, given !== undefined && !given.eq(totals[name]));
  });
  const isTooFar = groups.some(({ rate, taxable, tax }) =>
    taxable.times(rate).div(100).minus(tax).abs().gte(TOLERANCE),
  );
  return [
    ...differences,
    ...violated(
      'BR-CO-17',
      'rounding',
      'The VAT rounded per line differs too much from that of the sum: use per_sum',
      isTooFar,
    ),
  ];
}

/** Checks what Peppol BIS Billing 3.0 requires, and XRechnung with it. */
const checkNetworks = ({ input: { profile, buyer_reference, order_reference }, seller, buyer }: Draft): Problem[] => [
  ...violated(
    'PEPPOL-EN16931-R003',
    'buyer_reference',
    'buyer_reference or order_reference is required',
    profile === 'peppol' && buyer_reference === undefined && order_reference === undefined,
  ),
  ...missing('PEPPOL-EN16931-R010', 'buyer.electronic_address', buyer.electronic_address),
  ...missing('PEPPOL-EN16931-R020', 'seller.electronic_address', seller.electronic_address),
  ...(profile === 'peppol' ? [checkScheme(seller, 'seller'), checkScheme(buyer, 'buyer')].flat() : []),
];

/** The network has numeric schemes only: no email addresses. */
function checkScheme({ electronic_address: address }: Party, name: 'seller' | 'buyer'): Problem[] {
  const param = `${name}.electronic_address.scheme`;
  const isForeign = address !== undefined && !/^\d+$/.test(address.scheme);
  return violated('PEPPOL-EN16931-CL008', param, `${param} ${address?.scheme} is not a scheme of Peppol`, isForeign);
}

const checkXrechnung = ({
  input: { payment, buyer_reference, delivery },
  seller,
  buyer,
  deliveryCountry,
}: Draft): Problem[] => [
  ...missing('BR-DE-1', 'payment.iban', payment?.iban),
  ...missing('BR-DE-3', 'seller.city', seller.city),
  ...missing('BR-DE-4', 'seller.postal_code', seller.postal_code),
  ...missing('BR-DE-5', 'seller.contact.name', seller.contact?.name),
  ...missing('BR-DE-6', 'seller.contact.phone', seller.contact?.phone),
  ...missing('BR-DE-7', 'seller.email', seller.email),
  ...missing('BR-DE-8', 'buyer.city', buyer.city),
  ...missing('BR-DE-9', 'buyer.postal_code', buyer.postal_code),
  ...(deliveryCountry === undefined
    ? []
    : [
        ...missing('BR-DE-10', 'delivery.city', delivery?.city),
        ...missing('BR-DE-11', 'delivery.postal_code', delivery?.postal_code),
      ]),
  ...missing('BR-DE-15', 'buyer_reference', buyer_reference),
];
