/** A currency that was replaced by another at a fixed rate. */
export interface Withdrawn {
  readonly code: string;
  readonly successor: string;
  /** Units of the currency per unit of its successor. */
  readonly fixedRate: string;
  /** Last day on which it was a currency of its own; the fixed rate applies from the next day. */
  readonly lastDay: string;
  /** Act that fixes the rate. */
  readonly act: string;
}

const FIRST_MEMBERS = 'Council Regulation (EC) No 2866/98';

/**
 * Withdrawn currencies: code, successor, fixed rate, last day, act.
 *
 * Those of the euro area: Article 1 of Council Regulation (EC) No 2866/98 (consolidated text, EUR-Lex 31998R2866) with the regulations that
 * amend it; all have six significant figures. The Turkish lira: six zeros were dropped on 2005-01-01 (Law No 5083 of the Republic of Turkey).
 * The Romanian leu: four zeros were dropped on 2005-07-01 (Law No 348/2004 of Romania).
 */
const rows: readonly (readonly [string, string, string, string, string])[] = [
  ['ATS', 'EUR', '13.7603', '1998-12-31', FIRST_MEMBERS],
  ['BEF', 'EUR', '40.3399', '1998-12-31', FIRST_MEMBERS],
  ['BGN', 'EUR', '1.95583', '2025-12-31', 'Council Regulation (EU) 2025/1409'],
  ['CYP', 'EUR', '0.585274', '2007-12-31', 'Council Regulation (EC) No 1135/2007'],
  ['DEM', 'EUR', '1.95583', '1998-12-31', FIRST_MEMBERS],
  ['EEK', 'EUR', '15.6466', '2010-12-31', 'Council Regulation (EU) No 671/2010'],
  ['ESP', 'EUR', '166.386', '1998-12-31', FIRST_MEMBERS],
  ['FIM', 'EUR', '5.94573', '1998-12-31', FIRST_MEMBERS],
  ['FRF', 'EUR', '6.55957', '1998-12-31', FIRST_MEMBERS],
  ['GRD', 'EUR', '340.750', '2000-12-31', 'Council Regulation (EC) No 1478/2000'],
  ['HRK', 'EUR', '7.53450', '2022-12-31', 'Council Regulation (EU) 2022/1208'],
  ['IEP', 'EUR', '0.787564', '1998-12-31', FIRST_MEMBERS],
  ['ITL', 'EUR', '1936.27', '1998-12-31', FIRST_MEMBERS],
  ['LTL', 'EUR', '3.45280', '2014-12-31', 'Council Regulation (EU) No 851/2014'],
  ['LUF', 'EUR', '40.3399', '1998-12-31', FIRST_MEMBERS],
  ['LVL', 'EUR', '0.702804', '2013-12-31', 'Council Regulation (EU) No 870/2013'],
  ['MTL', 'EUR', '0.429300', '2007-12-31', 'Council Regulation (EC) No 1134/2007'],
  ['NLG', 'EUR', '2.20371', '1998-12-31', FIRST_MEMBERS],
  ['PTE', 'EUR', '200.482', '1998-12-31', FIRST_MEMBERS],
  ['ROL', 'RON', '10000', '2005-06-30', 'Law No 348/2004 of Romania'],
  ['SIT', 'EUR', '239.640', '2006-12-31', 'Council Regulation (EC) No 1086/2006'],
  ['SKK', 'EUR', '30.1260', '2008-12-31', 'Council Regulation (EC) No 694/2008'],
  ['TRL', 'TRY', '1000000', '2004-12-31', 'Law No 5083 of the Republic of Turkey'],
];

export const withdrawnCurrencies: readonly Withdrawn[] = rows.map(([code, successor, fixedRate, lastDay, act]) => ({
  ...{ code, successor, fixedRate, lastDay, act },
}));

const byCode = new Map(withdrawnCurrencies.map((row) => [row.code, row]));

/** Returns the row of a currency that was replaced before a day; without a day, of one that is withdrawn now. */
export function findReplaced(code: string, day = '9999-12-31'): Withdrawn | undefined {
  const row = byCode.get(code);
  return row && day > row.lastDay ? row : undefined;
}

/** Returns the currency that a redenominated one replaced, if any. Of the euro there are many, and none is its predecessor. */
export const findPredecessor = (code: string): Withdrawn | undefined =>
  code === 'EUR' ? undefined : withdrawnCurrencies.find(({ successor }) => successor === code);

/**
 * First day of rates: the introduction of a currency, or the first reference rate of the European Central Bank
 * (columns of eurofxref-hist.csv). Of other currencies none is known: it depends on the source.
 */
export const firstDays: Readonly<Record<string, string>> = {
  // Introduced since 1999.
  EUR: '1999-01-01',
  RON: '2005-07-01',
  TRY: '2005-01-01',
  // First published with the first file.
  ...Object.fromEntries(
    'USD JPY CYP CZK DKK EEK GBP HUF LTL LVL MTL PLN ROL SEK SIT SKK CHF ISK NOK TRL AUD CAD HKD KRW NZD SGD ZAR'
      .split(' ')
      .map((code) => [code, '1999-01-04']),
  ),
  // Added later.
  BGN: '2000-07-19',
  ...Object.fromEntries('CNY HRK IDR MYR PHP RUB THB'.split(' ').map((code) => [code, '2005-04-01'])),
  BRL: '2008-01-02',
  MXN: '2008-01-02',
  INR: '2009-01-02',
  ILS: '2011-01-03',
};
