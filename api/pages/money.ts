/** A price as it is read, from the smallest unit of its currency: 1000 and `eur` → `€10.00`. */
export function money(amount: number, currency: string): string {
  const format = formatOf(currency);
  return format.format(amount / 10 ** decimalsOf(format));
}

/** A price as programs read it: 100000 and `eur` → `1000.00`. */
export function decimal(amount: number, currency: string): string {
  const decimals = decimalsOf(formatOf(currency));
  return (amount / 10 ** decimals).toFixed(decimals);
}

const formatOf = (currency: string): Intl.NumberFormat =>
  new Intl.NumberFormat('en', { style: 'currency', currency: currency.toUpperCase() });

const decimalsOf = (format: Intl.NumberFormat): number => format.resolvedOptions().maximumFractionDigits ?? 2;
