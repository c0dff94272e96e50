import { deepEqual, equal, ok } from 'node:assert/strict';
import { calculate, clockOn, figures, requestRefusal, requestVat } from '../../test/helpers/vat-requests.js';

const lookUp = async (country_code: string, date: string, place: { region?: string; postal_code?: string } = {}) => {
  const answer = await requestVat({ action: 'country-rates', country_code, date, ...place });
  ok('updated_at' in answer);
  return answer;
};

describe('rates on the days that laws set', () => {
  // Country, last day of the old rates, first day of the new ones: standard and reduced, as the law or notice has them.
  const changes: [string, string, [number, ...number[]], string, [number, ...number[]], string][] = [
    ['DE', '2020-06-30', [19, 7], '2020-07-01', [16, 5], 'Zweites Corona-Steuerhilfegesetz, Article 3'],
    ['DE', '2020-12-31', [16, 5], '2021-01-01', [19, 7], 'Zweites Corona-Steuerhilfegesetz, Article 3'],
    ['IE', '2020-08-31', [23, 13.5, 9], '2020-09-01', [21, 13.5, 9], 'Revenue, historical VAT rates'],
    ['IE', '2021-02-28', [21, 13.5, 9], '2021-03-01', [23, 13.5, 9], 'Revenue, historical VAT rates'],
    ['EE', '2023-12-31', [20, 9, 5], '2024-01-01', [22, 9, 5], 'TEDB; Käibemaksuseadus, § 15'],
    ['EE', '2024-12-31', [22, 9, 5], '2025-01-01', [22, 13, 9], 'Käibemaksuseadus, § 15'],
    ['EE', '2025-06-30', [22, 13, 9], '2025-07-01', [24, 13, 9], 'TEDB; Käibemaksuseadus, § 15'],
    ['SK', '2024-12-31', [20, 10, 5], '2025-01-01', [23, 19, 5], 'EY Global Tax Alert 2024-1947'],
    ['RO', '2015-12-31', [24, 9, 5], '2016-01-01', [20, 9, 5], 'Fiscal Code, Law 227/2015'],
    ['RO', '2016-12-31', [20, 9, 5], '2017-01-01', [19, 9, 5], 'Fiscal Code, Law 227/2015'],
    ['RO', '2025-07-31', [19, 9, 5], '2025-08-01', [21, 11], 'Law 141/2025'],
    ['FI', '2024-08-31', [24, 14, 10], '2024-09-01', [25.5, 14, 10], 'OECD, Consumption Tax Trends'],
    ['FI', '2025-12-31', [25.5, 14, 10], '2026-01-01', [25.5, 13.5, 10], 'Finnish Tax Administration'],
    ['LT', '2025-12-31', [21, 9, 5], '2026-01-01', [21, 12, 5], 'Law XV-287'],
    ['LU', '2022-12-31', [17, 8, 14], '2023-01-01', [16, 7, 13], 'OECD, Consumption Tax Trends'],
    ['LU', '2023-12-31', [16, 7, 13], '2024-01-01', [17, 8, 14], 'OECD, Consumption Tax Trends'],
    ['CH', '2017-12-31', [8, 2.5, 3.8], '2018-01-01', [7.7, 2.5, 3.7], 'OECD Tax Database'],
    ['CH', '2023-12-31', [7.7, 2.5, 3.7], '2024-01-01', [8.1, 2.6, 3.8], 'referendum of 25 September 2022'],
    ['LI', '2023-12-31', [7.7, 2.5, 3.7], '2024-01-01', [8.1, 2.6, 3.8], 'as Switzerland'],
    ['GR', '2015-07-19', [23, 13, 6.5], '2015-07-20', [23, 13, 6], 'OECD Tax Database'],
    ['GR', '2016-05-31', [23, 13, 6], '2016-06-01', [24, 13, 6], 'OECD Tax Database'],
    ['CZ', '2023-12-31', [21, 15, 10], '2024-01-01', [21, 12], 'OECD, Consumption Tax Trends'],
    ['NL', '2018-12-31', [21, 6], '2019-01-01', [21, 9], 'OECD Tax Database'],
    ['IT', '2015-12-31', [22, 10], '2016-01-01', [22, 10, 5], 'OECD Tax Database'],
    ['LV', '2017-12-31', [21, 12], '2018-01-01', [21, 12, 5], 'OECD Tax Database'],
    ['SI', '2019-12-31', [22, 9.5], '2020-01-01', [22, 9.5, 5], 'OECD Tax Database'],
    ['AT', '2015-12-31', [20, 10, 12], '2016-01-01', [20, 10, 13], 'OECD Tax Database'],
    ['AT', '2020-06-30', [20, 10, 13], '2020-07-01', [20, 10, 13, 5], 'Eurofound, EU PolicyWatch'],
    ['AT', '2021-12-31', [20, 10, 13, 5], '2022-01-01', [20, 10, 13], 'Eurofound, EU PolicyWatch'],
    ['ES', '2024-09-30', [21, 10, 5], '2024-10-01', [21, 10, 7.5, 2], 'Real Decreto-ley 4/2024'],
    ['ES', '2024-12-31', [21, 10, 7.5, 2], '2025-01-01', [21, 10], 'Real Decreto-ley 4/2024'],
    ['MT', '2023-12-31', [18, 7, 5], '2024-01-01', [18, 7, 5, 12], 'Legal Notice 231 of 2023'],
    ['NO', '2015-12-31', [25, 15, 8], '2016-01-01', [25, 15, 10], 'OECD Tax Database'],
    ['NO', '2017-12-31', [25, 15, 10], '2018-01-01', [25, 15, 12], 'OECD Tax Database'],
    ['NO', '2020-03-31', [25, 15, 12], '2020-04-01', [25, 15, 6], 'VATupdate, 12 May 2021'],
    ['NO', '2021-09-30', [25, 15, 6], '2021-10-01', [25, 15, 12], 'VATupdate, 12 May 2021'],
    ['GB', '2022-03-31', [20, 5, 12.5], '2022-04-01', [20, 5], 'HM Revenue & Customs'],
    ['JP', '2019-09-30', [8], '2019-10-01', [10, 8], 'OECD Tax Database'],
    ['RU', '2018-12-31', [18, 10], '2019-01-01', [20, 10], 'Federal Law 303-FZ'],
    ['SA', '2020-06-30', [5], '2020-07-01', [15], 'VATCalc'],
    ['TR', '2023-07-09', [18, 8, 1], '2023-07-10', [20, 10, 1], 'Presidential Decree 7346'],
    ['ZA', '2018-03-31', [14], '2018-04-01', [15], 'budget speech of 21 February 2018'],
    ['VN', '2026-12-31', [10, 8, 5], '2027-01-01', [10, 5], 'National Assembly, 17 June 2025'],
  ];
  for (const [code, last, before, first, after, source] of changes) {
    it(`${code}: ${before.join(', ')} until ${last}, then ${after.join(', ')} (${source})`, async () => {
      const [old, current] = [await lookUp(code, last), await lookUp(code, first)];
      deepEqual([old.rates.standard, ...old.rates.reduced], before);
      deepEqual([current.rates.standard, ...current.rates.reduced], after);
      deepEqual([old.valid_until, current.valid_from], [last, first]);
      deepEqual(old.changes.next, { valid_from: first, rates: current.rates });
      deepEqual(current.changes.previous, { valid_until: last, rates: old.rates });
    });
  }

  it('have no VAT before a country introduced it', async () => {
    equal((await lookUp('AE', '2017-12-31')).rates.standard, null);
    equal((await lookUp('AE', '2018-01-01')).rates.standard, 5);
  });
});

