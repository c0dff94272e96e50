/** Checks the digits of a VAT number without its prefix; null if the country has no rule for this kind of number. */
type Check = (number: string) => boolean | null;

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

const toDigits = (text: string): number[] => [...text].map(Number);

/** Returns the sum of the digits, each multiplied by the weight of its position. */
const weigh = (text: string, weights: readonly number[]): number =>
  toDigits(text).reduce((sum, digit, index) => sum + digit * (weights[index] ?? 0), 0);

/** Weights from the first to the second, in steps of one: 8, 7, 6 … */
const from = (first: number, last: number): number[] =>
  Array.from({ length: Math.abs(last - first) + 1 }, (_, index) => first + Math.sign(last - first) * index);

/** The weighted sum of all digits, the last one included, is a multiple of a number. */
const sumsTo =
  (modulus: number, weights: readonly number[]): Check =>
  (number) =>
    weigh(number, weights) % modulus === 0;

/** The last digit is that which a function computes of those before it. */
const endsWith =
  (compute: (others: string) => number): Check =>
  (number) =>
    compute(number.slice(0, -1)) === Number(number.at(-1));

/** Sum of the digits by Luhn (ISO/IEC 7812-1, annex B), whose last digit counts once. */
const luhnSum = (number: string): number =>
  toDigits(number)
    .reverse()
    .reduce((sum, digit, index) => sum + (index % 2 === 0 ? digit : digit < 5 ? 2 * digit : 2 * digit - 9), 0);

const luhn: Check = (number) => luhnSum(number) % 10 === 0;

/** ISO/IEC 7064, MOD 11,10. */
const mod11And10: Check = endsWith((others) => {
  const product = toDigits(others).reduce((last, digit) => (2 * ((last + digit) % 10 || 10)) % 11, 10);
  return (11 - product) % 10;
});

const mod97 = (text: string): number => [...text].reduce((rest, digit) => (rest * 10 + Number(digit)) % 97, 0);

/** The remainder by 11; if that is 10, the remainder of the sum with other weights, of which 10 counts as 0. */
const twice = (first: readonly number[], second: readonly number[]): Check =>
  endsWith((others) => {
    const rest = weigh(others, first) % 11;
    return (rest === 10 ? weigh(others, second) % 11 : rest) % 10;
  });

/** True if a number begins with a birthday as YYMMDD, where the month tells century and sex by what is added to it. */
function hasBirthday(number: string, added: readonly number[]): boolean {
  const [month, day] = [Number(number.slice(2, 4)), Number(number.slice(4, 6))];
  return day >= 1 && day <= 31 && added.some((each) => month - each >= 1 && month - each <= 12);
}

const isBulgarianCitizen = endsWith((others) => (weigh(others, [2, 4, 8, 5, 10, 9, 7, 3, 6]) % 11) % 10);

