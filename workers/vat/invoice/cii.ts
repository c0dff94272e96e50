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

const NAMESPACE = 'urn:un:unece:uncefact:data:standard';

/** Renders a draft as Cross Industry Invoice D16B, the XML of Factur-X and ZUGFeRD in the profile EN 16931. */
export function renderCii(draft: Draft): string {
  const { input } = draft;
  const { specification, process } = profiles[input.profile];
  return renderXml({
    'rsm:CrossIndustryInvoice': {
      '@_xmlns:rsm': `${NAMESPACE}:CrossIndustryInvoice:100`,
      '@_xmlns:ram': `${NAMESPACE}:ReusableAggregateBusinessInformationEntity:100`,
      '@_xmlns:qdt': `${NAMESPACE}:QualifiedDataType:100`,
      '@_xmlns:udt': `${NAMESPACE}:UnqualifiedDataType:100`,
      'rsm:ExchangedDocumentContext': {
        'ram:BusinessProcessSpecifiedDocumentContextParameter': process && { 'ram:ID': process },
        'ram:GuidelineSpecifiedDocumentContextParameter': { 'ram:ID': specification },
      },
      'rsm:ExchangedDocument': {
        'ram:ID': input.number,
        'ram:TypeCode': typeCodes[input.type],
        'ram:IssueDateTime': date(draft.date),
        'ram:IncludedNote': listNotes(draft)?.map((note) => ({ 'ram:Content': note })),
      },
      'rsm:SupplyChainTradeTransaction': {
        'ram:IncludedSupplyChainTradeLineItem': draft.lines.map((line, index) => lineItem(line, index, draft)),
        'ram:ApplicableHeaderTradeAgreement': {
          'ram:BuyerReference': input.buyer_reference,
          'ram:SellerTradeParty': party(draft.seller),
          'ram:BuyerTradeParty': party(draft.buyer),
          'ram:BuyerOrderReferencedDocument': input.order_reference && {
            'ram:IssuerAssignedID': input.order_reference,
          },
        },
        'ram:ApplicableHeaderTradeDelivery': {
          'ram:ShipToTradeParty': draft.deliveryCountry && {
            'ram:PostalTradeAddress': {
              'ram:PostcodeCode': input.delivery?.postal_code,
              'ram:CityName': input.delivery?.city,
              'ram:CountryID': draft.deliveryCountry,
            },
          },
          'ram:ActualDeliverySupplyChainEvent': input.delivery?.date && {
            'ram:OccurrenceDateTime': date(input.delivery.date),
          },
        },
        'ram:ApplicableHeaderTradeSettlement': settlement(draft),
      },
    },
  });
}

/** Writes a date in format 102 of UNTDID 2379: YYYYMMDD. */
const formatDate = (day: string): Element => ({ '@_format': '102', '#text': day.replaceAll('-', '') });

const date = (day: string): Element => ({ 'udt:DateTimeString': formatDate(day) });

const party = (given: Party): Element => ({
  'ram:Name': given.name,
  'ram:SpecifiedLegalOrganization': given.registration_number && { 'ram:ID': given.registration_number },
  'ram:DefinedTradeContact': (given.contact?.name || given.contact?.phone || given.email) && {
    'ram:PersonName': given.contact?.name,
    'ram:TelephoneUniversalCommunication': given.contact?.phone && { 'ram:CompleteNumber': given.contact.phone },
    'ram:EmailURIUniversalCommunication': given.email && { 'ram:URIID': given.email },
  },
  'ram:PostalTradeAddress': {
    'ram:PostcodeCode': given.postal_code,
    'ram:LineOne': given.street,
    'ram:CityName': given.city,
    'ram:CountryID': given.country_code,
  },
  'ram:URIUniversalCommunication': given.electronic_address && {
    'ram:URIID': { '@_schemeID': given.electronic_address.scheme, '#text': given.electronic_address.id },
  },
  'ram:SpecifiedTaxRegistration': [...registration('VA', given.vat_number), ...registration('FC', given.tax_number)],
});

const registration = (scheme: 'VA' | 'FC', number: string | undefined): Element[] =>
  number === undefined ? [] : [{ 'ram:ID': { '@_schemeID': scheme, '#text': number } }];

