import type { Static } from 'typebox';
import { errors, invalidInput } from '../../../shared/contract/errors.js';
import { readFields } from '../../../shared/contract/input.js';
import { type DirectType, directContents } from '../../../shared/contract/qr-content/contents.js';
import { type PaymentScheme, paymentContent, paymentContents } from '../../../shared/contract/qr-content/payments.js';
import { encodeMecard, encodeVcard } from './contacts.js';
import { encodeEvent } from './event.js';
import { encodeEmail, encodeGeo, encodePhone, encodeSms } from './links.js';
import { encodePix } from './pix.js';
import { encodeSepa } from './sepa.js';
import { encodeSwiss } from './swiss.js';
import { encodeUpi } from './upi.js';
import { checkWifi, encodeWifi } from './wifi.js';

/** The text of a code, and the standard that says how it is drawn. */
export interface EncodedContent {
  readonly text: string;
  readonly standard?: 'sepa' | 'swiss';
  /** True if the text was made of fields. */
  readonly isContent?: true;
}

type PlainType = Exclude<DirectType, 'payment'>;

const encoders: { [T in PlainType]: (content: Static<(typeof directContents)[T]>) => string } = {
  vcard: encodeVcard,
  mecard: encodeMecard,
  geo: encodeGeo,
  sms: encodeSms,
  email: encodeEmail,
  event: encodeEvent,
  wifi: (content) => {
    checkWifi(content);
    return encodeWifi(content);
  },
  phone: encodePhone,
};

const schemes: { [S in PaymentScheme]: (content: Static<(typeof paymentContents)[S]>) => string } = {
  sepa: encodeSepa,
  swiss: encodeSwiss,
  pix: encodePix,
  upi: encodeUpi,
};

/**
 * Validates the content of a code, and encodes it as the text that scanners read.
 *
 * @throws ApiError 422 for the first problem, with all problems; fields are named as in `content.iban`
 */
export function encodeContent(type: DirectType, content: unknown): EncodedContent {
  if (typeof content !== 'object' || content === null) throw errors.contentRequired({ type });
  refuseBrokenText(content);
  if (type !== 'payment') return { text: encodePlain(type, content), isContent: true };
  const { scheme } = readFields(paymentContent, content, 422, 'content');
  const text = encodePayment(scheme, content);
  return { text, isContent: true, ...((scheme === 'sepa' || scheme === 'swiss') && { standard: scheme }) };
}

/** Refuses halves of characters outside of the basic plane (lone surrogates), which no encoding of text has. */
function refuseBrokenText(value: unknown): void {
  if (typeof value === 'string') {
    if (/\p{Surrogate}/u.test(value)) throw invalidInput(422, 'content must be valid Unicode text', 'content');
  } else for (const inner of Object.values(Object(value))) refuseBrokenText(inner);
}

const encodePlain = <T extends PlainType>(type: T, content: object): string =>
  encoders[type](readFields(directContents[type], content, 422, 'content'));

const encodePayment = <S extends PaymentScheme>(scheme: S, content: object): string =>
  schemes[scheme](readFields(paymentContents[scheme], content, 422, 'content'));
