import { deepEqual, equal, ok } from 'node:assert/strict';
import { codes as sandboxCodes } from 'sandbox/rates';
import { runHandler } from '../../test/helpers/run-handler.js';
import currencies from './currencies.js';

describe('currency/currencies', () => {
  const list = () => runHandler(currencies, {});
  const byCode = async () => new Map((await list()).currencies.map((currency) => [currency.code, currency]));

  it('lists more than 170, ten of them coins and four metals, each once', async () => {
    const { currencies: all, total, top_crypto, metals } = await list();
    ok(total >= 170, `${total}`);
    equal(all.length, total);
    equal(new Set(all.map(({ code }) => code)).size, total);
    equal(top_crypto.length, 10);
    deepEqual([...metals].sort(), ['XAG', 'XAU', 'XPD', 'XPT']);
    ok(all.every(({ name, symbol, decimals }) => name.length > 1 && symbol.trim().length > 0 && decimals >= 0));
  });

  it('has the top currencies in its list', async () => {
    const known = await byCode();
    const { top_fiat, top_crypto } = await list();
    ok(top_fiat.every((code) => known.get(code)?.type === 'fiat'));
    ok(top_crypto.every((code) => known.get(code)?.type === 'crypto'));
    deepEqual(top_fiat.slice(0, 3), ['USD', 'EUR', 'JPY']);
  });

  // ISO 4217 list one (six-group.com), column "Minor unit": every currency whose minor unit is not 2.
  it('rounds by the minor units of ISO 4217', async () => {
    const known = await byCode();
    const units: Record<number, string> = {
      0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF',
      3: 'BHD IQD JOD KWD LYD OMR TND',
      4: 'CLF',
    };
    for (const [decimals, codes] of Object.entries(units)) {
      for (const code of codes.split(' ')) equal(known.get(code)?.decimals, Number(decimals), code);
    }
    const others = [...known.values()].filter(({ type, decimals }) => type === 'fiat' && decimals !== 2);
    equal(others.length, Object.values(units).join(' ').split(' ').length);
  });

  it('has the names and symbols that people know', async () => {
    const known = await byCode();
    const expected: Record<string, [string, string]> = {
      USD: ['US Dollar', '$'],
      EUR: ['Euro', '€'],
      GBP: ['British Pound', '£'],
      INR: ['Indian Rupee', '₹'],
      NGN: ['Nigerian Naira', '₦'],
      KZT: ['Kazakhstani Tenge', '₸'],
      PEN: ['Peruvian Sol', 'S/'],
      GGP: ['Guernsey Pound', '£'],
      BTC: ['Bitcoin', '₿'],
      XAU: ['Gold', 'Au'],
    };
    for (const [code, [name, symbol]] of Object.entries(expected)) {
      deepEqual([known.get(code)?.name, known.get(code)?.symbol], [name, symbol], code);
    }
  });

  it('leaves out what is no longer money', async () => {
    const known = await byCode();
    for (const code of ['ANG', 'BGN', 'CUC', 'HRK', 'DEM', 'ZWL', 'XXX', 'XTS', 'MXV'])
      equal(known.has(code), false, code);
    for (const code of ['XCG', 'ZWG', 'SLE', 'VES', 'MRU', 'STN']) ok(known.has(code), code);
  });

  it('lists withdrawn ones with their end, successor and fixed rate if asked for', async () => {
    const { currencies: all, total } = await runHandler(currencies, { include_withdrawn: true });
    const { currencies: current } = await list();
    equal(total, all.length);
    ok(current.every(({ last_day, successor, fixed_rate }) => (last_day ?? successor ?? fixed_rate) === null));
    const known = new Map(all.map((currency) => [currency.code, currency]));
    // Article 1 of Council Regulation (EC) No 2866/98, consolidated; the days are those of the adoption of the euro.
    const expected =
      'BEF 40.3399 1998 BGN 1.95583 2025 DEM 1.95583 1998 EEK 15.6466 2010 GRD 340.750 2000 ESP 166.386 1998 FRF 6.55957 1998 HRK 7.53450 2022 IEP 0.787564 1998 ITL 1936.27 1998 CYP 0.585274 2007 LVL 0.702804 2013 LTL 3.45280 2014 LUF 40.3399 1998 MTL 0.429300 2007 NLG 2.20371 1998 ATS 13.7603 1998 PTE 200.482 1998 SIT 239.640 2006 SKK 30.1260 2008 FIM 5.94573 1998'.split(
        ' ',
      );
    for (let index = 0; index < expected.length; index += 3) {
      const [code = '', rate, year] = expected.slice(index, index + 3);
      const { successor, fixed_rate, last_day } = known.get(code) ?? {};
      deepEqual([successor, fixed_rate, last_day], ['EUR', Number(rate), `${year}-12-31`], code);
    }
    deepEqual([known.get('ROL')?.successor, known.get('TRL')?.fixed_rate], ['RON', 1_000_000]);
    equal(all.length - current.length, expected.length / 3 + 2);
    deepEqual(
      [known.get('BGN')?.first_day, known.get('USD')?.first_day, known.get('AED')?.first_day],
      [...['2000-07-19', '1999-01-04', null]],
    );
  });

  it('has a synthetic rate in the sandbox for each', async () => {
    const quoted = new Set(sandboxCodes);
    deepEqual(
      (await list()).currencies.map(({ code }) => code).filter((code) => !quoted.has(code)),
      [],
    );
  });
});
