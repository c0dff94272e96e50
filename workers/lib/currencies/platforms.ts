/** What a kind of provider adds to the mid-market rate: percentages, and a flat fee in units of the from currency. */
export interface Platform {
  readonly name: string;
  /** Percent that its rate is worse than mid-market. */
  readonly markup: number;
  /** Percent of the amount. */
  readonly fee_pct: number;
  readonly fee_flat: number;
  /** Percent that its rate is worse on Saturday and Sunday (UTC), on top of the markup. */
  readonly weekend_extra: number;
}

/**
 * Typical terms of eight kinds of provider, to compare orders of magnitude. They are round figures chosen for this
 * service, not the terms of any company.
 */
export const platforms = {
  high_street_bank: { name: 'High street bank', markup: 3, fee_pct: 0, fee_flat: 15, weekend_extra: 0 },
  online_bank: { name: 'Online bank', markup: 0.5, fee_pct: 0, fee_flat: 0, weekend_extra: 1 },
  card_network: { name: 'Card network', markup: 1, fee_pct: 1.5, fee_flat: 0, weekend_extra: 0.5 },
  digital_wallet: { name: 'Digital wallet', markup: 3.5, fee_pct: 1, fee_flat: 0.3, weekend_extra: 0 },
  money_transfer: { name: 'Money transfer counter', markup: 2, fee_pct: 0, fee_flat: 4.9, weekend_extra: 0.5 },
  transfer_specialist: { name: 'Transfer specialist', markup: 0, fee_pct: 0.5, fee_flat: 0.5, weekend_extra: 0 },
  exchange_bureau: { name: 'Exchange bureau', markup: 6, fee_pct: 0, fee_flat: 3, weekend_extra: 1 },
  broker: { name: 'Foreign exchange broker', markup: 0.8, fee_pct: 0, fee_flat: 0, weekend_extra: 0 },
} as const satisfies Record<string, Platform>;
