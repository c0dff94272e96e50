import iso from 'currency-codes';
import type { currencies } from '../../../shared/contract/catalogue/currency.js';
import type { Output } from '../../../shared/contract/contract.js';
import { errors } from '../../../shared/contract/errors.js';
import { firstDays, withdrawnCurrencies } from './withdrawn.js';

/** A currency, with the number of decimals of its amounts. */
export type Currency = Readonly<Output<typeof currencies>['currencies'][number]>;

// Corrections of ISO 4217 (currency-codes, list of June 2024) and CLDR (Intl).

/** ISO codes that are not convertible: funds, units of account, bond units, testing. */
const notConverted = new Set('BOV CHE CHW COU MXV USN UYI UYW XBA XBB XBC XBD XSU XTS XUA XXX'.split(' '));

/**
 * Withdrawn since the list, or withdrawn and still in it: CUC ended on 2021-06-30, ANG was replaced by XCG on
 * 2025-03-31; the others have a fixed rate.
 */
const withdrawn = new Set(['ANG', 'CUC', ...withdrawnCurrencies.map(({ code }) => code)]);

/**
 * Fiat codes that are missing from the list: XCG joined ISO 4217 later; the others are not in ISO 4217
 * but are quoted by every source of rates: the offshore yuan and the pounds of the Crown Dependencies.
 */
const added: Readonly<Record<string, { name: string; decimals: number }>> = {
  XCG: { name: 'Caribbean Guilder', decimals: 2 },
  CNH: { name: 'Chinese Yuan (offshore)', decimals: 2 },
  GGP: { name: 'Guernsey Pound', decimals: 2 },
  IMP: { name: 'Isle of Man Pound', decimals: 2 },
  JEP: { name: 'Jersey Pound', decimals: 2 },
};

/** ISO 4217 gives no minor unit for the special drawing right; the IMF settles it to six decimals, amounts to two. */
const decimals: Readonly<Record<string, number>> = { XDR: 2 };

type Row = Omit<Currency, 'first_day' | 'last_day' | 'successor' | 'fixed_rate'>;

const withoutEnd = (row: Row): Currency => ({
  ...row,
  first_day: firstDays[row.code] ?? null,
  last_day: null,
  successor: null,
  fixed_rate: null,
});

/**
 * Symbols in the currency's own country, where English CLDR has only the code (CLDR 48, narrow symbols of the country's
 * locale).
 */
const symbols: Readonly<Record<string, string>> = {
  AED: 'د.إ',
  ALL: 'Lekë',
  AWG: 'Afl.',
  BHD: 'د.ب',
  BIF: 'FBu',
  BTN: 'Nu.',
  BYN: 'Br',
  CDF: 'FC',
  CNH: '¥',
  DJF: 'Fdj',
  DZD: 'DA',
  ERN: 'Nfk',
  ETB: 'ብር',
  GGP: '£',
  GMD: 'D',
  HTG: 'G',
  IMP: '£',
  IQD: 'د.ع',
  IRR: '﷼',
  JEP: '£',
  JOD: 'د.أ',
  KES: 'Ksh',
  KWD: 'د.ك',
  LSL: 'M',
  LYD: 'د.ل',
  MDL: 'L',
  MKD: 'ден',
  MOP: 'MOP$',
  MRU: 'UM',
  MWK: 'MK',
  MZN: 'MTn',
  OMR: 'ر.ع',
  PAB: 'B/.',
  PEN: 'S/',
  PGK: 'K',
  QAR: 'ر.ق',
  SAR: 'ر.س',
  SCR: 'SR',
  SDG: 'ج.س',
  SLE: 'Le',
  SOS: 'S',
  SZL: 'E',
  TJS: 'сом.',
  TND: 'د.ت',
  TZS: 'TSh',
  UGX: 'USh',
  UZS: 'soʻm',
  VES: 'Bs.',
  VUV: 'VT',
  WST: 'WS$',
  XCG: 'Cg',
  XOF: 'CFA',
  YER: 'ر.ي',
};

