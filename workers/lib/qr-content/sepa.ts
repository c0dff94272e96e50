import type { Static } from 'typebox';
import { invalidInput } from '../../../shared/contract/errors.js';
import { refuseAll } from '../../../shared/contract/input.js';
import { readCountry, removeSpaces } from '../../../shared/contract/qr-content/account-numbers.js';
import type { paymentContents } from '../../../shared/contract/qr-content/payments.js';
import { createProblem } from './problems.js';

type Sepa = Static<typeof paymentContents.sepa>;

/** Maximum size of the text of a code, in bytes: what version 13 holds at level M. */
const MOST_BYTES = 331;

/** Countries of the European Economic Area, with the codes of IBANs of French overseas territories. */
const EEA = new Set(
  'AT BE BG CY CZ DE DK EE ES FI FR GF GP GR HR HU IE IS IT LI LT LU LV MQ MT NL NO PL PT RE RO SE SI SK YT'.split(' '),
);

/**
 * Encodes a SEPA credit transfer (EPC069-12, Quick Response Code: Guidelines to Enable Data Capture for the Initiation of a SEPA Credit
 * Transfer). Lines after the last one with a value are left out.
 *
 * @throws ApiError 422
 */
export function encodeSepa(payment: Sepa): string {
  refuseAll(findProblems(payment));
  const { version, bic = '', name, iban, amount, purpose = '', reference = '', text = '', information = '' } = payment;
  const money = amount === undefined ? '' : `EUR${amount.toFixed(2)}`;
  const transfer = [
    removeSpaces(bic),
    name,
    removeSpaces(iban),
    money,
    purpose.toUpperCase(),
    removeSpaces(reference),
    text,
    information,
  ];
  const encoded = ['BCD', version, UTF_8, 'SCT', ...transfer].join('\n').trimEnd();
  const bytes = Buffer.byteLength(encoded);
  if (bytes > MOST_BYTES) {
    throw invalidInput(
      422,
      `content must have at most ${MOST_BYTES} bytes, not ${bytes}: shorten name, text or information`,
      'content',
    );
  }
  return encoded;
}

/** Code of the character set. */
const UTF_8 = '1';

function findProblems({ version, bic, iban, reference, text }: Sepa) {
  return [
    ...(reference && text ? [createProblem('text', 'must not be sent together with reference')] : []),
    ...(bic === undefined && version === '001' ? [createProblem('bic', 'is required in version 001')] : []),
    ...(bic === undefined && version === '002' && !EEA.has(readCountry(iban))
      ? [
          createProblem(
            'bic',
            `is required for an account outside of the European Economic Area, such as in ${readCountry(iban)}`,
          ),
        ]
      : []),
  ];
}
