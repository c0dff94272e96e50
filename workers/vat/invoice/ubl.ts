import type { Decimal } from 'decimal.js';
import type { Adjustment, Draft, Group, Line, Party, Tax } from './model.js';
import {
  compact,
  type Element,
  hasAdjustments,
  listNotes,
  money,
  paymentCode,
  plain,
  profiles,
  reasonCode,
  renderXml,
  typeCodes,
} from './xml.js';

const NAMESPACE = 'urn:oasis:names:specification:ubl:schema:xsd';

/** Renders a draft as UBL 2.1: an Invoice, or a CreditNote. */
export function renderUbl(draft: Draft): string {
  const { input } = draft;
  const isInvoice = input.type === 'invoice';
  const name = isInvoice ? 'Invoice' : 'CreditNote';
  const { specification, process } = profiles[input.profile];
  const typeCode = { [`cbc:${name}TypeCode`]: typeCodes[input.type] };
  return renderXml({
    [name]: {
      '@_xmlns': `${NAMESPACE}:${name}-2`,
      '@_xmlns:cac': `${NAMESPACE}:CommonAggregateComponents-2`,
      '@_xmlns:cbc': `${NAMESPACE}:CommonBasicComponents-2`,
      'cbc:CustomizationID': specification,
      'cbc:ProfileID': process,
      'cbc:ID': input.number,
      'cbc:IssueDate': draft.date,
      ...(isInvoice && { 'cbc:DueDate': input.due_date, ...typeCode, 'cbc:Note': listNotes(draft) }),
      'cbc:TaxPointDate': input.tax_point_date,
      ...(!isInvoice && { ...typeCode, 'cbc:Note': listNotes(draft) }),
      'cbc:DocumentCurrencyCode': draft.currency,
      'cbc:BuyerReference': input.buyer_reference,
      'cac:InvoicePeriod': (input.period?.from || input.period?.to) && {
        'cbc:StartDate': input.period.from,
        'cbc:EndDate': input.period.to,
      },
      'cac:OrderReference': input.order_reference && { 'cbc:ID': input.order_reference },
      'cac:BillingReference': input.preceding_invoice && {
        'cac:InvoiceDocumentReference': {
          'cbc:ID': input.preceding_invoice.number,
          'cbc:IssueDate': input.preceding_invoice.date,
        },
      },
      'cac:AccountingSupplierParty': party(draft.seller),
      'cac:AccountingCustomerParty': party(draft.buyer),
      'cac:Delivery': delivery(draft),
      'cac:PaymentMeans': paymentMeans(draft),
      'cac:PaymentTerms': input.payment?.terms && { 'cbc:Note': input.payment.terms },
      'cac:AllowanceCharge': draft.adjustments.map((each) => allowanceCharge(each, draft, each.tax)),
      'cac:TaxTotal': {
        'cbc:TaxAmount': amount(draft.totals.tax_total, draft),
        'cac:TaxSubtotal': draft.groups.map((group) => taxSubtotal(group, draft)),
      },
      'cac:LegalMonetaryTotal': totals(draft),
      [`cac:${name}Line`]: draft.lines.map((line, index) => invoiceLine(line, index, draft, isInvoice)),
    },
  });
}

const amount = (value: Decimal, draft: Draft): Element => ({
  '@_currencyID': draft.currency,
  '#text': money(value, draft),
});

const VAT = { 'cbc:ID': 'VAT' };

const party = (given: Party): Element => ({
  'cac:Party': {
    'cbc:EndpointID': given.electronic_address && {
      '@_schemeID': given.electronic_address.scheme,
      '#text': given.electronic_address.id,
    },
    'cac:PostalAddress': {
      'cbc:StreetName': given.street,
      'cbc:CityName': given.city,
      'cbc:PostalZone': given.postal_code,
      'cac:Country': given.country_code && { 'cbc:IdentificationCode': given.country_code },
    },
    'cac:PartyTaxScheme': [
      ...(given.vat_number === undefined ? [] : [{ 'cbc:CompanyID': given.vat_number, 'cac:TaxScheme': VAT }]),
      ...(given.tax_number === undefined
        ? []
        : [{ 'cbc:CompanyID': given.tax_number, 'cac:TaxScheme': { 'cbc:ID': 'FC' } }]),
    ],
    'cac:PartyLegalEntity': { 'cbc:RegistrationName': given.name, 'cbc:CompanyID': given.registration_number },
    'cac:Contact': (given.contact?.name || given.contact?.phone || given.email) && {
      'cbc:Name': given.contact?.name,
      'cbc:Telephone': given.contact?.phone,
      'cbc:ElectronicMail': given.email,
    },
  },
});

