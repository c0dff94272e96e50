import type { Static } from 'typebox';
import type { paymentContents } from '../../../shared/contract/qr-content/payments.js';

/** Encodes a UPI payment as a link (NPCI, UPI Linking Specifications, version 1.6). */
export function encodeUpi(payment: Static<typeof paymentContents.upi>): string {
  const { vpa, name, merchant_code, reference, note, amount } = payment;
  const parameters = Object.entries({
    pa: vpa,
    pn: name,
    mc: merchant_code,
    tr: reference,
    tn: note,
    am: amount?.toFixed(2),
    cu: 'INR',
  });
  // Apps compare the address as it is: its @ is not encoded.
  const query = parameters.flatMap(([key, value]) =>
    value === undefined ? [] : [`${key}=${encodeURIComponent(value).replaceAll('%40', '@')}`],
  );
  return `upi://pay?${query.join('&')}`;
}
