// Made from the catalogue by `npm run generate:client`; changes here are lost.

import type { VatCalculation } from '../shapes/vat-calculation.js';
import type { VatRates } from '../shapes/vat-rates.js';

export interface VatRequest {
  action: 'calculate' | 'list-countries' | 'country-profile' | 'country-rates';
  /**
   * Amount without VAT; negative on a credit note: a number such as 1234.56 or 1.234,56
   */
  net?: number | string;
  /**
   * Amount with VAT: a number such as 1234.56 or 1.234,56
   */
  gross?: number | string;
  /**
   * The VAT itself: a number such as 1234.56 or 1.234,56
   */
  vat_amount?: number | string;
  /**
   * Rate in percent, 0 to 100; wins over country_code and vat_type: a number such as 1234.56 or 1.234,56
   */
  vat_rate?: number | string;
  /**
   * ISO 3166 two-letter code; EL (Greece), UK and XI (Northern Ireland) are understood too
   */
  country_code?: string;
  /**
   * Which of the country’s rates to use, standard by default
   */
  vat_type?: 'standard' | 'reduced' | 'super-reduced' | 'zero';
  /**
   * multi_rate calculates one scenario for every rate of the country
   */
  mode?: 'single_rate' | 'multi_rate';
  /**
   * false gives unrounded amounts
   */
  round?: boolean;
}

export type VatAnswer =
  | VatCalculation
  | {
      country_code: string | null;
      scenario_type: 'multi_rate';
      scenarios: VatCalculation[];
      warnings: string[];
    }
  | {
      countries: {
        code: string;
        name: string;
        currency: string;
        standard: number | null;
      }[];
      count: number;
    }
  | {
      country_code: string;
      name: string;
      currency: string;
      rates: VatRates;
      default_rate: number | null;
      rounding: {
        /**
         * Decimals
         */
        precision: number;
        mode: 'half_up' | 'half_even' | 'floor';
      };
      /**
       * Whether business customers account for VAT on services from abroad
       */
      reverse_charge: boolean;
      vat_number_format: string | null;
      /**
       * Regions and goods for which other rates hold
       */
      notes: string[];
      /**
       * Where the rates were looked up
       */
      source: string;
    }
  | {
      country_code: string;
      rates: VatRates;
      /**
       * When the rates were checked
       */
      updated_at: string;
      /**
       * Regions and goods for which other rates hold
       */
      notes: string[];
      /**
       * Where the rates were looked up
       */
      source: string;
    };
