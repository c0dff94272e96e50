import { fold } from './fold.js';

/** Names that people write and that Intl does not give. */
const everyday: Readonly<Record<string, string>> = {
  usa: 'US',
  'u.s.a.': 'US',
  'united states of america': 'US',
  america: 'US',
  uk: 'GB',
  'great britain': 'GB',
  britain: 'GB',
  england: 'GB',
  scotland: 'GB',
  wales: 'GB',
  'northern ireland': 'GB',
  holland: 'NL',
  'czech republic': 'CZ',
  burma: 'MM',
  'ivory coast': 'CI',
  'south korea': 'KR',
  'north korea': 'KP',
  macedonia: 'MK',
  swaziland: 'SZ',
  'cape verde': 'CV',
  'east timor': 'TL',
  uae: 'AE',
};

/** Languages in which country names are understood: those of the readings and the most spoken others. */
const languages = [
  ...['en', 'es', 'fr', 'de', 'pt', 'it', 'nl', 'pl', 'sv', 'da', 'nb', 'fi', 'cs', 'hu', 'ro', 'tr', 'el', 'ru', 'uk'],
  ...['ar', 'he', 'fa', 'hi', 'bn', 'zh', 'ja', 'ko', 'vi', 'th', 'id'],
];

let byName: Map<string, string> | undefined;

/** The two-letter code of a country that is given by code or by name, in any of many languages. */
export function countryCode(text: string): string | undefined {
  byName ??= names();
  return byName.get(fold(text));
}

function names(): Map<string, string> {
  const found = new Map<string, string>();
  const codes = regionCodes();
  for (const language of languages) {
    const inLanguage = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' });
    for (const code of codes) {
      const name = inLanguage.of(code);
      if (name) found.set(fold(name), code);
    }
  }
  for (const [name, code] of Object.entries(everyday)) found.set(fold(name), code);
  for (const code of codes) found.set(code.toLowerCase(), code);
  return found;
}

/** Every two-letter code that Intl has a name for. */
function regionCodes(): string[] {
  const letters = Array.from({ length: 26 }, (_, index) => String.fromCharCode(65 + index));
  const english = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  const notCountries = new Set(['EU', 'EZ', 'UN', 'ZZ', 'XA', 'XB', 'QO', 'UK']);
  return letters
    .flatMap((first) => letters.map((second) => first + second))
    .filter((code) => !notCountries.has(code) && english.of(code) !== undefined);
}
