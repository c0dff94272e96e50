import { deepEqual, equal, ok, throws } from 'node:assert/strict';
import fc from 'fast-check';
import { allCountries } from '../../shared/vat/countries.js';
import { euCountries, parseVatNumber } from '../../shared/vat/vat-number.js';
import { always, seeded } from '../../test/helpers/randomised.js';
import { readTaxation, type Taxation, taxPayment, taxSale } from './tax.js';

const ON = new Date('2026-11-28T12:00:00Z');
const NET: Taxation = { by: 'tables', country: 'DE', isIncluded: false };
const GROSS: Taxation = { ...NET, isIncluded: true };
const PACK = { price: 1_000, currency: 'eur' };

const sell = (taxation: Taxation, country: string, vat_number?: string, pack = PACK) =>
  taxSale(taxation, pack, { country, ...(vat_number !== undefined && { vat_number }) }, ON);

describe('the tax of an order', () => {
  // Place of supply and debtor: Directive 2006/112/EC, Articles 44 (businesses), 58 (consumers, electronically supplied services)
  // and 196 (reverse charge). Rates: European Commission, TEDB.
  for (const [title, country, vatNumber, rule, rate, net, amount] of [
    ['a consumer of the same country', 'DE', undefined, 'domestic', 19, 1_000, 190],
    ['a business of the same country', 'DE', 'DE123456789', 'domestic', 19, 1_000, 190],
    ['a business of another member state', 'AT', 'ATU12345678', 'reverse_charge', 0, 1_000, 0],
    ['a business in Greece, whose numbers begin with EL', 'GR', 'EL123456789', 'reverse_charge', 0, 1_000, 0],
    ['a consumer of another member state', 'HU', undefined, 'consumer', 27, 1_000, 270],
    ['a consumer in Finland', 'FI', undefined, 'consumer', 25.5, 1_000, 255],
    ['a consumer in Monaco, as in France', 'MC', undefined, 'consumer', 20, 1_000, 200],
    ['a consumer outside of the EU', 'CH', undefined, 'export', 0, 1_000, 0],
    ['a business in the United Kingdom', 'GB', 'GB123456789', 'export', 0, 1_000, 0],
  ] as const) {
    it(`is right for ${title}`, () => {
      const { price, tax } = sell(NET, country, vatNumber);
      deepEqual([tax?.rule, tax?.rate, tax?.net, tax?.amount, price], [rule, rate, net, amount, net + amount]);
    });
  }

  it('is that of a consumer while the VAT number is known not to be registered', () => {
    const find = (status: 'valid' | 'invalid' | 'unknown') =>
      taxSale(NET, PACK, { country: 'AT', vat_number: 'ATU14243102', vat_check: { status, at: ON } }, ON).tax?.rule;
    deepEqual([find('valid'), find('unknown'), find('invalid')], ['reverse_charge', 'reverse_charge', 'consumer']);
  });

  it('is part of a price that includes it, which is charged to everyone', () => {
    for (const [country, amount] of [
      ['DE', 160],
      ['HU', 213],
      ['US', 0],
    ] as const)
      deepEqual(sell(GROSS, country), {
        price: 1_000,
        tax: { ...sell(GROSS, country).tax, net: 1_000 - amount, amount },
      });
  });

  it('is rounded half up, to amounts that can be paid in the currency', () => {
    equal(sell(NET, 'FI', undefined, { price: 10, currency: 'eur' }).tax?.amount, 3);
    equal(sell(NET, 'DE', undefined, { price: 50, currency: 'jpy' }).tax?.amount, 10);
    equal(sell(NET, 'DE', undefined, { price: 1_000, currency: 'isk' }).tax?.amount, 200);
  });

  it('is not computed without a country of the seller, and needs a country of the buyer with it', () => {
    deepEqual(taxSale(undefined, PACK, undefined, ON), { price: 1_000 });
    throws(() => taxSale(NET, PACK, {}, ON), /billing country/);
    equal(readTaxation({}), undefined);
    throws(() => readTaxation({ SELLER_COUNTRY: 'US' }), /SELLER_COUNTRY/);
    deepEqual(readTaxation({ SELLER_COUNTRY: 'US', STRIPE_TAX: true })?.by, 'stripe');
  });

  it('is part of a payment that was not taxed before, by what is known of the buyer', () => {
    const tax = (billing: Parameters<typeof taxPayment>[2]) => taxPayment(NET, PACK, billing, ON);
    deepEqual(tax(undefined), { rule: 'domestic', country: 'DE', rate: 19, net: 840, amount: 160 });
    deepEqual(tax({ country: 'US' }), { rule: 'export', country: 'US', rate: 0, net: 1_000, amount: 0 });
    deepEqual(
      [tax({ vat_number: 'ATU12345678' })?.rule, tax({ vat_number: '12345678' })?.rule],
      ['reverse_charge', 'domestic'],
    );
    equal(taxPayment(undefined, PACK, undefined, ON), undefined);
  });

  it(seeded('adds up with the net amount to the price, for every country'), () => {
    const countries = allCountries('2026-11-28').map(({ code }) => code);
    always(
      fc.property(
        fc.constantFrom(...countries),
        fc.integer({ min: 1, max: 99_999_999 }),
        fc.constantFrom('eur', 'jpy', 'huf', 'kwd'),
        fc.boolean(),
        (country, price, currency, isIncluded) => {
          const sold = taxSale({ ...NET, isIncluded }, { price, currency }, { country }, ON);
          const { net = 0, amount = 0, rate = 0 } = sold.tax ?? {};
          equal(net + amount, sold.price);
          ok(Math.abs((net * rate) / 100 - amount) <= (currency === 'kwd' ? 10 : 1));
          equal(isIncluded ? sold.price : net, price);
        },
      ),
    );
  });
});

describe('VAT numbers', () => {
  it('are read with spaces, and without the prefix of their country', () => {
    deepEqual(parseVatNumber('de 123.456-789', 'DE'), { number: 'DE123456789', country: 'DE' });
    deepEqual(parseVatNumber('123456789', 'GR'), { number: 'EL123456789', country: 'GR' });
    deepEqual(parseVatNumber('ATU12345678'), { number: 'ATU12345678', country: 'AT' });
    equal(parseVatNumber('DE123456789', 'AT'), undefined);
    equal(parseVatNumber('DE12'), undefined);
  });

  it('have a known format in all member states, whose rates are of the Commission', () => {
    const european = allCountries('2026-11-28').filter(({ code }) => euCountries.has(code));
    equal(european.length, euCountries.size);
    for (const { code, source, vat_number_format: format } of european) {
      ok(source.includes('European Commission, Taxes in Europe Database'), `${code}: ${source}`);
      ok(format !== null, code);
    }
  });
});
