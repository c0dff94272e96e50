import { deepEqual, equal, ok } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import currencies from 'currency-codes';
import fc from 'fast-check';
import { always, seeded } from '../../test/helpers/randomised.js';
import { projectFile } from '../process/project-file.js';
import { allCountries, type Country } from './countries.js';

const countries = allCountries('2026-11-20');
const find = (code: string): Country => {
  const found = countries.find((country) => country.code === code);
  ok(found, `there is no profile of ${code}`);
  return found;
};

interface European {
  standard: number;
  reduced: number[];
  super_reduced: number | null;
  parking: number | null;
  currency: string;
  pattern: string;
}

const table = <T>(file: string): [string, T][] => {
  const { rates }: { rates: Record<string, T> } = JSON.parse(
    readFileSync(projectFile(`test/references/vat/${file}`), 'utf8'),
  );
  return Object.entries(rates);
};
const ascending = (rates: readonly number[]) => [...new Set(rates)].toSorted((a, b) => a - b);

/** https://github.com/vatnode/eu-vat-rates-data (MIT), version 2026-09-07, from the European Commission's TEDB. */
const european = table<European>('eu-vat-rates-data.json');

/** https://github.com/valeriansaliou/node-sales-tax (MIT), sales-tax 2.23.0 of May 2026. */
const worldwide = table<number | null>('sales-tax.json');

describe('VAT rates, against eu-vat-rates-data of September 2026', () => {
  // The table mixes rates of single regions into those of the country, and has slips of its own.
  const elsewhere: Record<string, { has: number[]; lacks?: number[]; because: string }> = {
    AT: { has: [19], because: 'the standard rate of Jungholz and Mittelberg' },
    FR: { has: [0.9, 1.05, 8.5, 13], because: 'rates of Corsica and the overseas departments' },
    GR: { has: [17], because: 'the standard rate of Aegean islands' },
    PT: { has: [16, 22], because: 'standard rates of the Azores and Madeira' },
    IE: { has: [], lacks: [4.8], because: 'it leaves out the livestock rate' },
  };

  for (const [code, row] of european) {
    it(`${code}: ${row.standard} %`, () => {
      const { rates, currency } = find(code);
      equal(rates.standard, row.standard);
      equal(currency, row.currency);
      const { has = [], lacks = [] } = elsewhere[code] ?? {};
      const theirs = [...row.reduced, row.super_reduced ?? [], row.parking ?? []].flat();
      for (const regional of has) ok(theirs.includes(regional), `${code} no longer lists ${regional}`);
      const expected = [...theirs.filter((rate) => !has.includes(rate)), ...lacks];
      deepEqual(ascending([...rates.reduced, rates.super_reduced ?? []].flat()), ascending(expected));
    });
  }

  it('covers the EU 27 and 17 neighbours', () => equal(european.length, 44));
});

describe('standard rates, against sales-tax 2.23.0', () => {
  // Outdated rows of that table: its rate, and the date from which another one applies.
  const outdated: Record<string, [number | null, string]> = {
    BH: [5, '10 % since January 2022'],
    BO: [14.94, '13 % of the price with VAT in it, which is how Bolivian law states the rate'],
    BR: [17, 'a typical ICMS rate of a state; there is no single VAT'],
    BS: [12, '10 % since January 2022'],
    EC: [12, '15 % since April 2024'],
    ID: [11, '12 % by law since January 2025, on 11/12 of the price for most goods'],
    KW: [5, 'Kuwait has not introduced VAT'],
    KZ: [12, '16 % since January 2026'],
    LI: [7.7, '8.1 % since January 2024, as in Switzerland'],
    LK: [12, '18 % since January 2024'],
    PK: [17, '18 % since February 2023'],
    QA: [5, 'Qatar has not introduced VAT'],
    RU: [20, '22 % since January 2026'],
    TH: [10, '7 % by yearly decree since 1997'],
    ZW: [15, '15.5 % since January 2026'],
  };
  const known = worldwide.filter(([code]) => countries.some((country) => country.code === code));

  for (const [code, theirs] of known) {
    const [old, because] = outdated[code] ?? [];
    it(`${code}: ${theirs ?? 'no VAT'}${because ? `, but ${because}` : ''}`, () => {
      const { standard } = find(code).rates;
      if (because) deepEqual([old, standard === theirs], [theirs, false]);
      else equal(standard, theirs);
    });
  }

  it('covers 110 of our countries', () => ok(known.length >= 110, `only ${known.length}`));
});

