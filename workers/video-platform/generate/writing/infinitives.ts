/** Nouns that end like infinitives, or begin a topic more often than the verb that is spelt the same. */
const NO_VERBS: Readonly<Record<string, string>> = {
  es: `altar ajuar amanecer anochecer ayer azar azúcar bar bazar cáncer celular collar cualquier deber familiar hogar líder lugar
    lunar mar mujer nácar par placer poder popular pulgar ser solar taller titular alquiler militar escolar similar nuclear`,
  fr: `amer avenir burger cancer cher cuir dernier déjeuner désir dîner enfer fer fier foyer gamer hamburger hier hiver joker
    leader léger loisir loyer manager mer plaisir poker poster premier hacker designer rocher saphir souvenir super verger ver
    boulanger danger berger étranger oranger clocher boucher plancher goûter souper entier`,
  pt: `amanhecer anoitecer açúcar ar bar bazar câncer celular colar colher familiar hambúrguer jantar lar líder lugar lunar mar mulher
    par poder popular prazer qualquer ser solar talher titular militar escolar similar nuclear aluguer`,
  it: `affare alimentare altare avvenire bicchiere cameriere carattere carcere cantiere cellulare cenere dovere essere familiare genere
    lunare mare mestiere militare nucleare panettiere piacere pensiere popolare potere quartiere scolare solare spiagge particolare`,
};

/** French verbs in -re and -oir: most words with these endings are nouns. */
const FRENCH_VERBS =
  /^(?:apprendre|prendre|comprendre|faire|refaire|vendre|rendre|mettre|vivre|suivre|lire|écrire|dire|construire|conduire|cuire|peindre|coudre|connaître|boire|perdre|attendre|répondre|entendre|battre|détruire|produire|réduire|traduire|rejoindre|éteindre|voir|recevoir|étudier|oublier|plier|publier|vérifier|photographier|modifier|créer|planifier)$/iu;

const INFINITIVES: Readonly<Record<string, RegExp>> = {
  es: /^\p{L}{2,}[aei]r(?:se|lo|la|los|las|te|me)?$/iu,
  fr: /^\p{L}*(?:(?<!i)er|(?<!o)ir)$/iu,
  pt: /^\p{L}{2,}[aei]r(?:-se|-lo|-la)?$/iu,
  it: /^\p{L}{2,}(?:[aei]re|[aei]rsi|rre)$/iu,
};

/** Whether a topic begins with an infinitive, and says of what: "voyager au Japon", "imparare a cucinare". */
export function beginsWithInfinitive(text: string, language: string): boolean {
  const [first = '', ...rest] = text.toLowerCase().split(' ');
  if (rest.length === 0 || NO_VERBS[language]?.split(/\s+/).includes(first)) return false;
  return (INFINITIVES[language]?.test(first) ?? false) || (language === 'fr' && FRENCH_VERBS.test(first));
}