describe('a calculation with a date', () => {
  it('writes amounts in the currency of that day', async () => {
    const on = async (date: string) => (await calculate({ net: 1, country_code: 'HR', date })).formatted?.net;
    deepEqual([await on('2022-12-31'), await on('2023-01-01')], ['1,00\u00A0kn', '1,00\u00A0€']);
  });

  it('rounds to the decimals that the currency of that day had', async () => {
    const on = async (date: string) => {
      const { currency, gross } = await calculate({ net: 10.55, country_code: 'BY', date });
      return [currency, gross];
    };
    deepEqual(
      [await on('2016-06-30'), await on('2016-07-01')],
      [
        ['BYR', 13],
        ['BYN', 12.66],
      ],
    );
  });

  it('uses the rate of that day, and today without one', async () => {
    deepEqual(figures(await calculate({ net: 100, country_code: 'DE', date: '2020-10-01' })), [100, 116, 16, 16]);
    const today = await calculate({ net: 100, country_code: 'DE' });
    deepEqual([today.date, ...figures(today)], ['2026-11-20', 100, 119, 19, 19]);
  });

  it('uses the rates of that day in every scenario', async () => {
    const answer = await requestVat({
      action: 'calculate',
      net: 100,
      country_code: 'DE',
      date: '2020-10-01',
      mode: 'multi_rate',
    });
    ok('scenarios' in answer);
    deepEqual(
      answer.scenarios.map(({ vat_rate, date }) => [vat_rate, date]),
      [
        [16, '2020-10-01'],
        [5, '2020-10-01'],
      ],
    );
  });

  it('names both rates around a change, for 90 days', async () => {
    const change = async (date: string) => {
      const { rate_change: found } = await calculate({ net: 1, country_code: 'SK', date });
      return found && [found.date, found.before.standard, found.after.standard];
    };
    const change2025 = ['2025-01-01', 20, 23];
    equal(await change('2024-10-02'), null);
    deepEqual(await change('2024-10-03'), change2025);
    deepEqual(await change('2025-01-01'), change2025);
    deepEqual(await change('2025-04-01'), change2025);
    equal(await change('2025-04-02'), null);
  });

  it('names the nearer of two changes', async () => {
    const { rate_change: found } = await calculate({ net: 1, country_code: 'DE', date: '2020-10-05' });
    equal(found?.date, '2021-01-01');
  });

  it('writes amounts in the currency of that day', async () => {
    equal((await calculate({ net: 1, country_code: 'HR', date: '2022-12-31' })).currency, 'HRK');
    equal((await calculate({ net: 1, country_code: 'HR', date: '2023-01-01' })).currency, 'EUR');
  });

  it('has no validity without a country', async () => {
    const { date, valid_from, source, rate_change } = await calculate({ net: 1, vat_rate: 20, date: '2020-01-01' });
    deepEqual([date, valid_from, source, rate_change], ['2020-01-01', null, null, null]);
  });
});

