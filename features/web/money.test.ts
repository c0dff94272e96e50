import { equal } from 'node:assert/strict';
import { money, parseMoney, plainMoney, unitPrice } from './money.js';

describe('money', () => {
  /** Amount in smallest units, currency, formatted in full and for a field. */
  const formatted = [
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

  it('is formatted in the units that a currency is paid in', () => {
    for (const [amount, currency, full, plain] of formatted) {
      equal(money(amount, currency).replaceAll('\u00a0', ' '), full);
      equal(plainMoney(amount, currency), plain);
    }
  });

  it('is parsed to the smallest unit', () => {
    for (const [amount, currency, , plain] of formatted) equal(parseMoney(plain, currency), amount, plain);
    equal(parseMoney(' 12.5 ', 'eur'), 1_250);
    equal(parseMoney('12.500', 'eur'), 1_250);
    equal(parseMoney('0.07', 'eur'), 7);
    equal(parseMoney('999999.99', 'usd'), 99_999_999);
  });

  it('is rejected if it cannot be paid', () => {
    for (const typed of ['', '0', '0.00', '-1', '1e3', '12,50', '1,000', '1.005', '.5', '5.', '€5', '9'.repeat(13)])
      equal(parseMoney(typed, 'eur'), undefined, typed);
    for (const [typed, currency] of [
      ['500.5', 'jpy'],
      ['5.124', 'kwd'],
      ['5.50', 'isk'],
    ] as const)
      equal(parseMoney(typed, currency), undefined, `${typed} ${currency}`);
  });

  it('shows fractions of the smallest unit in a computed price that is small', () => {
    equal(unitPrice(1.6, 'eur'), '€0.016');
    equal(unitPrice(2, 'eur'), '€0.02');
    equal(unitPrice(18.4, 'eur'), '€0.18');
    equal(unitPrice(3.25, 'jpy'), '¥3.3');
    equal(unitPrice(12_345, 'usd'), '$123.45');
  });
});
