import { deepEqual, equal, ok } from 'node:assert/strict';
import { calculate, clockOn, requestRefusal, requestVat } from '../../test/helpers/vat-requests.js';

describe('the four actions of the VAT endpoint', () => {
  it('calculates with the rate of a country', async () => {
    const answer = await calculate({ net: '100,00', country_code: 'de' });
    deepEqual(answer, {
      country_code: 'DE',
      scenario_type: 'single_rate',
      vat_type: 'standard',
      net: 100,
      gross: 119,
      vat_amount: 19,
      vat_rate: 19,
      currency: 'EUR',
      date: '2026-11-20',
      valid_from: '2023-01-01',
      valid_until: null,
      source: answer.source,
      territory: null,
      rate_change: null,
      warnings: [],
      formatted: {
        net: '100,00\u00a0€',
        gross: '119,00\u00a0€',
        vat_amount: '19,00\u00a0€',
        vat_rate: '19\u00a0%',
      },
    });
  });

  it('lists the countries', async () => {
    const answer = await requestVat({ action: 'list-countries' });
    ok('countries' in answer);
    equal(answer.count, answer.countries.length);
    equal(answer.date, '2026-11-20');
    deepEqual(
      answer.countries.find(({ code }) => code === 'EE'),
      {
        code: 'EE',
        name: 'Estonia',
        currency: 'EUR',
        standard: 24,
        valid_from: '2025-07-01',
        valid_until: null,
      },
    );
  });

  it('describes a country', async () => {
    const answer = await requestVat({ action: 'country-profile', country_code: 'CH' });
    ok('rounding' in answer);
    deepEqual(answer, {
      country_code: 'CH',
      name: 'Switzerland',
      currency: 'CHF',
      rates: { standard: 8.1, reduced: [2.6, 3.8], super_reduced: null, zero: null },
      default_rate: 8.1,
      rounding: { precision: 2, mode: 'half_up' },
      reverse_charge: true,
      vat_number_format: '^CHE\\d{9}(MWST|TVA|IVA)?$',
      territories: [],
      date: '2026-11-20',
      valid_from: '2024-01-01',
      valid_until: null,
      changes: {
        previous: {
          valid_until: '2023-12-31',
          rates: { standard: 7.7, reduced: [2.5, 3.7], super_reduced: null, zero: null },
        },
        next: null,
      },
      territory: null,
      notes: [],
      source: answer.source,
    });
    ok(/as of \d{4}-\d\d-\d\d/.test(answer.source));
  });

  it('gives the rates of a country and the day they were checked', async () => {
    const answer = await requestVat({ action: 'country-rates', country_code: 'FI' });
    ok('updated_at' in answer);
    deepEqual(answer.rates, { standard: 25.5, reduced: [13.5, 10], super_reduced: null, zero: 0 });
    equal(answer.updated_at, '2026-11-20');
  });

  it('needs an action', async () => {
    deepEqual(await requestRefusal({ net: 100, vat_rate: 20 }), { error: 'action is required', code: 400 });
    deepEqual(await requestRefusal({ action: 'guess' }), {
      error: 'action must be one of calculate, list-countries, country-profile, country-rates, check-number, invoice',
      code: 400,
    });
  });

  for (const action of ['country-profile', 'country-rates']) {
    it(`needs a known country for ${action}`, async () => {
      deepEqual(await requestRefusal({ action }), { error: 'country_code is required', code: 400 });
      deepEqual(await requestRefusal({ action, country_code: ' ' }), { error: 'country_code is required', code: 400 });
      deepEqual(await requestRefusal({ action, country_code: 'ZZ' }), {
        error: 'Unknown country_code "ZZ"',
        code: 404,
      });
      deepEqual(await requestRefusal({ action, country_code: 'DEU' }), {
        error: 'country_code must be two letters',
        code: 400,
      });
    });
  }

  it('does not calculate for an unknown country either, even with a rate', async () => {
    deepEqual(await requestRefusal({ action: 'calculate', net: 1, vat_rate: 5, country_code: 'QQ' }), {
      error: 'Unknown country_code "QQ"',
      code: 404,
    });
  });

  for (const [alias, code] of [
    ['EL', 'GR'],
    ['uk', 'GB'],
    ['XI', 'GB'],
  ]) {
    it(`understands ${alias} as ${code}`, async () => {
      const answer = await requestVat({ action: 'country-rates', country_code: alias });
      ok('updated_at' in answer);
      equal(answer.country_code, code);
    });
  }

  it('changes the rates of a country on the day that a new law takes effect', async () => {
    const reduced = async (day: string) => {
      const answer = await requestVat({ action: 'country-rates', country_code: 'KZ' }, clockOn(day));
      ok('updated_at' in answer);
      return answer.rates.reduced;
    };
    deepEqual(await reduced('2026-12-31'), [10, 5]);
    deepEqual(await reduced('2027-01-01'), [10]);
  });
});

describe('amounts as a country writes them', () => {
  const written = async (country_code: string, net: number) =>
    (await calculate({ net, country_code })).formatted?.gross.replaceAll(/\s/g, ' ');

  // Number formats of Swiss, Indian, Japanese, … invoices: CLDR (Unicode licence), through Intl.
  const cases: [string, number, string][] = [
    ['CH', 1_234_567.89, "CHF 1'334'567.89"],
    ['DE', 1_234_567.89, '1.469.135,79 €'],
    ['FR', 1_234_567.89, '1 481 481,47 €'],
    ['GB', 1_234_567.89, '£1,481,481.47'],
    ['IN', 1_234_567.89, '₹14,56,790.11'],
    ['IS', 1_234_567.89, '1.530.864 kr.'],
    ['JP', 1_234_567, '￥1,358,023'],
    ['BH', 100.001, '‏110.001 د.ب.‏'],
    ['DE', -100, '-119,00 €'],
  ];
  for (const [country, net, expected] of cases) {
    it(`${country}: ${expected}`, async () => {
      equal((await written(country, net))?.replaceAll('’', "'"), expected);
    });
  }

  it('shows the decimals of unrounded amounts', async () => {
    const { formatted } = await calculate({ gross: 100, country_code: 'DE', round: false });
    equal(formatted?.net, '84,033613\u00a0€');
  });

  it('writes plain numbers when no country is named', async () => {
    const { formatted, currency } = await calculate({ net: 1234.5, vat_rate: 20 });
    equal(currency, null);
    deepEqual(formatted, { net: '1,234.50', gross: '1,481.40', vat_amount: '246.90', vat_rate: '20%' });
  });
});
