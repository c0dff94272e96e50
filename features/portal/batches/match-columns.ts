import type { Table } from '../../batches/index.js';
import type { ItemField } from './item-fields.js';

/** Rows whose cells decide which field a column is for. */
const SAMPLED_ROWS = 50;
/** Share of the cells that must look alike. */
const ALIKE = 0.8;

/** Names that columns often have, in English, German, French and Spanish, by the last part of a field. Letters and digits only. */
const OTHER_NAMES: Readonly<Record<string, readonly string[]>> = {
  email: [
    'mail',
    'emailaddress',
    'emailadresse',
    'mailadresse',
    'adressemail',
    'courriel',
    'correo',
    'correoelectronico',
  ],
  country_code: ['country', 'land', 'laendercode', 'landescode', 'laenderkuerzel', 'pays', 'pais'],
  net: ['netamount', 'netto', 'nettobetrag', 'betragnetto', 'montantht', 'neto', 'baseimponible'],
  gross: ['grossamount', 'brutto', 'bruttobetrag', 'betragbrutto', 'total', 'montantttc', 'bruto'],
  vat_amount: ['vat', 'tax', 'mwst', 'mwstbetrag', 'ust', 'umsatzsteuer', 'steuer', 'tva', 'iva'],
  vat_rate: ['taxrate', 'steuersatz', 'mwstsatz', 'ustsatz', 'tauxtva', 'tipoiva'],
  vat_number: [
    'vatid',
    'vatno',
    'vatnr',
    'ustid',
    'ustidnr',
    'ustidnummer',
    'umsatzsteuerid',
    'numerotva',
    'nif',
    'number',
  ],
  date: ['invoicedate', 'day', 'datum', 'rechnungsdatum', 'belegdatum', 'leistungsdatum', 'fecha', 'jour'],
  postal_code: ['zip', 'zipcode', 'postcode', 'plz', 'postleitzahl', 'codepostal', 'codigopostal'],
  amount: ['betrag', 'summe', 'montant', 'importe', 'price', 'preis'],
  from: ['currency', 'waehrung', 'devise', 'moneda'],
  ua: ['useragent', 'browser'],
  qr_code_text: ['url', 'link', 'website', 'webseite', 'homepage', 'text', 'content', 'inhalt', 'lien', 'enlace'],
  name: ['product', 'produkt', 'artikel', 'article', 'bezeichnung', 'producto', 'nom', 'nombre'],
};

/** Contents by which a column without a known name is recognised, by the last part of a field. */
const CONTENTS: Readonly<Record<string, RegExp>> = {
  email: /^[^@\s]+@[^@\s]+\.[^@\s]+$/,
  vat_number: /^(?=.*\d.*\d.*\d)[A-Z]{2}[ .-]?[0-9A-Z][0-9A-Z .-]{6,13}$/i,
  date: /^(\d{4}-\d\d-\d\d|\d{1,2}\.\d{1,2}\.\d{4})$/,
  ua: /^(Mozilla|Opera|Dalvik|curl|okhttp)\//,
  qr_code_text: /^https?:\/\//,
};

/**
 * Returns the columns that fit fields by their name, or else by their content. A column is for one field at most. A field within another one,
 * such as `seller.name`, is matched by its whole path only, unless the chosen variant is about it.
 */
export function matchColumns(
  fields: readonly ItemField[],
  { header, rows }: Pick<Table, 'header' | 'rows'>,
): Map<string, string> {
  const sampled = rows.slice(0, SAMPLED_ROWS);
  const hasContent = (column: string, pattern: RegExp | undefined) => {
    const cells = sampled.flatMap(({ values }) => values[column] || []);
    return (
      pattern !== undefined &&
      cells.length > 0 &&
      cells.filter((cell) => pattern.test(cell)).length >= ALIKE * cells.length
    );
  };
  const near = fields.filter(({ path, isSpecial }) => isSpecial || !path.includes('.'));
  const steps: readonly [readonly ItemField[], (path: string, column: string) => boolean][] = [
    [fields, (path, column) => simplify(column) === simplify(path)],
    [near, (path, column) => simplify(column) === simplify(findLastPart(path))],
    [near, (path, column) => OTHER_NAMES[findLastPart(path)]?.includes(simplify(column)) === true],
    [near, (path, column) => hasContent(column, CONTENTS[findLastPart(path)])],
  ];
  const free = new Set(header);
  const matched = new Map<string, string>();
  for (const [candidates, fits] of steps)
    for (const { path } of candidates) {
      const column = matched.has(path) ? undefined : [...free].find((one) => fits(path, one));
      if (column === undefined) continue;
      matched.set(path, column);
      free.delete(column);
    }
  return matched;
}

/** Returns the column that names the rows, e.g. `Product`. */
export const findNameColumn = (header: readonly string[]): string | undefined =>
  header.find((column) => ['name', ...(OTHER_NAMES.name ?? [])].includes(simplify(column)));

const findLastPart = (path: string): string => path.slice(path.lastIndexOf('.') + 1);

const UMLAUTS: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' };

/** Reduces a name to its letters and digits, without accents: `E-Mail-Adresse` → `emailadresse`. */
const simplify = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[äöüß]/g, (letter) => UMLAUTS[letter] ?? letter)
    .normalize('NFD')
    .replace(/[^a-z0-9]/g, '');
