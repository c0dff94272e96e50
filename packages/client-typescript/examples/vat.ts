// The VAT of an invoice, and the rates behind it.
import { api } from './client.js';

const invoice = await api.vat({ action: 'calculate', net: '1.234,56', country_code: 'FR' });
if ('formatted' in invoice && invoice.formatted) {
  console.log(`${invoice.formatted.net} + ${invoice.formatted.vat_amount} = ${invoice.formatted.gross}`);
}

const country = await api.vat({ action: 'country-rates', country_code: 'FR' });
if ('updated_at' in country) console.log('Rates checked on', country.updated_at, country.rates);
