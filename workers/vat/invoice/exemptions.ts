import type { Category, Group } from './model.js';

/** Codes of the VATEX list (EN 16931 code lists) for categories that have one reason. */
const codes: Partial<Record<Category, string>> = {
  AE: 'VATEX-EU-AE',
  K: 'VATEX-EU-IC',
  G: 'VATEX-EU-G',
  O: 'VATEX-EU-O',
};

/**
 * Mention of Article 226 (11a) of Directive 2006/112/EC by country, as the language versions of Directive 2010/45/EU, Article 1 (17), have
 * it. Countries with several languages have their most spoken one.
 */
const reverseCharge: Readonly<Record<string, string>> = {
  AT: 'Steuerschuldnerschaft des Leistungsempfängers',
  BE: 'Btw verlegd',
  BG: 'обратно начисляване',
  CY: 'Αντίστροφη επιβάρυνση',
  CZ: 'daň odvede zákazník',
  DE: 'Steuerschuldnerschaft des Leistungsempfängers',
  DK: 'omvendt betalingspligt',
  EE: 'pöördmaksustamine',
  ES: 'inversión del sujeto pasivo',
  FI: 'käännetty verovelvollisuus',
  FR: 'Autoliquidation',
  GR: 'Αντίστροφη επιβάρυνση',
  HR: 'prijenos porezne obveze',
  HU: 'fordított adózás',
  IT: 'inversione contabile',
  LT: 'Atvirkštinis apmokestinimas',
  LU: 'Autoliquidation',
  LV: 'nodokļa apgrieztā maksāšana',
  NL: 'Btw verlegd',
  PL: 'odwrotne obciążenie',
  PT: 'Autoliquidação',
  RO: 'taxare inversă',
  SE: 'Omvänd betalningsskyldighet',
  SK: 'prenesenie daňovej povinnosti',
};

/** Terms of the German law for supplies without VAT (§ 4 Nr. 1 UStG). */
const german: Partial<Record<Category, string>> = {
  K: 'Steuerfreie innergemeinschaftliche Lieferung (§ 4 Nr. 1 Buchst. b UStG)',
  G: 'Steuerfreie Ausfuhrlieferung (§ 4 Nr. 1 Buchst. a UStG)',
};

/** Texts in English, with the provisions of Directive 2006/112/EC. */
const english: Partial<Record<Category, string>> = {
  AE: 'Reverse charge',
  K: 'Intra-Community supply (Article 138, Directive 2006/112/EC)',
  G: 'Export outside the EU (Article 146, Directive 2006/112/EC)',
  O: 'Not subject to VAT',
};

/** Returns the text for a category without VAT in the language of the seller's country, as far as its official wording is known here. */
function describe(category: Category, country: string | undefined): string | undefined {
  const local = category === 'AE' && country ? reverseCharge[country] : undefined;
  if (local !== undefined) return local === english.AE ? local : `${local} (${english.AE})`;
  return (country === 'DE' ? german[category] : undefined) ?? english[category];
}

/** Adds code and text of the exemption to an entry of the VAT breakdown, unless they were given. */
export function addExemption(group: Group, country: string | undefined): Group {
  const { category } = group;
  if (codes[category] === undefined) return group;
  return {
    ...group,
    exemptionCode: group.exemptionCode ?? codes[category],
    exemptionReason: group.exemptionReason ?? describe(category, country),
  };
}
