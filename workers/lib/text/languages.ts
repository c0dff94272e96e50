const names = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });

/** Returns the English name of a language of ISO 639-1. Undefined for other and for withdrawn codes. */
export const languageName = (code: string): string | undefined =>
  /^[a-z]{2}$/.test(code) && new Intl.Locale(code).language === code ? names.of(code) : undefined;

/** Normalises the code of a language: `pt_br` becomes `pt-BR`. */
export function createLanguageTag(code: string): string {
  try {
    return new Intl.Locale(code.replace('_', '-')).toString();
  } catch {
    return code.slice(0, 2).toLowerCase();
  }
}

const tagNames = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'code' });

/**
 * Names a language in English with its register, for a model: `German, address the reader as du`.
 *
 * @param registers by tag, or by its first two letters
 */
export function nameLanguage(tag: string, registers: Readonly<Record<string, string>>): string {
  const locale = new Intl.Locale(tag);
  const register =
    registers[tag] ?? registers[`${locale.language}-${locale.maximize().script}`] ?? registers[locale.language];
  return [tagNames.of(tag) ?? tag, register].filter(Boolean).join(', ');
}

/** Scripts of languages that have more than the likeliest one. */
const OTHER_SCRIPTS =
  entries(`ae:Latn az:Cyrl,Arab bs:Cyrl cr:Latn cu:Glag ha:Arab iu:Latn kk:Latn,Arab ks:Deva ku:Arab ky:Arab
  mn:Mong ms:Arab oj:Latn pa:Arab pi:Deva,Sinh sa:Latn sd:Deva sr:Latn tg:Latn,Arab tk:Cyrl ug:Cyrl uz:Cyrl,Arab za:Hani`);

/** Scripts of CLDR that are several in Unicode. */
const COMPOUND_SCRIPTS = entries('Jpan:Hani,Hira,Kana Kore:Hang,Hani Hans:Hani,Bopo Hant:Hani,Bopo');

function entries(table: string): ReadonlyMap<string, readonly string[]> {
  const pairs = table.split(/\s+/).map((row) => row.split(':'));
  return new Map(pairs.map(([name = '', values = '']) => [name, values.split(',')]));
}

const scripts = new Map<string, RegExp>();

/** Returns a pattern of the letters of a language, by CLDR's likely script and others in use. */
export function createLettersPattern(language: string): RegExp {
  let letters = scripts.get(language);
  if (!letters) {
    const likely = new Intl.Locale(language).maximize().script ?? 'Latn';
    const used = [...(COMPOUND_SCRIPTS.get(likely) ?? [likely]), ...(OTHER_SCRIPTS.get(language) ?? [])];
    letters = new RegExp(`[${used.map((script) => `\\p{Script=${script}}`).join('')}]`, 'gu');
    scripts.set(language, letters);
  }
  return letters;
}
