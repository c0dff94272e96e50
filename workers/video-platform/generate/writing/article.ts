import { countriesIn } from '../../../lib/text/natural-case.js';
import { stopWords } from '../../../lib/text/words.js';
import { type Endings, PLURAL, SINGULAR } from './gender.js';

/** How a phrase begins that has an article, or something in its place, already. */
const DETERMINED: Readonly<Record<string, RegExp>> = {
  es: /^(?:el|la|los|las|lo|un|una|unos|unas|mi|mis|tu|tus|su|sus|nuestr[oa]s?|est[eao]s?|es[eao]s?|cada|todos?|todas?|muchos?|muchas?)\s/iu,
  fr: /^(?:(?:le|la|les|un|une|des|du|mon|ma|mes|ton|ta|tes|son|sa|ses|notre|nos|votre|vos|leurs?|ce|cet|cette|ces|tous|toutes|chaque)\s|[ld]['’])/iu,
  pt: /^(?:o|a|os|as|um|uma|uns|umas|meus?|minhas?|teus?|tuas?|seus?|suas?|nossos?|nossas?|est[ea]s?|ess[ea]s?|cada|todos?|todas?|muitos?|muitas?)\s/iu,
  it: /^(?:(?:il|lo|la|i|gli|le|un|uno|una|mio|mia|miei|mie|tuo|tua|suo|sua|nostr[oaie]|quest[oaie]|ogni|tutti|tutte|molti|molte)\s|(?:l|un|quest)['’])/iu,
};

/** Plurals by their form; the words listed end so in the singular. */
const PLURAL_FORM: Readonly<Record<string, RegExp>> = {
  es: /^(?!(?:tenis|virus|autobús|análisis|crisis|dosis|tesis|campus|lunes|martes|jueves|viernes|país|mes|gas|bus)$).*s$/u,
  fr: /^(?!(?:jus|bras|cours|repas|temps|corps|discours|parcours|tapis|pays|souris|choix|prix|voix|noix|croix|paix|tennis|virus|campus|cactus|fois|mois|bois|pois|sens|bus|ours|velours|secours|concours|univers|dos|cas|pas|radis|\p{L}+(?:ais|ois))$).*[sx]$/u,
  pt: /^(?!(?:tênis|vírus|ônibus|campus|mês|país|gás|lápis|atlas)$).*s$/u,
  it: /^(?!(?:brindisi|crisi|analisi|tesi|oasi|ipotesi|sintesi|origami|taxi|sci|sushi|safari|bonsai|kiwi|pelle|estate|sole)$).*(?:i|ette|ezze|anze|enze|iche|eghe|ure|elle|ole|ate)$/u,
};

/** Feminine nouns that take the masculine article in the singular, as they begin with a stressed a. */
const SPANISH_STRESSED_A = /^(?:agua|águila|alma|hambre|área|arma|aula|ala|arpa|ancla|hada|haba)$/u;
/** An h that is pronounced, so that no article is elided before it. */
const FRENCH_ASPIRATED =
  /^(?:héros|haricots?|hamburgers?|hockey|handball|hiboux?|homards?|harpe|hasard|hauteurs?|hip|hobby|hérissons?|haltères?|hamac|hanche)$/u;
const VOWEL = /^[aeiouâàéèêëîïôœùû]/u;
/** Two things in one phrase, of which one article would fit only the first. */
const JOINED = /\s(?:&|y|et|e|ed)\s/u;
const ITALIAN_LO = /^(?:s[bcdfghjklmnpqrtvwxz]|z|gn|ps|pn|x|y)/u;

/**
 * A phrase as something that can be spoken of: common nouns of the Romance languages with their definite article
 * (`pan de masa madre` → `el pan de masa madre`), names and what has an article already as they are.
 *
 * @returns undefined when the language wants an article and nothing tells which
 */
export function withArticle(phrase: string, language: string): string | undefined {
  const determined = DETERMINED[language];
  const [first = ''] = phrase.split(/[\s-]/, 1);
  // Names begin with a capital, and nothing is known about what is not a word.
  const isNoun = /^\p{Ll}+$/u.test(first) && !stopWords(language).has(first) && !JOINED.test(phrase);
  if (countriesIn(language).has(phrase.toLowerCase()))
    return `${countryArticle(first.toLowerCase(), language)}${phrase}`;
  if (!determined || determined.test(phrase) || !isNoun) return phrase;
  const article = articleOf(first, language);
  return article === undefined ? undefined : `${article}${phrase}`;
}

/** Countries that have no article, are plural, or belie their ending; Spanish and German ones have none to be told. */
const COUNTRIES: Readonly<Record<string, { bare: RegExp; plural: RegExp; masculine: RegExp }>> = {
  fr: {
    bare: /^(?:cuba|chypre|malte|haïti|madagascar|israël|monaco|singapour|taïwan|bahreïn|djibouti|oman|maurice|andorre|gibraltar)$/u,
    plural: /^(?:philippines|maldives|seychelles|bahamas|comores|bermudes|fidji|samoa|tonga)$/u,
    masculine: /(?<!e)$|^(?:mexique|cambodge|mozambique|zimbabwe|belize)$/u,
  },
  pt: {
    bare: /^(?:portugal|cuba|israel|angola|moçambique|malta|mônaco|singapura|taiwan|andorra|chipre|madagascar|honduras|gibraltar|macau)$/u,
    plural: /^(?:filipinas|maldivas|bahamas|seicheles|comores|bermudas|fiji|samoa|tonga)$/u,
    masculine: /(?<!a)$|^(?:quênia|camboja|botsuana|panamá|canadá|butão)$/u,
  },
  it: {
    bare: /^(?:cuba|malta|cipro|israele|singapore|taiwan|monaco|haiti|andorra|gibuti|gibilterra)$/u,
    plural: /^(?:filippine|maldive|seychelles|bahamas|comore|bermuda|figi|samoa|tonga)$/u,
    masculine: /(?<!a)$|^(?:canada|kenya|botswana|nicaragua|ghana|ruanda|guyana)$/u,
  },
};

function countryArticle(country: string, language: string): string {
  const forms = COUNTRIES[language];
  if (!forms || forms.bare.test(country)) return '';
  if (forms.plural.test(country)) return { fr: 'les ', pt: 'as ', it: 'le ' }[language] ?? '';
  const masculine = forms.masculine.test(country);
  if (language === 'pt') return masculine ? 'o ' : 'a ';
  if (VOWEL.test(country)) return "l'";
  if (language === 'fr') return masculine ? 'le ' : 'la ';
  if (!masculine) return 'la ';
  return ITALIAN_LO.test(country) ? 'lo ' : 'il ';
}

/** The article with the space behind it, if there is one. */
function articleOf(noun: string, language: string): string | undefined {
  const isMany = PLURAL_FORM[language]?.test(noun) ?? false;
  const startsLikeVowel = VOWEL.test(noun) || (noun.startsWith('h') && !FRENCH_ASPIRATED.test(noun));
  if (language === 'fr') {
    if (isMany) return 'les ';
    if (startsLikeVowel) return "l'";
  }
  const gender = genderOf(noun, (isMany ? PLURAL : SINGULAR)[language]);
  if (gender === undefined) return undefined;
  const masculine = gender === 'masculine';
  switch (language) {
    case 'es':
      if (isMany) return masculine ? 'los ' : 'las ';
      return masculine || SPANISH_STRESSED_A.test(noun) ? 'el ' : 'la ';
    case 'fr':
      return masculine ? 'le ' : 'la ';
    case 'pt':
      return `${masculine ? 'o' : 'a'}${isMany ? 's' : ''} `;
    default: {
      const likeLo = ITALIAN_LO.test(noun);
      if (isMany) return masculine ? (likeLo || VOWEL.test(noun) ? 'gli ' : 'i ') : 'le ';
      if (VOWEL.test(noun) && !likeLo) return "l'";
      return masculine ? (likeLo ? 'lo ' : 'il ') : 'la ';
    }
  }
}

/** Words that are listed go before endings, so a word in one list is not taken by an ending of the other. */
function genderOf(noun: string, endings: Endings | undefined): 'masculine' | 'feminine' | undefined {
  if (!endings) return undefined;
  const masculine = endings.masculine.exec(noun)?.[0];
  const feminine = endings.feminine.exec(noun)?.[0];
  // What matches more of the word knows more about it: a listed word matches whole.
  const more = (masculine?.length ?? 0) - (feminine?.length ?? 0);
  return more > 0 ? 'masculine' : more < 0 ? 'feminine' : undefined;
}
