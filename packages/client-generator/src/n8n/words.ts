/** Abbreviations, which are not spelled as words. */
const ABBREVIATIONS: ReadonlySet<string> = new Set([
  ...[
    'api',
    'bic',
    'csv',
    'html',
    'iban',
    'id',
    'ids',
    'ios',
    'ip',
    'mp3',
    'org',
    'pdf',
    'png',
    'qr',
    'svg',
    'ua',
    'url',
    'urls',
    'utc',
    'vat',
  ],
]);

/** Words that are not capitalized within a title. */
const SMALL: ReadonlySet<string> = new Set(
  'a an and as at but by for from if in nor of on or the to via with'.split(' '),
);

/** Returns words in title case, as n8n shows fields and operations, e.g. `country_code` → `Country Code`. */
export function titleCase(text: string): string {
  const words = text.replace(/([a-z\d])([A-Z])/g, '$1 $2').split(/[\s_-]+/);
  return words
    .map((word, at) => (at > 0 && SMALL.has(word.toLowerCase()) ? word.toLowerCase() : capitalize(word)))
    .join(' ');
}

function capitalize(word: string): string {
  const lower = word.toLowerCase();
  if (lower === 'ids' || lower === 'urls') return `${lower.slice(0, -1).toUpperCase()}s`;
  if (lower === 'ios') return 'iOS';
  return ABBREVIATIONS.has(lower) ? lower.toUpperCase() : word.charAt(0).toUpperCase() + word.slice(1);
}

/** Returns a description as n8n shows it: beginning with a capital letter, without a full stop at its end. */
export function sentence(text: string): string {
  const trimmed = text.trim().replace(/\.$/, '');
  return trimmed.charAt(0).toUpperCase() + trimmed.slice(1);
}
