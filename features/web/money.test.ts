import { equal } from 'node:assert/strict';
import { money, plainMoney, typedMoney } from './money.js';

describe('money', () => {
  /** Smallest units, the currency, and how it is written in full and in a field. */
  const written = [
    [1_000, 'eur', '€10.00', '10.00'],
    [1_250, 'usd', '$12.50', '12.50'],
    [500, 'jpy', '¥500', '500'],
    [5_120, 'kwd', 'KWD 5.120', '5.120'],
    // CLDR writes these without decimals; they are charged in hundredths all the same.
    [1_045, 'huf', 'HUF 10.45', '10.45'],
    [1_000, 'cop', 'COP 10.00', '10.00'],
    [500, 'isk', 'ISK 5', '5'],
    [500, 'ugx', 'UGX 5', '5'],
    [500, 'mga', 'MGA 500', '500'],
  ] as const;

  it('is written in the units that a currency is paid in', () => {
    for (const [amount, currency, full, plain] of written) {
      equal(money(amount, currency).replaceAll('\u00a0', ' '), full);
      equal(plainMoney(amount, currency), plain);
    }
  });

  it('that is typed is read to the smallest unit, and back', () => {
    for (const [amount, currency, , plain] of written) equal(typedMoney(plain, currency), amount, plain);
    equal(typedMoney(' 12.5 ', 'eur'), 1_250);
    equal(typedMoney('12.500', 'eur'), 1_250);
    equal(typedMoney('0.07', 'eur'), 7);
    equal(typedMoney('999999.99', 'usd'), 99_999_999);
  });

  it('that cannot be paid is no money', () => {
    for (const typed of ['', '0', '0.00', '-1', '1e3', '12,50', '1,000', '1.005', '.5', '5.', '€5', '9'.repeat(13)])
      equal(typedMoney(typed, 'eur'), undefined, typed);
    for (const [typed, currency] of [
      ['500.5', 'jpy'],
      ['5.124', 'kwd'],
      ['5.50', 'isk'],
    ] as const)
      equal(typedMoney(typed, currency), undefined, `${typed} ${currency}`);
  });
});