/** Ten major coins. Decimals are those of the coin's own smallest unit, at most eight. */
const crypto: Readonly<Record<string, { name: string; symbol: string; decimals: number }>> = {
  BTC: { name: 'Bitcoin', symbol: '₿', decimals: 8 },
  ETH: { name: 'Ethereum', symbol: 'Ξ', decimals: 8 },
  USDT: { name: 'Tether', symbol: '₮', decimals: 6 },
  BNB: { name: 'BNB', symbol: 'BNB', decimals: 8 },
  SOL: { name: 'Solana', symbol: '◎', decimals: 8 },
  XRP: { name: 'XRP', symbol: 'XRP', decimals: 6 },
  ADA: { name: 'Cardano', symbol: '₳', decimals: 6 },
  DOGE: { name: 'Dogecoin', symbol: 'Ð', decimals: 8 },
  DOT: { name: 'Polkadot', symbol: 'DOT', decimals: 8 },
  LTC: { name: 'Litecoin', symbol: 'Ł', decimals: 8 },
};

/** Precious metals, counted in troy ounces; ISO 4217 gives them no minor unit. */
const metals: Readonly<Record<string, { name: string; symbol: string; decimals: number }>> = {
  XAU: { name: 'Gold', symbol: 'Au', decimals: 6 },
  XAG: { name: 'Silver', symbol: 'Ag', decimals: 6 },
  XPT: { name: 'Platinum', symbol: 'Pt', decimals: 6 },
  XPD: { name: 'Palladium', symbol: 'Pd', decimals: 6 },
};

/**
 * The ten currencies with the largest share of foreign exchange turnover, largest first (BIS Triennial Central Bank
 * Survey, April 2022).
 */
export const topFiat: readonly string[] = ['USD', 'EUR', 'JPY', 'GBP', 'CNY', 'AUD', 'CAD', 'CHF', 'HKD', 'SGD'];

const englishName = new Intl.DisplayNames('en', { type: 'currency', fallback: 'none' });

function findSymbol(code: string): string {
  const symbol = symbols[code];
  if (symbol) return symbol;
  const format = new Intl.NumberFormat('en', { style: 'currency', currency: code, currencyDisplay: 'narrowSymbol' });
  return format.formatToParts(0).find(({ type }) => type === 'currency')?.value ?? code;
}

function listFiat(): Row[] {
  const listed = iso
    .codes()
    .filter((code) => !notConverted.has(code) && !withdrawn.has(code) && !metals[code])
    .map((code) => {
      const row = iso.code(code);
      return {
        code,
        name: englishName.of(code) ?? row?.currency ?? code,
        symbol: findSymbol(code),
        decimals: decimals[code] ?? row?.digits ?? 2,
        type: 'fiat' as const,
      };
    });
  const unlisted = Object.entries(added)
    .filter(([code]) => !listed.some((currency) => currency.code === code))
    .map(([code, row]) => ({ code, symbol: findSymbol(code), type: 'fiat' as const, ...row }));
  return [...listed, ...unlisted].sort((a, b) => (a.code < b.code ? -1 : 1));
}

const currenciesOfType = (rows: typeof crypto, type: 'crypto' | 'metal'): Row[] =>
  Object.entries(rows).map(([code, row]) => ({ code, type, ...row }));

/** All convertible currencies: fiat money by code, then coins, then metals. */
export const currencyList: readonly Currency[] = [
  ...listFiat(),
  ...currenciesOfType(crypto, 'crypto'),
  ...currenciesOfType(metals, 'metal'),
].map(withoutEnd);

/** Decimals of amounts, by CLDR, which keeps those of former currencies. */
const findDecimals = (code: string): number =>
  new Intl.NumberFormat('en', { style: 'currency', currency: code }).resolvedOptions().maximumFractionDigits ?? 2;

/** Currencies that were replaced at a fixed rate. */
export const withdrawnList: readonly Currency[] = withdrawnCurrencies.map(
  ({ code, successor, fixedRate, lastDay }) => ({
    ...{
      code,
      name: englishName.of(code) ?? code,
      symbol: findSymbol(code),
      decimals: findDecimals(code),
      type: 'fiat',
    },
    ...{ first_day: firstDays[code] ?? null, last_day: lastDay, successor, fixed_rate: Number(fixedRate) },
  }),
);

const byCode = new Map([...currencyList, ...withdrawnList].map((currency) => [currency.code, currency]));

/** Returns a currency, current or withdrawn, by its code in any case. */
export const findCurrency = (code: string): Currency | undefined => byCode.get(code.toUpperCase());

export interface Pair {
  readonly from: Currency;
  readonly to: Currency;
}

/** @throws ApiError 404 if one of the currencies is unknown */
export function findPair(given: { from: string; to: string }): Pair {
  const from = findCurrency(given.from);
  const to = findCurrency(given.to);
  if (from && to) return { from, to };
  throw errors.exchangeRateUnavailable({ from: given.from.toUpperCase(), to: given.to.toUpperCase() });
}
