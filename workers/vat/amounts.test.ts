import { equal, throws } from 'node:assert/strict';
import fc from 'fast-check';
import { ApiError } from '../../shared/contract/api-error.js';
import { always, seeded } from '../../test/helpers/randomised.js';
import { parseAmount, parseRate } from './amounts.js';

const read = (given: string | number) => parseAmount('net', given)?.value.toFixed();

describe('reading amounts', () => {
  const amounts: [string | number, string][] = [
    ['1234.56', '1234.56'],
    ['1234,56', '1234.56'],
    ['1.234,56', '1234.56'],
    ['1,234.56', '1234.56'],
    ['1 234,56', '1234.56'],
    ['1\u00a0234,56', '1234.56'],
    ['1\u202f234.56', '1234.56'],
    ["1'234.56", '1234.56'],
    ['1’234,56', '1234.56'],
    ['12,34,567.89', '1234567.89'],
    ['1.234.567', '1234567'],
    ['1,234,567', '1234567'],
    ['1 234', '1234'],
    ['100,00', '100'],
    ['100', '100'],
    ['0,5', '0.5'],
    ['.5', '0.5'],
    [',5', '0.5'],
    ['5.', '5'],
    ['5,', '5'],
    ['1.234,', '1234'],
    ['007', '7'],
    ['+12,5', '12.5'],
    ['-1.234,56', '-1234.56'],
    ['− 1 234,56', '-1234.56'],
    ['  42  ', '42'],
    ['1e3', '1000'],
    ['1.5E-3', '0.0015'],
    [1234.56, '1234.56'],
    [-0.1, '-0.1'],
    [1e-7, '0.0000001'],
    ['0.12345678901234567890123456789', '0.12345678901234567890123456789'],
  ];
  for (const [given, expected] of amounts) {
    it(`${JSON.stringify(given)} is ${expected}`, () => equal(read(given), expected));
  }

  const doubtful: [string, string][] = [
    ['1,234', '1.234'],
    ['1.234', '1.234'],
    ['-999,000', '-999'],
  ];
  for (const [given, expected] of doubtful) {
    it(`${given} is ${expected}, with a doubt: one separator alone is the decimal one`, () => {
      equal(read(given), expected);
      equal(parseAmount('net', given)?.doubt, `net "${given}" was read as ${expected}`);
    });
  }

  for (const given of ['0,123', '1234,567', '12,34', '1.2345', '1.234.567', '1234']) {
    it(`there is no doubt about ${given}`, () => equal(parseAmount('net', given)?.doubt, undefined));
  }

  for (const given of ['', '   ', '\u00a0', undefined]) {
    it(`${JSON.stringify(given)} is not given`, () => equal(parseAmount('net', given), undefined));
  }

  const refused = [
    ...['abc', '.', ',', '-', '+-1', '--1', '1-', '1,2,3', '1.234.56', '1,23,4', '12,345,67', '1.234,567.89', '1 23'],
    ...['1  234', '1,234 567', '€100', '100 EUR', '19%', '0x10', 'NaN', 'Infinity', '1e', '1e1000', '１２'],
  ];
  for (const given of refused) {
    it(`${JSON.stringify(given)} is refused`, () => throws(() => read(given), ApiError));
  }

  it('a rate may carry a percent sign', () => {
    equal(parseRate('8,1 %')?.toNumber(), 8.1);
    equal(parseRate('19%')?.toNumber(), 19);
    equal(parseRate('%'), undefined);
  });

  // CLDR writes the numbers, by way of Intl; two decimals leave no doubt which separator is which.
  const locales = ['de-DE', 'en-US', 'fr-FR', 'de-CH', 'de-AT', 'en-IN', 'pt-PT', 'nb-NO', 'sv-SE', 'es-ES', 'pl-PL'];
  for (const locale of locales) {
    it(seeded(`reads what is written in ${locale}`), () => {
      const format = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
      always(
        fc.property(fc.integer({ min: -1e14, max: 1e14 }), (cents) => {
          equal(
            parseAmount('net', format.format(cents / 100))
              ?.value.times(100)
              .toNumber(),
            cents === 0 ? 0 : cents,
          );
        }),
      );
    });
  }

  it(seeded('reads every JSON number as JavaScript writes it, and what is finer than 1e-12 as nothing'), () => {
    always(
      fc.property(fc.double({ min: -1e12, max: 1e12, noNaN: true }).filter(Boolean), (given) => {
        const read = Math.abs(given) < 1e-12 ? 0 : given;
        equal(parseAmount('net', given)?.value.toNumber(), read);
        equal(parseAmount('net', String(given))?.value.toNumber(), read);
      }),
    );
  });
});
