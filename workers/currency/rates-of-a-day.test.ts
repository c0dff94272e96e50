import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { zipSync } from 'fflate';
import { openStage, type Stage } from '../../test/helpers/handler-stage.js';
import { makeCall, runHandler } from '../../test/helpers/run-handler.js';
import convert from './convert.js';
import historical from './historical.js';
import official from './official.js';
import rates from './rates.js';
import refreshRates from './refresh-rates.js';

/** Rows of the European Central Bank's own file: see SOURCES.md beside it. */
const sample = readFileSync('test/references/currency/eurofxref-hist-sample.csv');
const archive = Buffer.from(zipSync({ 'eurofxref-hist.csv': sample })).toString('latin1');
const REFERENCE_RATES = 'European Central Bank, euro foreign exchange reference rates';

describe('exchange rates of a day', () => {
  let stage: Stage;
  before(async () => {
    stage = await openStage();
  });
  after(() => stage.close());
  beforeEach(async () => {
    await stage.reset();
    await stage.setTime('2026-04-13T18:00:00Z');
  });

  /** Publishes the rows of the European Central Bank instead of synthetic ones. */
  const publishSample = () =>
    stage.injectFault({
      ...{ upstream: 'central-bank', matching: 'hist.zip', kind: 'other-body' },
      ...{ body: archive, contentType: 'application/zip; charset=iso-8859-1' },
    });
  const rateOn = async (from: string, to: string, date?: string) => {
    const [rate] = (await runHandler(rates, { from, to, date }, stage.given())).rates;
    ok(rate);
    return rate;
  };
  const archivesFetched = async () =>
    (await stage.received('central-bank')).filter(({ path }) => path === 'eurofxref-hist.zip').length;

  describe('of the central bank', () => {
    beforeEach(publishSample);

    it('are those that it published, with day and source', async () => {
      const { rate, source, source_name, published_on, warnings } = await rateOn('EUR', 'USD', '2024-06-19');
      deepEqual(
        [rate, source, source_name, published_on, warnings],
        [...[1.0749, 'central_bank', REFERENCE_RATES, '2024-06-19', undefined]],
      );
      equal((await rateOn('EUR', 'JPY', '1999-01-04')).rate, 133.73);
      equal((await rateOn('GBP', 'EUR', '2020-10-21')).rate.toPrecision(10), (1 / 0.90754).toPrecision(10));
      equal((await rateOn('USD', 'GBP', '2024-06-19')).rate.toPrecision(10), (0.84455 / 1.0749).toPrecision(10));
      equal(await archivesFetched(), 1);
    });

    // Easter 2024 was on March 31: no rates from Good Friday to Monday.
    it('are of the last publication before a weekend or holiday', async () => {
      for (const date of ['2024-03-28', '2024-03-29', '2024-03-31', '2024-04-01']) {
        const { rate, published_on } = await rateOn('EUR', 'USD', date);
        deepEqual([rate, published_on], [1.0811, '2024-03-28'], date);
      }
      equal((await rateOn('EUR', 'USD', '2024-04-02')).published_on, '2024-04-02');
    });

    it('are refused for days to come, and before the first day of a currency', async () => {
      await rejects(rateOn('EUR', 'USD', '2026-04-14'), { status: 422, message: 'date must not be in the future' });
      for (const [from, to, date] of [
        ['EUR', 'USD', '1998-12-31'],
        ['EUR', 'TRY', '2004-12-31'],
        ['BRL', 'EUR', '2007-12-31'],
      ] as const) {
        const message = `Exchange rate not available for ${from}/${to} on ${date}`;
        await rejects(rateOn(from, to, date), { status: 404, message });
      }
    });

    it('are another source’s for currencies that the bank does not quote, or did not then', async () => {
      for (const [to, date] of [
        ['AED', '2024-06-19'],
        ['ISK', '2015-01-15'],
      ] as const) {
        const { source, published_on } = await rateOn('EUR', to, date);
        deepEqual([source, published_on], ['primary', date], to);
      }
    });

    it('compare providers with the extra markup of that day', async () => {
      const ask = async (date: string) => {
        const { platforms } = await runHandler(convert, { from: 'EUR', to: 'USD', amount: 100, date }, stage.given());
        return platforms.online_bank?.markup;
      };
      deepEqual([await ask('2024-03-28'), await ask('2024-03-30')], ['0.5%', '1.5%']);
    });

    it('give history across the end of a currency', async () => {
      const range = { from: 'EUR', to: 'HRK', start_date: '2022-12-30', end_date: '2023-01-02', limit: 10 };
      const { rates: points, source, next_cursor } = await runHandler(historical, range, stage.given());
      deepEqual([source, next_cursor], ['central_bank', null]);
      deepEqual(points, [
        { date: '2022-12-30', rate: 7.5365 },
        { date: '2022-12-31', rate: 7.5365 },
        { date: '2023-01-01', rate: 7.5345 },
        { date: '2023-01-02', rate: 7.5345 },
      ]);
    });
  });

  describe('of withdrawn currencies', () => {
    beforeEach(publishSample);

    it('are published ones until the last day, then fixed by law', async () => {
      const last = await rateOn('EUR', 'BGN', '2025-12-31');
      deepEqual([last.rate, last.source_name, last.warnings], [1.9558, REFERENCE_RATES, undefined]);
      const { rate, source, source_name, published_on, warnings } = await rateOn('EUR', 'BGN', '2026-01-01');
      const act = 'Council Regulation (EU) 2025/1409';
      deepEqual([rate, source, source_name, published_on], [1.95583, 'fixed_rate', act, null]);
      deepEqual(warnings, [
        `BGN was replaced by EUR on 2026-01-01: the fixed rate of 1.95583 BGN = 1 EUR applies (${act})`,
      ]);
    });

    it('go through their successor', async () => {
      const { rate, source_name, published_on } = await rateOn('BGN', 'USD', '2026-01-04');
      const euro = await rateOn('EUR', 'USD', '2026-01-04');
      equal(rate.toPrecision(10), (euro.rate / 1.95583).toPrecision(10));
      deepEqual([source_name, published_on], [`${REFERENCE_RATES}; Council Regulation (EU) 2025/1409`, '2026-01-02']);
      // 372274 lire on 1999-01-04; six zeros less from 2005-01-01, a Saturday.
      equal((await rateOn('EUR', 'TRL', '1999-01-04')).rate, 372_274);
      const lira = await rateOn('EUR', 'TRL', '2005-01-03');
      equal(lira.rate, (await rateOn('EUR', 'TRY', '2005-01-03')).rate * 1_000_000);
      equal(
        (await rateOn('EUR', 'TRY', '2005-01-01')).rate,
        (await rateOn('EUR', 'TRL', '2004-12-31')).rate / 1_000_000,
      );
      equal((await rateOn('RON', 'ROL', '2026-01-04')).rate, 10_000);
    });

    it('need no date, and between each other no source', async () => {
      const { mid_market, warnings, source_name } = await runHandler(
        ...([convert, { from: 'DEM', to: 'FRF', amount: 100, include_platforms: false }] as const),
        stage.given({ RATES_PRIMARY_KEY: undefined, RATES_SECONDARY_KEY: undefined, CENTRAL_BANK_URL: undefined }),
      );
      // 100 DEM are 51.12918812 EUR, which are 335.3855 FRF (Article 4 of Council Regulation (EC) No 1103/97).
      deepEqual([mid_market.result, warnings?.length, source_name], [335.39, 2, 'Council Regulation (EC) No 2866/98']);
      const { rate, source } = await rateOn('DEM', 'USD');
      equal(source, 'primary');
      equal(rate.toPrecision(10), ((await rateOn('EUR', 'USD')).rate / 1.95583).toPrecision(10));
    });
  });

  describe('since 1999', () => {
    it('are paged day by day without a gap', async () => {
      const range = { from: 'EUR', to: 'USD', start_date: '1999-01-01', end_date: '2002-12-31' };
      const dates: string[] = [];
      for (let cursor: string | null | undefined = '1999-01-01'; cursor; ) {
        const page: Awaited<ReturnType<typeof ask>> = await ask({ ...range, cursor });
        ok(page.count <= 366);
        dates.push(...page.rates.map(({ date }) => date));
        cursor = page.next_cursor;
      }
      deepEqual([dates[0], dates.at(-1), dates.length, new Set(dates).size], ['1999-01-04', '2002-12-31', 1458, 1458]);
      equal((await ask({ ...range, limit: 5 })).next_cursor, '1999-01-09');
    });

    it('are stored once, and fetched again after the next publication', async () => {
      const refresh = () => refreshRates.run({}, makeCall(stage.given()));
      await refresh();
      equal(await archivesFetched(), 0, 'not before a request needs them');
      equal((await rateOn('EUR', 'USD', '2026-04-13')).published_on, '2026-04-13');
      await stage.setTime('2026-04-14T14:00:00Z');
      await refresh();
      equal((await rateOn('EUR', 'USD', '2026-04-14')).published_on, '2026-04-13');
      equal(await archivesFetched(), 1);
      await stage.setTime('2026-04-14T15:15:00Z');
      await refresh();
      await refresh();
      equal((await rateOn('EUR', 'USD', '2026-04-14')).published_on, '2026-04-14');
      equal(await archivesFetched(), 2);
    });

    it('are known while the central bank is unavailable, except a day that may have been published since', async () => {
      await rateOn('EUR', 'USD', '2024-06-19');
      for (const upstream of ['central-bank', 'rates-primary', 'rates-secondary'])
        await stage.injectFault({ upstream, kind: 'forbidden' });
      await stage.setTime('2026-04-15T18:00:00Z');
      equal((await rateOn('EUR', 'USD', '2003-06-19')).source, 'central_bank');
      await rejects(rateOn('EUR', 'USD', '2026-04-15'), { status: 404 });
    });

    const ask = (input: object) => runHandler(historical, input, stage.given());
  });

  describe('that are official', () => {
    beforeEach(publishSample);

    const ask = (input: object) => runHandler(official, input, stage.given());
    const find = async (currency: string, date: string, kind: string) => {
      const [rate] = (await ask({ currency, date, kind })).rates;
      ok(rate);
      return rate;
    };

    /** Letters of the Federal Ministry of Finance, IV D 3 - S 7329/15/10001 (2 February 2015) and S 7329/13/10001 (BStBl 2013 I p. 271). */
    const ministry = {
      '2015-01':
        'AUD 1.4390 BRL 3.0639 CNY 7.2269 DKK 7.4406 GBP 0.76680 HKD 9.0102 INR 72.2141 IDR 14617.69 ILS 4.5856 JPY 137.47 CAD 1.4039 KRW 1266.19 HRK 7.6883 MYR 4.1648 MXN 17.0782 NZD 1.5213 NOK 8.9320 PHP 51.791 PLN 4.2783 RON 4.4874 RUB 75.0459 SEK 9.4167 CHF 1.0940 SGD 1.5545 ZAR 13.4598 THB 38.056 CZK 27.895 TRY 2.7153 HUF 316.50 USD 1.1621',
      '2013-02':
        'BGN 1.9558 DKK 7.4598 GBP 0.86250 JPY 124.40 KRW 1452.82 LVL 0.6999 LTL 3.4528 RON 4.3839 CHF 1.2298 CZK 25.475 TRY 2.3738 HUF 292.73 USD 1.3359',
    };
    it('average a month as the German ministry published it', async () => {
      for (const [month, published] of Object.entries(ministry)) {
        const words = published.split(' ');
        for (const [index, code] of words.entries()) {
          if (index % 2 === 1) continue;
          const { rate, valid_from } = await find(code, `${month}-15`, 'de_vat_monthly');
          deepEqual([rate, valid_from], [Number(words[index + 1]), `${month}-01`], `${code} ${month}`);
        }
      }
      const { rate } = await find('USD', '2015-01-31', 'ecb_monthly_average');
      equal(rate.toFixed(4), '1.1621');
      await rejects(ask({ currency: 'USD', date: '2026-04-12', kind: 'ecb_monthly_average' }), { status: 404 });
    });

    /** "Exchange rates to be used in determining customs value" of those months, Office of the Revenue Commissioners (revenue.ie). */
    it('value goods in customs as the Irish Revenue published it', async () => {
      for (const [month, usd, gbp, wednesday] of [
        ['2020-11', 1.1852, 0.90754, '2020-10-21'],
        ['2023-12', 1.0911, 0.8703, '2023-11-22'],
        ['2024-01', 1.0944, 0.86555, '2023-12-20'],
        ['2024-07', 1.0749, 0.84455, '2024-06-19'],
        ['2024-09', 1.1116, 0.85303, '2024-08-21'],
      ] as const) {
        const { rate, valid_from, published_on } = await find('USD', `${month}-10`, 'eu_customs');
        deepEqual([rate, valid_from, published_on], [usd, `${month}-01`, wednesday]);
        equal((await find('GBP', `${month}-01`, 'eu_customs')).rate, gbp);
      }
    });

    it('have their kind, period, source and legal basis', async () => {
      const { rates: listed, count, warnings } = await ask({ currency: 'usd', date: '2024-07-10' });
      deepEqual([count, warnings], [listed.length, []]);
      ok(listed.every((rate) => rate.valid_from <= '2024-07-10' && rate.source && rate.legal_basis));
      deepEqual(
        listed.map(({ kind, base }) => [kind, base]),
        [
          ['eu_customs', 'EUR'],
          ['hmrc_monthly', 'GBP'],
        ],
        'the sample has no day of July 2024',
      );
      const daily = await find('USD', '2024-03-30', 'ecb_daily');
      deepEqual([daily.valid_from, daily.valid_to], ['2024-03-28', '2024-04-01']);
      match((await find('BGN', '2026-02-01', 'fixed_rate')).legal_basis, /2025\/1409/);
    });

    it('leave out a source that fails, with a warning, and fail if it was asked for', async () => {
      await stage.injectFault({ upstream: 'hmrc-rates', kind: 'forbidden' });
      const { rates: listed, warnings } = await ask({ currency: 'USD', date: '2015-01-15' });
      deepEqual(
        [listed.map(({ kind }) => kind), warnings],
        [['ecb_daily', 'ecb_monthly_average', 'de_vat_monthly'], []],
        'before HMRC has files',
      );
      const { warnings: one } = await ask({ currency: 'USD', date: '2024-06-19' });
      match(one.join(), /^hmrc_monthly: /);
      await rejects(ask({ currency: 'USD', date: '2024-06-19', kind: 'hmrc_monthly' }), { status: 502 });
    });

    // Shape of the monthly files, with a correction within the month: tests of github.com/lineofflight/frankfurter (HMRC adapter).
    it('are those of HMRC, also after a correction within the month', async () => {
      await stage.injectFault({
        ...{ upstream: 'hmrc-rates', kind: 'other-body', contentType: 'text/csv' },
        body:
          'Country/Territories,Currency,Currency Code,Currency Units per £1,Start date,End date\n' +
          'USA,Dollar,USD,1.3554,01/04/2026,08/04/2026\nUSA,Dollar,USD,1.2900,09/04/2026,30/04/2026\n' +
          '"Venezuela, Bolivarian Republic of",Bolivar,VED,1047.3299,01/04/2026,30/04/2026\n',
      });
      const usd = await find('USD', '2026-04-08', 'hmrc_monthly');
      deepEqual([usd.base, usd.rate, usd.valid_from, usd.valid_to], ['GBP', 1.3554, '2026-04-01', '2026-04-08']);
      equal((await find('USD', '2026-04-09', 'hmrc_monthly')).rate, 1.29);
      equal((await find('VES', '2026-04-09', 'hmrc_monthly')).rate, 1047.3299);
      deepEqual(
        (await stage.received('hmrc-rates')).map(({ path }) => path),
        ['monthly_csv_2026-4.csv'],
      );
    });
  });
});