describe('country profiles', () => {
  it('are those of the EU 27, the UK, Switzerland, Norway, Liechtenstein, Iceland and over 60 more', () => {
    const european32 =
      'AT BE BG CY CZ DE DK EE ES FI FR GB GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK CH NO LI IS';
    for (const code of european32.split(' ')) find(code);
    ok(countries.length - 32 >= 60);
    equal(new Set(countries.map(({ code }) => code)).size, countries.length);
  });

  it('have plausible rates: none above the standard rate, none twice', () => {
    for (const { code, rates } of countries) {
      const lower = [...rates.reduced, rates.super_reduced ?? []].flat();
      for (const rate of lower) ok(rates.standard !== null && rate > 0 && rate < rates.standard, `${code}: ${rate}`);
      equal(new Set(lower).size, lower.length, code);
    }
  });

  it('are checked against a source whose state is dated', () => {
    for (const { code, checked, source } of countries) {
      const [, asOf = ''] = /\(as of (\d{4}-\d\d-\d\d)\)$/.exec(source) ?? [];
      ok(asOf !== '' && asOf <= checked, `${code}: ${source}`);
    }
  });

  // ISO 4217 gives these currencies decimals that neither coins nor invoices use.
  const undivided = new Set(['IDR', 'LAK', 'LBP', 'MGA', 'MMK', 'TWD']);
  it('round to the decimals that ISO 4217 gives the currency (package currency-codes)', () => {
    for (const { code, currency, rounding } of countries) {
      const digits = undivided.has(currency) ? 0 : currencies.code(currency)?.digits;
      equal(rounding.precision, digits, `${code}: ${currency}`);
    }
  });

  it('write numbers in a language that Intl knows, in Latin digits', () => {
    for (const { code, locale } of countries) {
      const format = new Intl.NumberFormat(locale);
      ok(Intl.NumberFormat.supportedLocalesOf(locale).length === 1, `${code}: ${locale}`);
      equal(format.resolvedOptions().numberingSystem, 'latn', code);
      equal(new Intl.Locale(locale).region, code);
    }
  });
});

describe('VAT number formats, against the patterns of eu-vat-rates-data', () => {
  // Ours: without punctuation (CH), also with the XI prefix (GB), the old second letters (IE), the optional prefix
  // (MK), and the ten and twelve digits that Ukraine gives people and companies.
  const wider = new Set(['CH', 'GB', 'IE', 'MK', 'UA']);

  for (const [code, { pattern }] of european) {
    const ours = find(code).vat_number_format ?? '';
    it(seeded(`${code}: ${ours}`), () => {
      if (!wider.has(code))
        always(
          fc.property(fc.stringMatching(new RegExp(ours)), (it) => matches(pattern, it)),
          100,
        );
      if (code === 'UA') return;
      const theirs = fc.stringMatching(new RegExp(pattern)).map((number) => number.replaceAll(/[-. ]/g, ''));
      always(
        fc.property(theirs, (number) => code === 'GB' || matches(ours, number)),
        100,
      );
    });
  }

  const matches = (pattern: string, number: string) => ok(new RegExp(pattern).test(number), `${pattern}: ${number}`);

  // As they stand in the imprint of their holders.
  const published: [string, string, string][] = [
    ['AU', '51824753556', 'Australian Taxation Office'],
    ['DE', 'DE123475223', 'Deutsche Telekom'],
    ['FR', 'FR03552081317', 'Électricité de France'],
    ['GB', 'GB220430231', 'Tesco'],
    ['IE', 'IE6388047V', 'Google Ireland'],
    ['JP', 'T7000012050002', 'National Tax Agency'],
    ['NO', '923609016MVA', 'Equinor'],
    ['SE', 'SE556012579001', 'Volvo'],
  ];
  for (const [code, number, holder] of published) {
    it(`${code}: ${number} of ${holder}`, () => matches(find(code).vat_number_format ?? '', number));
  }
});
