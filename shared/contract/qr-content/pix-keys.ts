/** Removes the dots, slashes and hyphens of a tax number, and the spaces of any key; emails and UUIDs are in small letters. */
export function normalizePixKey(text: string): string {
  const key = text.replace(/\s+/g, '');
  if (key.includes('@') || UUID.test(key)) return key.toLowerCase();
  if (key.startsWith('+')) return `+${key.replace(/\D/g, '')}`;
  return key.replace(/[.\-/]/g, '').toUpperCase();
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

const WRONG_DIGITS = 'has wrong check digits: compare it with the original';

/** Returns what is wrong with a Pix key: a CPF, a CNPJ, a Brazilian phone number, an email address or a random key. */
export function checkPixKey(text: string): string | undefined {
  const key = normalizePixKey(text);
  if (UUID.test(key)) return undefined;
  if (key.includes('@')) {
    return /^[!-?A-~]+@[!-\-/-?A-~]+(\.[!-\-/-?A-~]+)+$/.test(key) && key.length <= 77
      ? undefined
      : 'must be an email address of at most 77 characters';
  }
  if (key.startsWith('+')) {
    return /^\+55[1-9]\d{9,10}$/.test(key) ? undefined : 'must be +55, the area code, and 8 or 9 digits';
  }
  if (/^\d{11}$/.test(key)) return hasCheckDigits(key, CPF_WEIGHTS) ? undefined : WRONG_DIGITS;
  if (/^[A-Z\d]{12}\d\d$/.test(key)) return hasCheckDigits(key, CNPJ_WEIGHTS) ? undefined : WRONG_DIGITS;
  return 'must be a CPF, a CNPJ, a phone number that begins with +55, an email address, or a random key (UUID)';
}

/** Weights of the characters before the second check digit; those before the first one are these without the first. */
const CPF_WEIGHTS = [11, 10, 9, 8, 7, 6, 5, 4, 3, 2];
const CNPJ_WEIGHTS = [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2];

/** True if both check digits of a Brazilian tax number are right (modulo 11), and it is not one digit repeated. */
function hasCheckDigits(number: string, weights: readonly number[]): boolean {
  const values = [...number].map((character) => character.charCodeAt(0) - '0'.charCodeAt(0));
  const checkDigit = (own: readonly number[]) => {
    const rest = own.reduce((sum, weight, at) => sum + weight * (values[at] ?? 0), 0) % 11;
    return rest < 2 ? 0 : 11 - rest;
  };
  return (
    !/^(.)\1*$/.test(number) && checkDigit(weights.slice(1)) === values.at(-2) && checkDigit(weights) === values.at(-1)
  );
}

/** Characters of the URL of a dynamic charge, without its scheme. */
const LONGEST_URL = 77;

/** Removes the scheme of the URL of a dynamic charge, which codes leave out. */
export const withoutScheme = (url: string): string => url.replace(/^https:\/\//i, '');

/** Returns what is wrong with the URL of a dynamic charge. */
export function checkPixUrl(url: string): string | undefined {
  const bare = withoutScheme(url);
  if (bare.length > LONGEST_URL) return `must have at most ${LONGEST_URL} characters after https://`;
  return /^[a-z\d-]+(\.[a-z\d-]+)+\/[\w./~-]+$/i.test(bare)
    ? undefined
    : 'must be a URL such as pix.example.com/v2/0123';
}

/** Removes accents: many apps misread other characters than those of ASCII in a BR Code. */
export const removeAccents = (text: string): string => text.normalize('NFD').replace(/\p{Mn}/gu, '');

/** Returns what is wrong with a text that must be ASCII without accents. */
export const checkUnaccented = (text: string): string | undefined =>
  /^[ -~]*$/.test(removeAccents(text)) ? undefined : 'must be in letters a–z, digits and common signs';
