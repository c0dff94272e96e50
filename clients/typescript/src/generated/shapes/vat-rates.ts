// Made from the catalogue by `npm run generate:client`; changes here are lost.

export interface VatRates {
  standard: number | null;
  /**
   * The first one is used for vat_type reduced
   */
  reduced: number[];
  super_reduced: number | null;
  zero: number | null;
}