function settlement(draft: Draft): Element {
  const { input, totals } = draft;
  const { payment, period, preceding_invoice: preceding, due_date: dueDate } = input;
  const unlessZero = (value: Decimal) => (value.isZero() ? undefined : money(value, draft));
  return {
    'ram:PaymentReference': payment?.reference,
    'ram:InvoiceCurrencyCode': draft.currency,
    'ram:SpecifiedTradeSettlementPaymentMeans': (payment?.iban || payment?.reference) && {
      'ram:TypeCode': paymentCode(draft),
      'ram:PayeePartyCreditorFinancialAccount': payment.iban && { 'ram:IBANID': compact(payment.iban) },
      'ram:PayeeSpecifiedCreditorFinancialInstitution': payment.iban &&
        payment.bic && { 'ram:BICID': compact(payment.bic) },
    },
    'ram:ApplicableTradeTax': draft.groups.map((group, index) => breakdown(group, draft, index === 0)),
    'ram:BillingSpecifiedPeriod': (period?.from || period?.to) && {
      'ram:StartDateTime': period.from && date(period.from),
      'ram:EndDateTime': period.to && date(period.to),
    },
    'ram:SpecifiedTradeAllowanceCharge': draft.adjustments.map((each) => allowanceCharge(each, draft, each.tax)),
    'ram:SpecifiedTradePaymentTerms': (payment?.terms || dueDate) && {
      'ram:Description': payment?.terms,
      'ram:DueDateDateTime': dueDate && date(dueDate),
    },
    'ram:SpecifiedTradeSettlementHeaderMonetarySummation': {
      'ram:LineTotalAmount': money(totals.line_total, draft),
      'ram:ChargeTotalAmount': hasAdjustments(draft, true) && money(totals.charge_total, draft),
      'ram:AllowanceTotalAmount': hasAdjustments(draft, false) && money(totals.allowance_total, draft),
      'ram:TaxBasisTotalAmount': money(totals.tax_exclusive, draft),
      'ram:TaxTotalAmount': { '@_currencyID': draft.currency, '#text': money(totals.tax_total, draft) },
      'ram:RoundingAmount': unlessZero(totals.rounding),
      'ram:GrandTotalAmount': money(totals.tax_inclusive, draft),
      'ram:TotalPrepaidAmount': unlessZero(totals.prepaid),
      'ram:DuePayableAmount': money(totals.payable, draft),
    },
    'ram:InvoiceReferencedDocument': preceding && {
      'ram:IssuerAssignedID': preceding.number,
      'ram:FormattedIssueDateTime': preceding.date && { 'qdt:DateTimeString': formatDate(preceding.date) },
    },
  };
}

/** An entry of the VAT breakdown; the first one has the tax point date of the invoice. */
const breakdown = (group: Group, draft: Draft, isFirst: boolean): Element => ({
  'ram:CalculatedAmount': money(group.tax, draft),
  'ram:TypeCode': 'VAT',
  'ram:ExemptionReason': group.exemptionReason,
  'ram:BasisAmount': money(group.taxable, draft),
  'ram:CategoryCode': group.category,
  'ram:ExemptionReasonCode': group.exemptionCode,
  'ram:TaxPointDate':
    isFirst && draft.input.tax_point_date !== undefined
      ? { 'udt:DateString': formatDate(draft.input.tax_point_date) }
      : undefined,
  'ram:RateApplicablePercent': rate(group),
});

/** Category O has no rate. */
const rate = ({ category, rate: percent }: Pick<Tax, 'category' | 'rate'>): string | undefined =>
  category === 'O' ? undefined : plain(percent);

const tradeTax = (tax: Tax): Element => ({
  'ram:TypeCode': 'VAT',
  'ram:CategoryCode': tax.category,
  'ram:RateApplicablePercent': rate(tax),
});

const allowanceCharge = (given: Adjustment, draft: Draft, tax?: Tax): Element => ({
  'ram:ChargeIndicator': { 'udt:Indicator': String(given.isCharge) },
  'ram:CalculationPercent': given.percent && plain(given.percent),
  'ram:BasisAmount': given.base && money(given.base, draft),
  'ram:ActualAmount': money(given.amount, draft),
  'ram:ReasonCode': given.reason === undefined ? reasonCode(given.isCharge) : undefined,
  'ram:Reason': given.reason,
  'ram:CategoryTradeTax': tax && tradeTax(tax),
});

const lineItem = (line: Line, index: number, draft: Draft): Element => ({
  'ram:AssociatedDocumentLineDocument': { 'ram:LineID': String(index + 1) },
  'ram:SpecifiedTradeProduct': { 'ram:Name': line.description },
  'ram:SpecifiedLineTradeAgreement': { 'ram:NetPriceProductTradePrice': { 'ram:ChargeAmount': plain(line.unitPrice) } },
  'ram:SpecifiedLineTradeDelivery': {
    'ram:BilledQuantity': { '@_unitCode': line.unit, '#text': plain(line.quantity) },
  },
  'ram:SpecifiedLineTradeSettlement': {
    'ram:ApplicableTradeTax': tradeTax(line.tax),
    'ram:SpecifiedTradeAllowanceCharge': line.adjustments.map((each) => allowanceCharge(each, draft)),
    'ram:SpecifiedTradeSettlementLineMonetarySummation': { 'ram:LineTotalAmount': money(line.net, draft) },
  },
});
