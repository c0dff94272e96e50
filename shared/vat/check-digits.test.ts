import { deepEqual, equal } from 'node:assert/strict';
import { euCountries, readVatNumber } from './vat-number.js';

/** Numbers that companies publish, and examples of the authorities, as collected in the tests of python-stdnum 2.2. */
const published: Readonly<Record<string, string>> = {
  AT: 'ATU 142 43 102, ATU 15159209, ATU 28560205, ATU13585627',
  BE: 'BE (0)468.561.072, BE 0202.239.951, BE 444.503.092, BE413562567',
  BG: 'BG 124 551 319, BG 131 272 009, BG 103873594, 7501020018, 8001010008, 7153849522',
  CH: 'CHE-107.787.577 IVA, CHE-108.113.335 MwST, CHE-112.142.015 TVA, CHE-1 76.814.97 5 MWST, CHE100155212',
  CY: 'CY- 10277198H, CY-10008489 A, CY 10246672X, CY00632993 F',
  CZ: 'CZ 60 72 77 72, CZ 25123891, CZ00023205, CZ 640903926, CZ 7103192745',
  DE: 'DE 813 11 38 75, DE - 113866163, DE 221.304.969',
  DK: 'DK 10 50 32 80, DK 11 97 56 58, DK 13 20 24 35',
  EE: 'EE 100 931 558, EE 100523487, EE 100572933',
  ES: 'ES Q-2818015-F, ES A-28184661, ES B-58378431, ES F13005293, ES 54362315K, ES M-1234567-L, ES X-5253868-R',
  FI: 'FI-214 95 540, FI 0982651-1, FI- 01968312',
  FR: 'FR 114 248 728 36, FR 13 393 892 815, FR K 7399859412, 4Z123456782, FR 23000047372',
  GB: 'GB 980 7806 84, GB100190874, GB242338087388, GB 002 4257 28, GB 362 5866 29',
  GR: 'El 800 179 925, EL: 094279805, EL 094259216, EL 94051189',
  HR: 'HR 33392005961',
  HU: 'HU -12509403, HU 10672101, HU-12892312',
  IE: 'IE 632 3420 C, IE 6433435F, IE 6433435OA, IE6433435IH, IE8D79739I',
  IT: 'IT 00 595 000 217, IT - 01404480202, IT: 02331250163',
  LT: 'LT 119511515, LT 100001919017, LT 100004801610, LT290068995116',
  LU: 'LU 22 22 12 68, LU 109 676 28, LU.248.70.640',
  LV: 'LV 4000 3521 600, LV 5000 399 3021, LV 40003189718',
  MC: 'FR 23000047372',
  MT: 'MT 1039-6417, MT 1167-9112, MT 1613-4207',
  NL: 'NL-8197.38.116.B.01, NL.0094.10.806.B.01, NL4495445B01, NL002455799B11',
  NO: 'NO 987 008 644 MVA, 965 920 358 MVA, NO 948007029 MVA',
  PL: 'PL 584-030-44-72, PL 687-16-26-585, PL 8567346215',
  PT: 'PT 500 019 720, PT 501 964 843, PT 501 507 930',
  RO: 'RO 185 472 90, RO 241 30 20, RO 11358544, RO 573768',
  SE: 'SE 55 67 59 32 48 01, SE 202 100-5000 01, SE 55 62 00-0777 01',
  SI: 'SI 3609 7152, SI 50223054, SI 26808498',
  SK: 'SK 202 274 96 19, SK 2020 237 945',
  XI: 'XI 432525179',
};

