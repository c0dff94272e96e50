import type { Config } from '../../shared/process/config.js';

/** Who sells, as far as the settings say it. */
export interface Seller {
  name: string;
  /** With line breaks. */
  address: string;
  vat_number: string;
}

export type SellerSettings = Partial<Pick<Config, 'SELLER_NAME' | 'SELLER_ADDRESS' | 'SELLER_VAT_NUMBER'>>;

/** Who sells, for receipts; empty where a setting is. Settings that take no line breaks have `\n` for them. */
export const sellerOf = ({
  SELLER_NAME = '',
  SELLER_ADDRESS = '',
  SELLER_VAT_NUMBER = '',
}: SellerSettings): Seller => ({
  name: SELLER_NAME,
  address: SELLER_ADDRESS.replaceAll('\\n', '\n'),
  vat_number: SELLER_VAT_NUMBER,
});