/** Numbers of persons and others, of ten digits: citizens, foreigners, others. */
const bulgarian = [
  (number: string) => hasBirthday(number, [0, 20, 40]) && isBulgarianCitizen(number),
  endsWith((others) => weigh(others, [21, 19, 17, 13, 11, 9, 7, 3, 1]) % 10),
  endsWith((others) => (11 - (weigh(others, [4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11)) % 11),
] as const;

/** Companies have eight digits; persons a birth number, which had no check digit before 1954, or one that begins with 6. */
function isCzech(number: string): boolean | null {
  const rest = (digits: string) => weigh(digits, from(8, 2)) % 11;
  if (number.length === 8) return endsWith((others) => ((11 - rest(others)) % 11 || 1) % 10)(number);
  if (number.length === 10) return hasBirthday(number, [0, 20, 50, 70]) && isCzechBirthNumber(number);
  const isOther = endsWith((others) => (18 - ((21 - rest(others.slice(1))) % 11)) % 10);
  return number.startsWith('6') ? isOther(number) : null;
}

/** A multiple of 11; until 1985, a remainder of 10 gave the digit 0. */
const isCzechBirthNumber = (number: string): boolean =>
  mod(number, 11) === 0 || (mod(number.slice(0, 9), 11) === 10 && number.endsWith('0'));

const mod = (text: string, modulus: number): number => Number(text) % modulus;

const SPANISH_LETTERS = 'TRWAGMYFPDXBNJZSQVHLCKE';

/** Persons have a letter at the end, foreigners X, Y or Z before it; companies a letter first and a digit or a letter at the end. */
function isSpanish(number: string): boolean {
  const [first = '', middle, last = ''] = [number.slice(0, 1), number.slice(1, -1), number.slice(-1)];
  const isOfPerson = (digits: string) => SPANISH_LETTERS[mod(digits, 23)] === last;
  if ('KLM'.includes(first)) return isOfPerson(middle);
  if ('XYZ'.includes(first)) return isOfPerson(`${'XYZ'.indexOf(first)}${middle}`);
  if (/\d/.test(first)) return isOfPerson(first + middle);
  const digit = (10 - (luhnSum(`${middle}0`) % 10)) % 10;
  return last === String(digit) || last === 'JABCDEFGHI'[digit];
}

const FRENCH_KEYS = '0123456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/** Two characters, of digits or with letters other than I and O, and a company number, which Monaco begins with 000. */
function isFrench(number: string): boolean {
  const [key, company] = [number.slice(0, 2), number.slice(2)];
  if (!company.startsWith('000') && luhn(company) === false) return false;
  if (/^\d+$/.test(key)) return Number(key) === mod97(`${company}12`);
  const [first, second] = [FRENCH_KEYS.indexOf(key.charAt(0)), FRENCH_KEYS.indexOf(key.charAt(1))];
  const code = first < 10 ? first * 24 + second - 10 : first * 34 + second - 100;
  return (Number(company) + Math.floor(code / 11) + 1) % 11 === code % 11;
}

/** Seven digits and a letter, since 2013 with a second one; older numbers have a letter or sign in the second place. */
function isIrish(number: string): boolean {
  const isOld = !/^\d{7}/.test(number);
  const digits = isOld ? `0${number.slice(2, 7)}${number.charAt(0)}` : number.slice(0, 7);
  const second = isOld ? 0 : LETTERS.indexOf(number.charAt(8) || 'W') + 1;
  return `W${LETTERS}`[(weigh(digits, from(8, 2)) + 9 * (second % 23)) % 23] === number.charAt(7);
}

/** Nine digits, with three more for a branch. Numbers from 100 on have one of several series of check digits. */
function isBritish(number: string): boolean | null {
  if (/^[A-Z]/.test(number)) return null;
  const rest = weigh(number.slice(0, 9), [8, 7, 6, 5, 4, 3, 2, 10, 1]) % 97;
  return rest === 0 || (Number(number.slice(0, 3)) >= 100 && (rest === 42 || rest === 55));
}

/** A tax number, or since 2020 for sole proprietors a number whose check digits cover the prefix (ISO/IEC 7064, MOD 97-10). */
function isDutch(number: string): boolean {
  if (number.endsWith('B00')) return false;
  const inDigits = [...`NL${number}`].map((character) => Number.parseInt(character, 36)).join('');
  return weigh(number.slice(0, 9), [9, 8, 7, 6, 5, 4, 3, 2, -1]) % 11 === 0 || mod97(inDigits) === 1;
}

const isCypriot: Check = (number) => {
  const odd = [1, 0, 5, 7, 9, 13, 15, 17, 19, 21];
  const values = toDigits(number.slice(0, -1)).map((digit, index) => (index % 2 === 0 ? (odd[digit] ?? 0) : digit));
  return !number.startsWith('12') && LETTERS[values.reduce((sum, value) => sum + value, 0) % 26] === number.at(-1);
};

/** Offices of the tax administration: provinces, and three numbers of other offices. */
const isItalianOffice = (office: string): boolean =>
  (office >= '001' && office <= '100') || ['120', '121', '888', '999'].includes(office);

/** Companies have a number from 4 on; a rule for those of persons is not published. */
const isLatvian: Check = (number) =>
  number > '4' ? weigh(number, [9, 1, 4, 8, 3, 10, 2, 5, 7, 6, 1]) % 11 === 3 : null;

const isLithuanian: Check = (number) => {
  const weights = (start: number) => Array.from({ length: number.length - 1 }, (_, index) => ((index + start) % 9) + 1);
  return number.at(-2) === '1' && twice(weights(0), weights(2))(number);
};

const isSlovene: Check = (number) => {
  const digit = 11 - (weigh(number, from(8, 2)) % 11);
  return digit !== 11 && digit % 10 === Number(number.at(-1));
};

/**
 * Check digits of VAT numbers by ISO code of the country, for numbers that have its format. The rules are those that the tax administrations
 * publish, as collected in python-stdnum.
 */
export const checkDigits: Readonly<Record<string, Check>> = {
  AT: (number) => (luhnSum(number.slice(1, 8)) + 4 + Number(number.at(-1))) % 10 === 0,
  BE: (number) => (Number(number.slice(0, 8)) + Number(number.slice(8))) % 97 === 0 && Number(number) > 0,
  BG: (number) =>
    number.length === 9 ? twice(from(1, 8), from(3, 10))(number) : bulgarian.some((check) => check(number)),
  CH: (number) => sumsTo(11, [5, 4, 3, 2, 7, 6, 5, 4, 1])(number.replace(/\D/g, '')),
  CY: isCypriot,
  CZ: isCzech,
  DE: mod11And10,
  DK: sumsTo(11, [2, 7, 6, 5, 4, 3, 2, 1]),
  EE: sumsTo(10, [3, 7, 1, 3, 7, 1, 3, 7, 1]),
  ES: isSpanish,
  FI: sumsTo(11, [7, 9, 10, 5, 8, 4, 2, 1]),
  FR: isFrench,
  GB: isBritish,
  GR: endsWith((others) => (weigh(others, [256, 128, 64, 32, 16, 8, 4, 2]) % 11) % 10),
  HR: mod11And10,
  HU: sumsTo(10, [9, 7, 3, 1, 9, 7, 3, 1]),
  IE: isIrish,
  IT: (number) => isItalianOffice(number.slice(7, 10)) && Number(number.slice(0, 7)) > 0 && luhn(number),
  LT: isLithuanian,
  LU: (number) => mod(number.slice(0, 6), 89) === Number(number.slice(6)),
  LV: isLatvian,
  MC: isFrench,
  MT: sumsTo(37, [3, 4, 6, 7, 8, 9, 10, 1]),
  NL: isDutch,
  NO: (number) => sumsTo(11, [3, 2, 7, 6, 5, 4, 3, 2, 1])(number.slice(0, 9)),
  PL: endsWith((others) => weigh(others, [6, 5, 7, 2, 3, 4, 5, 6, 7]) % 11),
  PT: endsWith((others) => ((11 - (weigh(others, from(9, 2)) % 11)) % 11) % 10),
  RO: endsWith((others) => ((10 * weigh(others.padStart(9, '0'), [7, 5, 3, 2, 1, 7, 5, 3, 2])) % 11) % 10),
  SE: (number) => luhn(number.slice(0, 10)),
  SI: isSlovene,
  SK: (number) => mod(number, 11) === 0,
};