describe('look-ups with a date', () => {
  it('list the standard rates of that day, with their own validity', async () => {
    const answer = await requestVat({ action: 'list-countries', date: '2020-07-01' });
    ok('countries' in answer);
    equal(answer.date, '2020-07-01');
    const germany = answer.countries.find(({ code }) => code === 'DE');
    deepEqual([germany?.standard, germany?.valid_from, germany?.valid_until], [16, '2020-07-01', '2020-12-31']);
    // The zero rate of 2023 left the standard rate as it was.
    const later = await requestVat({ action: 'list-countries', date: '2026-01-01' });
    ok('countries' in later);
    equal(later.countries.find(({ code }) => code === 'DE')?.valid_from, '2021-01-01');
  });

  it('leave out countries whose rates of that day are not known', async () => {
    const countAt = async (date: string) => {
      const answer = await requestVat({ action: 'list-countries', date });
      ok('countries' in answer);
      return answer.countries.some(({ code }) => code === 'AO');
    };
    deepEqual([await countAt('2019-09-30'), await countAt('2019-10-01')], [false, true]);
  });

  it('describe a country as of that day', async () => {
    const answer = await requestVat({ action: 'country-profile', country_code: 'GB', date: '2021-01-15' });
    ok('rounding' in answer);
    deepEqual(answer.notes, ['5 % on hospitality, holiday accommodation and attractions until 30 September 2021']);
  });

  it('have notes of single goods only on the days that they are for, and no warnings of them', async () => {
    const notes = async (date: string) => (await lookUp('IE', date)).notes.join();
    ok(/9 % .*until 31 August 2023/.test(await notes('2023-08-31')));
    ok(/13\.5 %/.test(await notes('2023-09-01')));
    ok(/9 % on meals/.test(await notes('2026-07-01')));
    deepEqual((await calculate({ net: 1, country_code: 'IE', date: '2026-07-01' })).warnings, []);
  });

  it('refuse days before 2015, more than two years ahead, and what is no day', async () => {
    const refusal = (date: string) => requestRefusal({ action: 'country-rates', country_code: 'DE', date });
    const error = 'date must be from 2015-01-01 to 2028-11-19';
    deepEqual(await refusal('2014-12-31'), { error, code: 400 });
    deepEqual(await refusal('2028-11-20'), { error, code: 400 });
    for (const date of ['2021-02-29', '1.7.2020', 'today'])
      deepEqual(await refusal(date), { error: 'date must be a date as YYYY-MM-DD', code: 400 });
    ok(await requestVat({ action: 'list-countries', date: '2028-11-19' }, clockOn('2026-11-20')));
  });

  it('refuse a day from before the rates of a country are known', async () => {
    deepEqual(await requestRefusal({ action: 'calculate', net: 1, country_code: 'AO', date: '2019-09-30' }), {
      error: 'The VAT rates of Angola are known from 2019-10-01 on',
      code: 400,
    });
  });
});