/** The same numbers with one wrong character, from the same source. */
const wrong: Readonly<Record<string, string>> = {
  AT: 'ATU 143 43 102, ATU 15169209',
  BE: 'BE 0406.139.583, BE697449982, BE431150351',
  BG: 'BG 1037735942, BG 131 172 009, 175074751',
  CH: 'CHE-107.787.578 IVA, CHE-100.155.213',
  CY: 'CY 10246672F, CY-10009489 A, CY-12259033P',
  CZ: 'CZ 25557481, CZ 640913926, CZ 8058018314',
  DE: 'DE 125014855, DE - 266297673',
  DK: 'DK 11 96 56 58, DK-27996592',
  EE: 'EE 100 941 558, EE 100525487',
  ES: 'ES 54362415K, ES K-2814015-F, ES-x-2322300w, ES B64717839',
  FR: 'FR 04409414264, FR K 7399859312, FR L 7399859412, 84 323 140 391',
  GB: 'GB802311781, GB001234567',
  GR: 'EL 094013834, EL 123456781',
  HR: 'HR 33392005962',
  HU: 'HU-12892313',
  IE: 'IE 4731823H, IE8D79729I, IE 6433435E',
  IT: 'IT 00687129980',
  LT: 'LT 100001354, LT 100001509922, LT 100001919018',
  LV: 'LV 40003189715, LV-42103048181',
  NL: 'NL123456789B90, NL 009122746B00',
  PL: 'PL 8567346216',
  SI: 'SI 50223055',
  SK: 'SK 1078449164, SK 2020457679, SK 202 274 96 18',
};

const check = (numbers: string, country: string) =>
  numbers.split(', ').map((number) => {
    const read = readVatNumber(number, country);
    return [number, read?.hasValidFormat, read?.hasValidCheckDigits];
  });
const expected = (numbers: string, isValid: boolean) => numbers.split(', ').map((number) => [number, true, isValid]);

describe('check digits of VAT numbers', () => {
  for (const [country, numbers] of Object.entries(published)) {
    it(`accept published numbers of ${country}`, () => deepEqual(check(numbers, country), expected(numbers, true)));
  }

  for (const [country, numbers] of Object.entries(wrong)) {
    it(`refuse wrong numbers of ${country}`, () => deepEqual(check(numbers, country), expected(numbers, false)));
  }

  it('are known for every member state', () => {
    deepEqual(
      [...euCountries].filter((country) => !published[country]),
      [],
    );
  });

  it('are not judged for persons in Latvia, whose rule is not published', () => {
    deepEqual(check('LV 328673-00679', 'LV'), [['LV 328673-00679', true, null]]);
  });
});

describe('reading a VAT number', () => {
  const read = (typed: string, code?: string) => {
    const { number, country, hasValidFormat } = readVatNumber(typed, code) ?? {};
    return [number, country, hasValidFormat];
  };

  it('finds the country by the prefix, and adds it where it is missing', () => {
    deepEqual(read('de 136-695.976'), ['DE136695976', 'DE', true]);
    deepEqual(read('136695976', 'DE'), ['DE136695976', 'DE', true]);
    deepEqual(read('094259216', 'GR'), ['EL094259216', 'GR', true]);
    deepEqual(read('GR094259216'), ['EL094259216', 'GR', true]);
    deepEqual(read('UK980780684'), ['GB980780684', 'GB', true]);
    deepEqual(read('965920358MVA'), ['NO965920358MVA', 'NO', true]);
    deepEqual(read('107787577MWST', 'CH'), ['CHE107787577MWST', 'CH', true]);
  });

  it('adds leading zeros that are often left out', () => {
    deepEqual(read('BE 444.503.092'), ['BE0444503092', 'BE', true]);
    deepEqual(read('NL4495445B01'), ['NL004495445B01', 'NL', true]);
  });

  it('distinguishes Northern Ireland from the United Kingdom', () => {
    deepEqual(read('XI 432525179'), ['XI432525179', 'XI', true]);
    deepEqual(read('432525179', 'XI'), ['XI432525179', 'XI', true]);
    deepEqual(read('XI432525179', 'GB'), ['XI432525179', 'XI', true]);
  });

  it('prefers a prefix that fits to a country that does not', () => {
    deepEqual(read('FR 13 393 892 815', 'DE'), ['FR13393892815', 'FR', true]);
    deepEqual(read('FR 13 393', 'DE'), ['FR13393', 'DE', false]);
  });

  it('refuses a prefix that is written twice', () => {
    equal(readVatNumber('XI XI 432525179')?.hasValidFormat, false);
    equal(readVatNumber('SE SE 556043606401')?.hasValidFormat, false);
  });

  it('finds no country without a prefix', () => equal(readVatNumber('136695976'), undefined));
});
