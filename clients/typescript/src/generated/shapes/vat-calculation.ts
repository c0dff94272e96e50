// Made from the catalogue by `npm run generate:client`; changes here are lost.

export interface VatCalculation {
  country_code: string | null;
  scenario_type: 'single_rate';
  vat_type: ('standard' | 'reduced' | 'super-reduced' | 'zero') | null;
  net: number | null;
  gross: number | null;
  vat_amount: number | null;
  vat_rate: number | null;
  currency: string | null;
  warnings: string[];
  formatted: {
    net: string;
    gross: string;
    vat_amount: string;
    vat_rate: string | null;
  } | null;
}
