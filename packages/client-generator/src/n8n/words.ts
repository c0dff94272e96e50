/** Abbreviations, which are not spelled as words. */
const ABBREVIATIONS: ReadonlySet<string> = new Set(
  'api bic csv faq html iban id ip mp3 org pdf png qr sms svg ua ubl url utc vat zip'.split(' '),
);

/** Words with a spelling of their own. */
const SPELLINGS: Readonly<Record<string, string>> = {
  en16931: 'EN 16931',
  ids: 'IDs',
  ios: 'iOS',
  mecard: 'MeCard',
  urls: 'URLs',
  vcard: 'vCard',
  wifi: 'Wi-Fi',
  xrechnung: 'XRechnung',
};

/** Words that are not capitalized within a title. */
const SMALL: ReadonlySet<string> = new Set(
  'a an and as at but by for from if in nor of on or the to via with'.split(' '),
);

/** Returns words in title case, as n8n shows fields and operations, e.g. `country_code` → `Country Code`. */
export function titleCase(text: string): string {
  const words = text.replace(/([a-z\d])([A-Z])/g, '$1 $2').split(/[\s_-]+/);
  return words
    .map((word, at) => {
      const isInside = at > 0 && at < words.length - 1;
      return isInside && SMALL.has(word.toLowerCase()) ? word.toLowerCase() : capitalize(word);
    })
    .join(' ');
}

function capitalize(word: string): string {
  const lower = word.toLowerCase();
  return (
    SPELLINGS[lower] ?? (ABBREVIATIONS.has(lower) ? lower.toUpperCase() : word.charAt(0).toUpperCase() + word.slice(1))
  );
}

/** Replaces names by their labels, outside of backticks: `birth_date is required` → `Birth Date is required`. */
export const withLabels = (text: string, names: ReadonlySet<string>): string =>
  text.replace(/`[^`]*`|\b[a-z]+\d*(?:_[a-z\d]+)+\b/gi, (found) =>
    names.has(found.toLowerCase()) ? titleCase(found) : found,
  );

/** Returns the description of a switch. n8n has it begin with "Whether", and shows on and off. */
export function describeSwitch(text: string): string {
  const said = text
    .replace(/^true if /i, 'Whether ')
    .replace(
      /^(include .*): yes or no$/i,
      (_, what: string) => `Whether to ${what.charAt(0).toLowerCase()}${what.slice(1)}`,
    )
    .replace(/(^|[:,;] )(?:1|true) (?=[a-z])/gi, '$1on ')
    .replace(/(^|[:,;] )(?:0|false) (?=[a-z])/gi, '$1off ');
  return said === '' || said.startsWith('Whether ') ? said : `Whether this is on. ${sentence(said)}`;
}

/** Returns a description as n8n shows it: beginning with a capital letter, without a full stop at its end. */
export function sentence(text: string): string {
  const trimmed = text.trim().replace(/\.$/, '');
  return trimmed.charAt(0).toUpperCase() + trimmed.slice(1);
}
