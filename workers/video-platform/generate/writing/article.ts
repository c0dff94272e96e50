import { countriesIn } from '../../../lib/text/natural-case.js';
import { stopWords } from '../../../lib/text/words.js';

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
  it: /^(?!(?:brindisi|crisi|analisi|tesi|oasi|ipotesi|sintesi|origami|taxi|sci|sushi|safari|bonsai|kiwi|pelle|estate|sole)$)(?:piante|rose|torte|case|scarpe|lingue|erbe|foglie|idee|regole|persone|donne|ragazze|macchine|storie|strade|isole|montagne|balene|galassie|uova|patate|mele|fragole|carote|camere|finestre|porte|candele|collane|unghie|scale|tende|onde|vitamine|proteine|medicine|piscine|mucche|capre|aquile|tigri|api)$|.*(?:i|ette|ezze|anze|enze|iche|eghe|ure|elle|ole|ate)$/u,
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
  // "Mejores series": the noun behind says of which gender it is.
  const [, noun = first] = SUPERLATIVE.exec(phrase) ?? [];
  const article = articleOf(noun, language);
  return article === undefined ? undefined : `${article}${phrase}`;
}

/** Spanish and Portuguese superlatives, which have one form for both genders. */
const SUPERLATIVE = /^(?:mejores|peores|melhores|piores) (\p{Ll}+)/u;

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

/**
 * How the gender of a noun is told by its form. Romance nouns have no neuter, and most endings decide; what these
 * tables do not decide has no article rather than a wrong one. Words listed are those that belie their ending.
 */
interface Endings {
  readonly masculine: RegExp;
  readonly feminine: RegExp;
}

/** Matches whole words of a list, or words with one of some endings. */
const told = (words: string, endings: string): RegExp =>
  new RegExp(`^(?:${words.trim().split(/\s+/).join('|')})$|(?:${endings})$`, 'u');