function delivery({ input: { delivery: given }, deliveryCountry }: Draft): Element | undefined {
  if (!given?.date && !deliveryCountry) return undefined;
  return {
    'cbc:ActualDeliveryDate': given?.date,
    'cac:DeliveryLocation': deliveryCountry && {
      'cac:Address': {
        'cbc:CityName': given?.city,
        'cbc:PostalZone': given?.postal_code,
        'cac:Country': { 'cbc:IdentificationCode': deliveryCountry },
      },
    },
  };
}

/** The due date of a credit note is part of the payment. */
function paymentMeans(draft: Draft): Element | undefined {
  const { payment, due_date: dueDate, type } = draft.input;
  const paymentDueDate = type === 'credit_note' ? dueDate : undefined;
  if (payment?.iban === undefined && payment?.reference === undefined && paymentDueDate === undefined) return undefined;
  return {
    'cbc:PaymentMeansCode': paymentCode(draft),
    'cbc:PaymentDueDate': paymentDueDate,
    'cbc:PaymentID': payment?.reference,
    'cac:PayeeFinancialAccount': payment?.iban && {
      'cbc:ID': compact(payment.iban),
      'cac:FinancialInstitutionBranch': payment.bic && { 'cbc:ID': compact(payment.bic) },
    },
  };
}

const allowanceCharge = (given: Adjustment, draft: Draft, tax?: Tax): Element => ({
  'cbc:ChargeIndicator': String(given.isCharge),
  'cbc:AllowanceChargeReasonCode': given.reason === undefined ? reasonCode(given.isCharge) : undefined,
  'cbc:AllowanceChargeReason': given.reason,
  'cbc:MultiplierFactorNumeric': given.percent && plain(given.percent),
  'cbc:Amount': amount(given.amount, draft),
  'cbc:BaseAmount': given.base && amount(given.base, draft),
  'cac:TaxCategory': tax && taxCategory(tax),
});

const taxCategory = (
  { category, rate }: Pick<Tax, 'category' | 'rate'>,
  exemption: Partial<Pick<Group, 'exemptionCode' | 'exemptionReason'>> = {},
): Element => ({
  'cbc:ID': category,
  'cbc:Percent': category === 'O' ? undefined : plain(rate),
  'cbc:TaxExemptionReasonCode': exemption.exemptionCode,
  'cbc:TaxExemptionReason': exemption.exemptionReason,
  'cac:TaxScheme': VAT,
});

const taxSubtotal = (group: Group, draft: Draft): Element => ({
  'cbc:TaxableAmount': amount(group.taxable, draft),
  'cbc:TaxAmount': amount(group.tax, draft),
  'cac:TaxCategory': taxCategory(group, group),
});

function totals(draft: Draft): Element {
  const { totals: figures } = draft;
  const unlessZero = (value: Decimal) => (value.isZero() ? undefined : amount(value, draft));
  return {
    'cbc:LineExtensionAmount': amount(figures.line_total, draft),
    'cbc:TaxExclusiveAmount': amount(figures.tax_exclusive, draft),
    'cbc:TaxInclusiveAmount': amount(figures.tax_inclusive, draft),
    'cbc:AllowanceTotalAmount': hasAdjustments(draft, false) && amount(figures.allowance_total, draft),
    'cbc:ChargeTotalAmount': hasAdjustments(draft, true) && amount(figures.charge_total, draft),
    'cbc:PrepaidAmount': unlessZero(figures.prepaid),
    'cbc:PayableRoundingAmount': unlessZero(figures.rounding),
    'cbc:PayableAmount': amount(figures.payable, draft),
  };
}

const invoiceLine = (line: Line, index: number, draft: Draft, isInvoice: boolean): Element => ({
  'cbc:ID': String(index + 1),
  [isInvoice ? 'cbc:InvoicedQuantity' : 'cbc:CreditedQuantity']: {
    '@_unitCode': line.unit,
    '#text': plain(line.quantity),
  },
  'cbc:LineExtensionAmount': amount(line.net, draft),
  'cac:AllowanceCharge': line.adjustments.map((each) => allowanceCharge(each, draft)),
  'cac:Item': { 'cbc:Name': line.description, 'cac:ClassifiedTaxCategory': taxCategory(line.tax) },
  'cac:Price': { 'cbc:PriceAmount': { '@_currencyID': draft.currency, '#text': plain(line.unitPrice) } },
});
