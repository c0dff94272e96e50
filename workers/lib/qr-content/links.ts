import type { Static } from 'typebox';
import type { directContents } from '../../../shared/contract/qr-content/contents.js';

type Contents = typeof directContents;

/** Removes what separates the digits of a phone number. */
export const stripNumber = (number: string): string => number.replace(/[^+\d]/g, '');

/** Encodes a phone number as a link (RFC 3966). */
export const encodePhone = ({ number }: Static<Contents['phone']>): string => `tel:${stripNumber(number)}`;

/** Encodes a text message, in the format that iOS and Android read (github.com/zxing/zxing, wiki "Barcode Contents"). */
export const encodeSms = ({ number, message = '' }: Static<Contents['sms']>): string =>
  `SMSTO:${stripNumber(number)}:${message}`;

/** Encodes an email as a link (RFC 6068). */
export function encodeEmail({ to, cc, subject, body }: Static<Contents['email']>): string {
  const fields = Object.entries({
    cc: cc && encodeAddress(cc),
    subject: subject && encodeURIComponent(subject),
    body: body && encodeURIComponent(body.replace(/\r\n|\r|\n/g, '\r\n')),
  });
  const query = fields.flatMap(([name, value]) => (value ? [`${name}=${value}`] : []));
  return `mailto:${encodeAddress(to)}${query.length > 0 ? `?${query.join('&')}` : ''}`;
}

const encodeAddress = (address: string): string => encodeURIComponent(address).replace('%40', '@');

/** Decimals of a coordinate: about 10 cm. */
const DECIMALS = 6;

/** Encodes a place as a link (RFC 5870), with the label in the way of Android ("Common intents", Maps). */
export function encodeGeo({ latitude, longitude, label }: Static<Contents['geo']>): string {
  const place = [latitude, longitude].map((degrees) => String(Number(degrees.toFixed(DECIMALS)))).join(',');
  return `geo:${place}${label ? `?q=${place}(${encodeLabel(label)})` : ''}`;
}

/** Parentheses end a label. */
const encodeLabel = (label: string): string =>
  encodeURIComponent(label).replace(/[()]/g, (sign) => (sign === '(' ? '%28' : '%29'));
