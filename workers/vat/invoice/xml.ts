import type { Decimal } from 'decimal.js';
import { XMLBuilder } from 'fast-xml-parser';
import type { Draft } from './model.js';

/** An element: text, or attributes (`@_name`), text (`#text`) and children in their order. What is undefined is left out. */
export type Element = string | { readonly [name: string]: Element | readonly Element[] | undefined };

/** Characters of lines of text that XML 1.0 does not allow (production 2): lone surrogates and non-characters. */
const NOT_ALLOWED = /[\ud800-\udfff\ufffe\uffff]/gu;

const builder = new XMLBuilder({
  ignoreAttributes: false,
  suppressBooleanAttributes: false,
  format: true,
  indentBy: ' ',
});

/** Renders an XML document. */
export const renderXml = (root: Element): string =>
  builder.build({ '?xml': { '@_version': '1.0', '@_encoding': 'UTF-8' }, ...Object(root) }).replace(NOT_ALLOWED, '');

/** Writes a decimal without an exponent, and never as -0. */
export const plain = (value: Decimal): string => (value.isZero() ? '0' : value.toFixed());

/** Writes an amount with the decimals of the currency. */
export const money = (value: Decimal, { decimals }: Draft): string =>
  value.isZero() ? (0).toFixed(decimals) : value.toFixed(decimals);

const PEPPOL_BILLING = 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0';
const EN_16931 = 'urn:cen.eu:en16931:2017';

/** Specification (BT-24) and process (BT-23) of each profile. */
export const profiles = {
  en16931: { specification: EN_16931, process: undefined },
  xrechnung: {
    specification: `${EN_16931}#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0`,
    process: PEPPOL_BILLING,
  },
  peppol: {
    specification: `${EN_16931}#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0`,
    process: PEPPOL_BILLING,
  },
} as const satisfies Record<Draft['input']['profile'], { specification: string; process: string | undefined }>;

/** True if the invoice has allowances or charges, whose total it then has as well, also if that is 0 (BR-CO-11, BR-CO-12). */
export const hasAdjustments = ({ adjustments }: Draft, isCharge: boolean): true | undefined =>
  adjustments.some((each) => each.isCharge === isCharge) || undefined;

/** Codes of UNTDID 1001. */
export const typeCodes = { invoice: '380', credit_note: '381' } as const;

/** Returns the code of UNTDID 4461: SEPA credit transfer, credit transfer, or none defined. */
export function paymentCode({ input: { payment }, currency }: Draft): string {
  if (payment?.iban === undefined) return '1';
  return currency === 'EUR' ? '58' : '30';
}

export const compact = (text: string | undefined): string | undefined => text?.replace(/\s/g, '').toUpperCase();

/** Codes of an allowance (UNTDID 5189: discount) and a charge (UNTDID 7161: miscellaneous) that have no reason. */
export const reasonCode = (isCharge: boolean): string => (isCharge ? 'ABK' : '95');

/** Notes of an invoice; Peppol allows one (PEPPOL-EN16931-R002). */
export const listNotes = ({ input: { notes, profile } }: Draft): readonly string[] | undefined =>
  profile === 'peppol' && notes ? [notes.join('\n')] : notes;
