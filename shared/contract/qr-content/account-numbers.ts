import { countrySpecs, isQRIBAN, isSEPACountry, ValidationErrorsIBAN, validateBIC, validateIBAN } from 'ibantools';

/** Removes spaces, and writes letters as capitals: the electronic format of an IBAN, a BIC or a reference. */
export const removeSpaces = (text: string): string => text.replace(/\s+/g, '').toUpperCase();

const WRONG_DIGITS = 'has wrong check digits: compare it with the original';

/** Returns what is wrong with an IBAN (ISO 13616): country, length, characters, check digits. */
export function checkIban(text: string): string | undefined {
  const iban = removeSpaces(text);
  const country = iban.slice(0, 2);
  const length = countrySpecs[country]?.chars;
  if (!length) return 'must begin with the code of a country that has IBANs, such as DE or CH';
  if (iban.length !== length) return `must have ${length} characters for ${country}, not ${iban.length}`;
  const { valid, errorCodes } = validateIBAN(iban);
  if (valid) return undefined;
  const isMistyped = !errorCodes.includes(ValidationErrorsIBAN.WrongBBANFormat);
  return isMistyped ? WRONG_DIGITS : `has characters that an IBAN of ${country} does not have there`;
}

/** Returns what is wrong with an IBAN for a SEPA credit transfer. */
export function checkSepaIban(text: string): string | undefined {
  const problem = checkIban(text);
  if (problem !== undefined || isSEPACountry(readCountry(text))) return problem;
  return `must be an account in the SEPA area, which ${readCountry(text)} does not belong to`;
}

/** Returns what is wrong with an IBAN for a Swiss QR-bill. */
export function checkSwissIban(text: string): string | undefined {
  return ['CH', 'LI'].includes(readCountry(text)) ? checkIban(text) : 'must begin with CH or LI';
}

/** Returns what is wrong with a two-letter country code (ISO 3166). */
export const checkCountry = (code: string): string | undefined =>
  Object.hasOwn(countrySpecs, code.toUpperCase()) ? undefined : 'must be an existing country code such as CH';

export const readCountry = (iban: string): string => removeSpaces(iban).slice(0, 2);

/** True if an IBAN is a QR-IBAN, which only takes payments with a QR reference. */
export const isQrIban = (iban: string): boolean => isQRIBAN(removeSpaces(iban));

/** Returns what is wrong with a BIC (ISO 9362). */
export function checkBic(text: string): string | undefined {
  return validateBIC(removeSpaces(text)).valid
    ? undefined
    : 'must have 8 or 11 characters: four letters, the code of a country, and letters or digits';
}

/** Returns what is wrong with a creditor reference (ISO 11649): `RF`, two check digits, and up to 21 letters and digits. */
export function checkCreditorReference(text: string): string | undefined {
  const reference = removeSpaces(text);
  if (!/^RF\d\d[A-Z0-9]{1,21}$/.test(reference))
    return 'must be RF, two check digits, and at most 21 letters or digits';
  return computeRemainder97(reference) === 1 ? undefined : WRONG_DIGITS;
}

/** Returns the remainder of the check of ISO 7064 (MOD 97-10), over a reference whose first four characters are moved to its end. */
function computeRemainder97(reference: string): number {
  const moved = reference.slice(4) + reference.slice(0, 4);
  const digits = moved.replace(/[A-Z]/g, (letter) => String(Number.parseInt(letter, 36)));
  return [...digits].reduce((remainder, digit) => (remainder * 10 + Number(digit)) % 97, 0);
}

/** Returns what is wrong with a Swiss QR reference: 27 digits, the last of which is a check digit. */
export function checkQrReference(text: string): string | undefined {
  const reference = removeSpaces(text);
  if (!/^\d{27}$/.test(reference)) return 'must have 27 digits';
  return computeQrCheckDigit(reference.slice(0, -1)) === Number(reference.at(-1)) ? undefined : WRONG_DIGITS;
}

/** Each row of the table is the first one, shifted: the carry of a digit is at (carry + digit) modulo 10. */
const CARRIES = [0, 9, 4, 6, 8, 2, 7, 1, 3, 5] as const;

/** Computes a check digit modulo 10, recursively (Swiss Implementation Guidelines QR-bill, annex B). */
function computeQrCheckDigit(digits: string): number {
  const carry = [...digits].reduce((carry, digit) => CARRIES[(carry + Number(digit)) % 10] ?? 0, 0);
  return (10 - carry) % 10;
}

/** Returns what is wrong with the reference of a Swiss QR-bill of either kind. */
export const checkSwissReference = (text: string): string | undefined =>
  removeSpaces(text).startsWith('RF') ? checkCreditorReference(text) : checkQrReference(text);
