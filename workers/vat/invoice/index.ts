import iso from 'currency-codes';
import { ApiError } from '../../../shared/contract/api-error.js';
import type { Invoice, InvoiceInput } from '../../../shared/contract/catalogue/vat-invoice.js';
import { errors } from '../../../shared/contract/errors.js';
import { type Country, findCountry } from '../../../shared/vat/countries.js';
import { numberOrNull, toNumber } from '../amounts.js';
import { renderCii } from './cii.js';
import { addExemption } from './exemptions.js';
import { calculateFigures } from './figures.js';
import type { Adjustment, DocumentAdjustment, Draft, Group, Line, Party, Problem, Totals } from './model.js';
import { categories, deriveTreatment, normaliseCountry, readParty } from './parties.js';
import { Reader } from './read.js';
import { findProblems } from './rules.js';
import { renderUbl } from './ubl.js';

/** Maximum number of problems in an error. */
const MOST_PROBLEMS = 50;

/**
 * Calculates an invoice as EN 16931 defines its figures, checks its rules, and renders the requested documents.
 *
 * @param date issue date (YYYY-MM-DD)
 * @param taxPoint day whose rates apply
 * @throws ApiError if a price or a rate is missing, or if a document is requested and rules are violated
 */
export function createInvoice(input: InvoiceInput, date: string, taxPoint: string): Invoice {
  const [seller, buyer] = [readParty(input.seller), readParty(input.buyer)];
  const treatment = deriveTreatment(input, seller, buyer, taxPoint);
  const country = findRates(input, seller, taxPoint);
  const currency = input.currency?.toUpperCase() ?? country?.currency ?? 'EUR';
  const decimals = Math.min(2, iso.code(currency)?.digits ?? 2);
  const reader = new Reader(country, categories[treatment.scenario], iso.code(currency)?.digits ?? 2);
  const figures = calculateFigures(input, reader, decimals);
  const groups = figures.groups.map((group) => addExemption(group, seller.country_code));
  const deliveryCountry = normaliseCountry(input.delivery?.country_code);
  const draft: Draft = { ...figures, groups, input, date, currency, decimals, seller, buyer, deliveryCountry };
  const problems = [...reader.problems, ...findProblems(draft, reader)];
  const documents = renderDocuments(draft, problems);
  const warnings = [...(treatment.warning === undefined ? [] : [treatment.warning]), ...reader.warnings];
  return {
    type: input.type,
    number: input.number ?? null,
    date,
    country_code: country?.code ?? null,
    currency,
    scenario: treatment.scenario,
    scenario_reason: treatment.reason,
    lines: figures.lines.map(showLine),
    allowances: figures.adjustments.filter(({ isCharge }) => !isCharge).map(showDocumentAdjustment),
    charges: figures.adjustments.filter(({ isCharge }) => isCharge).map(showDocumentAdjustment),
    vat_breakdown: groups.map(showGroup),
    totals: showTotals(figures.totals),
    notes: [...(input.notes ?? []), ...new Set(groups.flatMap(({ exemptionReason }) => exemptionReason ?? []))],
    warnings,
    errors: problems,
    documents,
  };
}

/** Finds the country whose rates apply: the given one, or that of the seller. */
function findRates(input: InvoiceInput, seller: Party, day: string): Country | undefined {
  const { country_code: given, region, postal_code: postalCode } = input;
  if (given === undefined)
    return seller.country_code === undefined
      ? undefined
      : findCountry(seller.country_code, day, { region, postalCode: postalCode ?? seller.postal_code });
  const found = findCountry(given, day, { region, postalCode });
  if (!found) throw errors.countryUnknown({ country: given });
  return found;
}

/** @throws ApiError if a document is requested, and the invoice violates rules */
function renderDocuments(draft: Draft, problems: readonly Problem[]): Invoice['documents'] {
  const { formats = [], type, profile } = draft.input;
  const requested = (['ubl', 'factur-x'] as const).filter((format) => formats.includes(format));
  if (requested.length > 0) refuse(problems);
  return requested.map((format) => ({
    format,
    filename: format === 'ubl' ? `${type.replace('_', '-')}.xml` : CII_NAMES[profile],
    mime: 'application/xml',
    content: format === 'ubl' ? renderUbl(draft) : renderCii(draft),
  }));
}

/** Names under which the XML is embedded into a PDF. */
const CII_NAMES = { en16931: 'factur-x.xml', xrechnung: 'xrechnung.xml', peppol: 'factur-x.xml' } as const;

function refuse(problems: readonly Problem[]): void {
  const [first] = problems;
  if (!first) return;
  const describe = ({ rule, message }: Problem) => `${rule}: ${message}`;
  const { type, status, message } = errors.invoiceRulesViolated({ problem: describe(first) });
  throw new ApiError(type, status, message, {
    param: first.param,
    problems: problems.slice(0, MOST_PROBLEMS).map((each) => ({ param: each.param, type, message: describe(each) })),
  });
}

const showRate = ({ category, rate }: Pick<Group, 'category' | 'rate'>) => ({
  vat_category: category,
  vat_rate: category === 'O' ? null : toNumber(rate),
});

const showAdjustment = ({ amount, percent, base, reason }: Adjustment) => ({
  amount: toNumber(amount),
  percent: numberOrNull(percent),
  base: numberOrNull(base),
  reason: reason ?? null,
});

const showDocumentAdjustment = (given: DocumentAdjustment) => ({ ...showAdjustment(given), ...showRate(given.tax) });

const showLine = ({ description, quantity, unit, unitPrice, net, gross, tax, adjustments }: Line) => ({
  description: description ?? null,
  quantity: toNumber(quantity),
  unit,
  unit_price: toNumber(unitPrice),
  net: toNumber(net),
  gross: toNumber(gross),
  ...showRate(tax),
  allowances: adjustments.filter(({ isCharge }) => !isCharge).map(showAdjustment),
  charges: adjustments.filter(({ isCharge }) => isCharge).map(showAdjustment),
});

const showGroup = ({ taxable, tax, exemptionCode, exemptionReason, ...group }: Group) => ({
  ...showRate(group),
  taxable: toNumber(taxable),
  tax: toNumber(tax),
  exemption_code: exemptionCode ?? null,
  exemption_reason: exemptionReason ?? null,
});

const showTotals = (totals: Totals): Invoice['totals'] => ({
  line_total: toNumber(totals.line_total),
  allowance_total: toNumber(totals.allowance_total),
  charge_total: toNumber(totals.charge_total),
  tax_exclusive: toNumber(totals.tax_exclusive),
  tax_total: toNumber(totals.tax_total),
  tax_inclusive: toNumber(totals.tax_inclusive),
  prepaid: toNumber(totals.prepaid),
  rounding: toNumber(totals.rounding),
  payable: toNumber(totals.payable),
});
