import type { Static } from 'typebox';
import { invalidInput } from '../../../shared/contract/errors.js';
import { refuseAll } from '../../../shared/contract/input.js';
import { isQrIban, removeSpaces } from '../../../shared/contract/qr-content/account-numbers.js';
import type { paymentContents } from '../../../shared/contract/qr-content/payments.js';
import { createProblem } from './problems.js';

type SwissBill = Static<typeof paymentContents.swiss>;

/** Maximum size of the text of a code, in bytes: what version 25 holds at level M. */
const MOST_BYTES = 997;

/** Characters of the message and the billing information together. */
const LONGEST_INFORMATION = 140;

/**
 * Encodes a Swiss QR-bill (SIX, Swiss Implementation Guidelines for the QR-bill, version 2.3).
 *
 * @throws ApiError 422
 */
export function encodeSwiss(bill: SwissBill): string {
  refuseAll(findProblems(bill));
  const { iban, creditor, amount, currency, debtor, reference = '', message = '', bill_information = '' } = bill;
  const lines = [
    ...['SPC', '0200', UTF_8],
    ...[removeSpaces(iban), ...addressLines(creditor), ...NO_ADDRESS],
    ...[amount?.toFixed(2) ?? '', currency],
    ...(debtor ? addressLines(debtor) : NO_ADDRESS),
    ...[findReferenceType(reference), removeSpaces(reference), message, 'EPD', bill_information],
    ...bill.alternative_schemes,
  ];
  // Empty lines after the trailer are omitted, and the text ends without a line break.
  const encoded = lines.join('\n').trimEnd();
  const bytes = Buffer.byteLength(encoded);
  if (bytes > MOST_BYTES) {
    throw invalidInput(
      422,
      `content must have at most ${MOST_BYTES} bytes, not ${bytes}: shorten addresses or messages`,
      'content',
    );
  }
  return encoded;
}

/** Code of the character set. */
const UTF_8 = '1';

/** Lines of an address that is not known: those of the final creditor, which is reserved, always. */
const NO_ADDRESS = ['', '', '', '', '', '', ''];

const addressLines = ({
  name,
  street = '',
  building_number = '',
  postal_code,
  town,
  country,
}: SwissBill['creditor']) => [...['S', name, street, building_number, postal_code, town, country.toUpperCase()]];

function findReferenceType(reference: string): 'NON' | 'SCOR' | 'QRR' {
  if (reference === '') return 'NON';
  return removeSpaces(reference).startsWith('RF') ? 'SCOR' : 'QRR';
}

function findProblems({ iban, reference = '', message = '', bill_information = '' }: SwissBill) {
  const type = findReferenceType(reference);
  return [
    ...(isQrIban(iban) && type !== 'QRR'
      ? [createProblem('reference', `must be a QR reference of 27 digits, since iban is a QR-IBAN`)]
      : []),
    ...(!isQrIban(iban) && type === 'QRR'
      ? [
          createProblem(
            'iban',
            'must be a QR-IBAN for a QR reference; with an IBAN, reference is a creditor reference (RF…)',
          ),
        ]
      : []),
    ...([...message, ...bill_information].length > LONGEST_INFORMATION
      ? [createProblem('bill_information', `and message must have at most ${LONGEST_INFORMATION} characters together`)]
      : []),
  ];
}
