const names = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });

/** The English name of a language of ISO 639-1; undefined for two letters that are no language, or not any more. */
export const languageName = (code: string): string | undefined =>
  /^[a-z]{2}$/.test(code) && new Intl.Locale(code).language === code ? names.of(code) : undefined;

/** Normalises the code of a language: `pt_br` becomes `pt-BR`. */
export function languageTag(code: string): string {
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

/** Languages that are also written in a script other than their likeliest: each with those scripts, by their names in Unicode. */
const SECOND_SCRIPTS =
  entries(`ae:Latn az:Cyrl,Arab bs:Cyrl cr:Latn cu:Glag ha:Arab iu:Latn kk:Latn,Arab ks:Deva ku:Arab ky:Arab
  mn:Mong ms:Arab oj:Latn pa:Arab pi:Deva,Sinh sa:Latn sd:Deva sr:Latn tg:Latn,Arab tk:Cyrl ug:Cyrl uz:Cyrl,Arab za:Hani`);

/** What CLDR counts as one script and Unicode as several. */
const PARTS = entries('Jpan:Hani,Hira,Kana Kore:Hang,Hani Hans:Hani,Bopo Hant:Hani,Bopo');

function entries(table: string): ReadonlyMap<string, readonly string[]> {
  const pairs = table.split(/\s+/).map((row) => row.split(':'));
  return new Map(pairs.map(([name = '', values = '']) => [name, values.split(',')]));
}

const scripts = new Map<string, RegExp>();

/** The letters that a language is written in: by CLDR's likely scripts, and those beside them. */
export function lettersOf(language: string): RegExp {
  let letters = scripts.get(language);
  if (!letters) {
    const likely = new Intl.Locale(language).maximize().script ?? 'Latn';
    const used = [...(PARTS.get(likely) ?? [likely]), ...(SECOND_SCRIPTS.get(language) ?? [])];
    letters = new RegExp(`[${used.map((script) => `\\p{Script=${script}}`).join('')}]`, 'gu');
    scripts.set(language, letters);
  }
  return letters;
}