/** The feminine is looked at second, but words of its list before the endings of the masculine. */
const SINGULAR: Readonly<Record<string, Endings>> = {
  es: {
    masculine: told(
      `yoga mapa día planeta cometa clima idioma problema programa sistema tema drama poema lema esquema síntoma diploma
      enigma fantasma panda gorila sofá karma tequila pijama cinema dilema panorama aroma coma viaje coche café chocolate
      cine deporte baile aceite tomate traje puente valle peine pie bosque parque cheque duende elefante diamante volante
      restaurante ajedrez arroz maíz pez lápiz feliz tenis virus autobús análisis té bebé software hardware`,
      'o|aje|or|al|el|il|ol|ul|án|én|ín|ún|an|en|in|un|ón|ar|er|ir|és|[iíuúbcdfgkmptvwx]',
    ),
    feminine: told(
      `foto moto mano radio flor labor sal miel piel cárcel señal catedral razón mujer imagen paz luz voz nariz raíz noche
      gente muerte suerte clase leche carne nieve sangre fiebre calle frase llave nave nube parte serie torre base fe sed
      mente fuente ley sartén tarde red salud pared web app`,
      'a|ción|sión|xión|zón|gión|dad|tad|tud|umbre|ez|ie',
    ),
  },
  fr: {
    masculine: told(
      `été côté comité traité pâté thé décolleté musée lycée trophée stade grade magazine domaine génie mexique lexique
      moustique plastique portique diagnostique cantique graphique monde livre théâtre sucre beurre vinaigre régime sexe cirque groupe
      siècle commerce silence programme système problème thème poème crime rêve verre fleuve cimetière mystère caractère
      ministère poivre fromage potage vélo jardin pain vin bain train cinéma yoga opéra poisson son ton don fer hiver
      couteau ciel miel sel bal mal riz nez prix cours repas temps corps discours parcours tapis pays choix bois sens jus`,
      'age|ment|eau|isme|ais|ois|oir|phone|gramme|scope|mètre|ège|al|el|il|ail|eil|euil|ouil|et|ot|ard|art|ier|er|ing|ou|o|a|i|in|ain|an|en|on|un|c|d|g|k|l|p|b|z|teur|iseur',
    ),
    feminine: told(
      `page plage image cage rage nage eau peau fin main mer cuillère faim soif clef clé nuit mort part dent dot forêt
      maison chanson boisson leçon façon rançon pizza salsa samba paella mozzarella photo vidéo moto météo radio auto tribu
      fleur peur couleur chaleur douceur odeur saveur sueur vapeur guitare danse mode vie ville lune terre guerre pomme
      pâte tarte crème soupe viande glace bière neige plante montagne voiture course marche langue science planète route
      forme force fête table chaise porte robe tresse coupe tomate carotte banane fraise framboise carrière lumière rivière
      matière prière salade cuisine ferme flûte harpe batterie peinture valise vitamine méthode pompe chaudière machine chaussure brosse
      tablette montre perceuse tondeuse cafetière friteuse`,
      'tion|sion|xion|aison|té|ette|elle|esse|ence|ance|ure|ude|ade|ine|ie|ique|ise|ille|euse|ée|trice|logie|graphie',
    ),
  },
  pt: {
    masculine: told(
      `mapa dia planeta clima idioma problema programa sistema tema drama poema cinema sofá chá samba pijama cometa panda
      gorila leite chocolate café bolo peixe doce sorvete esporte filme tênis parque pé homem trem arroz xadrez lápiz ônibus
      vírus pão violão coração verão avião feijão macarrão limão leão chão vulcão fogão software hardware`,
      'o|or|al|el|il|ol|ul|ar|er|[iubcdfgkmnptvwx]',
    ),
    feminine: told(
      `foto moto mão arte noite gente morte sorte carne pele neve base rede nave febre tarde mente ponte fonte paz luz voz
      vez raiz nariz flor cor dor mulher colher ioga série saúde web air`,
      'a|ção|são|xão|dade|agem|igem|ugem|ez|ice|ude',
    ),
  },
  it: {
    masculine: told(
      `problema programa programma sistema tema clima dramma poema pianeta cinema yoga panda gorilla delta diploma dilemma
      enigma fantasma pigiama panorama sofà papà pane latte sale pesce cane mare fiume caffè tè cuore amore fiore colore
      paese mese sole ponte monte dente animale giornale ospedale natale carnevale temporale canale software hardware`,
      'o|iere|ame|ume|tore|sore|nore|one|[iubcdfghjklmnpqrstvwxyz]',
    ),
    feminine: told(
      `mano foto moto radio auto notte luce carne neve voce arte morte gente mente salute fede pelle chiave croce pace nave
      classe febbre legge parte estate base serie specie canzone app band mail`,
      'a|zione|sione|gione|nione|tà|tù|gine|trice|udine',
    ),
  },
};

/** The same for plurals. In French their article is the same for both. */
const PLURAL: Readonly<Record<string, Endings>> = {
  es: {
    masculine: told(
      'planetas mapas problemas programas sistemas temas días idiomas cometas dramas poemas',
      'os|ajes|es',
    ),
    feminine: told(
      `fotos motos manos radios flores mujeres luces voces noches clases llaves naves nubes partes series torres redes calles
      imágenes frases bases fuentes leyes paredes tardes muertes carnes webs apps`,
      'as|ciones|zones|siones|xiones|dades|tades|tudes|umbres|eces',
    ),
  },
  pt: {
    masculine: told(
      'planetas mapas problemas programas sistemas temas dias idiomas cometas dramas poemas',
      'os|ais|éis|óis|dores|ães|ões',
    ),
    feminine: told('fotos motos mãos flores mulheres cores luzes vozes noites', 'as|ções|sões|dades|gens'),
  },
  it: {
    masculine: told('', 'i'),
    feminine: told(
      'mani notti luci chiavi navi voci parti arti menti carni leggi classi reti canzoni opinioni tigri api',
      'e|zioni|sioni|gioni|gini|udini|trici',
    ),
  },
};
