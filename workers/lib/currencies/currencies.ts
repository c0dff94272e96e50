import iso from 'currency-codes';
import * as patch from './patch.js';

export interface Currency {
  readonly code: string;
  readonly name: string;
  readonly symbol: string;
  /** Decimals to which an amount in it is rounded. */
  readonly decimals: number;
  readonly type: 'fiat' | 'crypto' | 'metal';
}

const englishName = new Intl.DisplayNames('en', { type: 'currency', fallback: 'none' });

function symbolOf(code: string): string {
  const own = patch.symbols[code];
  if (own) return own;
  const format = new Intl.NumberFormat('en', { style: 'currency', currency: code, currencyDisplay: 'narrowSymbol' });
  return format.formatToParts(0).find(({ type }) => type === 'currency')?.value ?? code;
}

function fiat(): Currency[] {
  const listed = iso
    .codes()
    .filter((code) => !patch.notConverted.has(code) && !patch.withdrawn.has(code) && !patch.metals[code])
    .map((code) => {
      const row = iso.code(code);
      return {
        code,
        name: englishName.of(code) ?? row?.currency ?? code,
        symbol: symbolOf(code),
        decimals: patch.decimals[code] ?? row?.digits ?? 2,
        type: 'fiat' as const,
      };
    });
  const added = Object.entries(patch.added)
    .filter(([code]) => !listed.some((currency) => currency.code === code))
    .map(([code, row]) => ({ code, symbol: symbolOf(code), type: 'fiat' as const, ...row }));
  return [...listed, ...added].sort((a, b) => (a.code < b.code ? -1 : 1));
}

const ofType = (rows: typeof patch.crypto, type: 'crypto' | 'metal'): Currency[] =>
  Object.entries(rows).map(([code, row]) => ({ code, type, ...row }));

/** Everything that can be converted: fiat money by code, then coins, then metals. */
export const currencyList: readonly Currency[] = [
  ...fiat(),
  ...ofType(patch.crypto, 'crypto'),
  ...ofType(patch.metals, 'metal'),
];

export const topFiat: readonly string[] = patch.topFiat;

const byCode = new Map(currencyList.map((currency) => [currency.code, currency]));

/** The currency of a code in any letter case. */
export const currencyOf = (code: string): Currency | undefined => byCode.get(code.toUpperCase());
