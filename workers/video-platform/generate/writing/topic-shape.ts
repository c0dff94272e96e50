import { everyWord, isForeign } from '../../../lib/text/words.js';
import { isToldClause } from './question.js';

/**
 * What kind of words a topic is made of, which decides what sentences it can stand in: a thing ("sourdough bread"),
 * an action ("how to bake bread"), a question ("why is the sky blue?") or a statement ("my cat opens doors").
 */
export type TopicShape = 'thing' | 'action' | 'question' | 'statement';

interface Grammar {
  /** Matches a question that lacks its mark. */
  readonly question: RegExp;
  /** Matches what introduces an action ("how to "), which is then left out. */
  readonly howTo: RegExp;
  /** Matches an action that nothing introduces. */
  readonly action: RegExp;
  /** Matches a sentence about somebody or something. */
  readonly statement: RegExp;
}

const NEVER = /(?!)/;

/** English verbs that begin a topic only as actions ("build a shed"), never as nouns ("travel tips"). */
const ENGLISH_ACTIONS =
  'achieve add adopt assemble avoid bake become begin bring build buy catch choose configure connect convert cook create ' +
  'customise customize debug declutter decorate deploy develop discover earn eat edit enjoy escape explain explore find fix forget ' +
  'get grow handle identify ignore improve increase install invest keep knit learn live lose make manage meditate memorise memorize ' +
  'navigate organise organize overcome pick prepare prevent prune publish quit raise reach read reduce remove renovate replace ' +
  'restore save sell sew solve speak stay stop succeed survive teach tie transform translate unclog understand unlock use wash ' +
  'wear win wrap write';

const GRAMMARS: Readonly<Record<string, Grammar>> = {
  en: {
    question:
      /^(?:why|who|whose|where|when|which|what)\b.*\b(?:is|are|was|were|do|does|did|can|could|should|would|will|has|have|had|makes?|happens?)\b|^how (?:do|does|did|can|could|should|would|will|is|are|was|were|long|much|many|often|far|old|come)\b|^(?:is|are|was|were|do|does|did|can|could|should|would|will|has|have) (?:i|you|we|they|he|she|it|the|a|an|my|your|our|there|this|that)\b/i,
    howTo: /^(?:(?:learn(?:ing)? )?how to|how (?:do|can|should) (?:i|you|we|one)) (?=\S)/i,
    action: new RegExp(`^(?:${ENGLISH_ACTIONS.replaceAll(' ', '|')}) \\S`, 'i'),
    statement:
      /^(?:the|my|our|his|her|an?|one)\s(?:(?!(?:who|that|which|when|where|how|why|day|night|year|moment|time|way)\b)\S+\s){1,5}(?:died|dies|fell|ended|began|sank|vanished|disappeared|exploded|collapsed|escaped|survived)\s|^(?:i|we|you|he|she|it|they|this|that|there|my|our|his|her|their|the|a|an)\b.*\s(?:am|is|are|was|were|has|have|had|can|can't|cannot|could|will|won't|would|should|must|don't|doesn't|didn't|isn't|aren't|learn(?:ed|t|s)|made|makes?|went|got|gets|found|saw|thinks?|knows?|loves?|hates?|wants?|needs?|tried|bought|built|opens?|moved|quit|lost|won|became|taught|told)\b/i,
  },
  es: {
    question:
      /^(?:por qué|qué|quién|quiénes|cuándo|dónde|adónde|cuánto|cuánta|cuántos|cuántas|cuál|cuáles)\b|^cómo (?!\S+[aei]r(?:se|lo|la)?\b)/i,
    howTo: /^c[oó]mo (?=\S+[aei]r(?:se|lo|la|los|las|te|me)?(?:\s|$))/i,
    action:
      /^(?:hacer|aprender|crear|construir|cocinar|preparar|ganar|ahorrar|mejorar|evitar|elegir|comprar|vender|escribir|montar|arreglar|perder|dejar) \S/i,
    statement:
      /^(?:yo|nosotros|mi|mis|nuestro|nuestra|este|esta|esto|el|la|los|las|un|una)\s.*\s(?:es|son|está|están|era|fue|ha|han|he|hemos|tiene|tienen|puede|pueden|aprendió|cambió|hizo|quiere|no|me|se|nos)\s/i,
  },
  fr: {
    question:
      /^(?:pourquoi|qui|quand|où|combien|quel|quelle|quels|quelles|est-ce|qu['’]est-ce|que)\b|^comment (?!\S+(?:er|ir|re|oir)\b)/i,
    howTo: /^comment (?=(?:bien |mieux |ne pas |se |s['’])?\S+(?:er|ir|re|oir)(?:\s|$))/i,
    action:
      /^(?:faire|apprendre|créer|construire|cuisiner|préparer|gagner|économiser|améliorer|éviter|choisir|acheter|vendre|écrire|monter|réparer|perdre|arrêter) \S/i,
    statement:
      /^(?:je|j['’]|nous|on|mon|ma|mes|notre|ce|cette|il|elle|ils|elles|le|la|les|un|une|tu|vous)\s?.*\s(?:est|sont|était|a|ont|ai|avons|peut|peuvent|fait|va|vont|veut|doit|suis|ne|n['’]\S+|se|m['’]\S+)\s/i,
  },
  de: {
    // Whoever or whatever follows at once is the subject of a clause: "wie ich mein Darlehen abbezahlt habe".
    question:
      /^(?!(?:\p{L}+) (?:ich|wir|man|du|er|sie|es|der|die|das|mein|meine|unser|unsere) )(?:warum|wieso|weshalb|wer|wen|wem|wann|wo|woher|wohin|was|welche[rsmn]?|wie)(?!\p{L})/iu,
    howTo: NEVER,
    action: NEVER,
    statement:
      /^(?:wie man|ich|wir|du|er|sie|es|mein|meine|unser|unsere|der|die|das|dieser|diese|dieses|ein|eine)\s.*\s(?:ist|sind|war|waren|hat|haben|habe|hatte|kann|können|muss|will|wird|wurde|macht|geht|nicht|mich|sich)(?:\s|$)/i,
  },
  pt: {
    question:
      /^(?:por que|porque|por quê|o que|que|quem|quando|onde|aonde|quanto|quanta|quantos|quantas|qual|quais|será que)\b|^como (?!\S+[aei]r\b)/i,
    howTo: /^como (?=\S+(?:[aei]r|ôr|por)(?:-se|-lo|-la)?(?:\s|$))/i,
    action:
      /^(?:fazer|aprender|criar|construir|cozinhar|preparar|ganhar|economizar|melhorar|evitar|escolher|comprar|vender|escrever|montar|consertar|perder|parar) \S/i,
    statement:
      /^(?:eu|nós|meu|minha|meus|minhas|nosso|nossa|este|esta|isso|o|a|os|as|um|uma|você|a gente)\s.*\s(?:é|são|está|estão|era|foi|tem|têm|pode|podem|aprendeu|mudou|fez|quer|vai|não|me|se|nos)\s/i,
  },
  it: {
    question:
      /^(?:perch[eé]|chi|cosa|che cosa|che|quando|dove|quanto|quanta|quanti|quante|quale|quali|cos['’]è|dov['’]è)(?:\s|$)|^come (?!(?:far|\S+(?:are|ere|ire|arsi|ersi|irsi|rre))\b)/i,
    howTo: /^come (?=(?:far|\S+(?:are|ere|ire|arsi|ersi|irsi|rre))(?:\s|$))/i,
    action:
      /^(?:fare|imparare|creare|costruire|cucinare|preparare|guadagnare|risparmiare|migliorare|evitare|scegliere|comprare|vendere|scrivere|montare|riparare|perdere|smettere) \S/i,
    statement:
      /^(?:io|noi|mio|mia|miei|mie|il mio|la mia|questo|questa|il|lo|la|i|gli|le|un|una|tu)\s.*\s(?:è|sono|era|ha|hanno|ho|abbiamo|può|possono|imparato|cambiato|fa|vuole|deve|non|mi|si|ci)\s/i,
  },
};

/** A statement without a verb that we know is told by its length: no one says so many words for a thing. */
const WORDS_OF_A_THING = 9;

/** What names do in headlines, and what may follow that. */
const HEADLINES: Readonly<Record<string, readonly [verbs: string, next: string]>> = {
  en: [
    'announces|announced|unveils|unveiled|launches|launched|reveals|releases|released|confirms|bans|wins|beats|buys|cuts|raises|presents|introduces|sues|drops|cancels|delays',
    'an?|the|its|their|new|all|plans|tax|pay|output|interest|spending|\\p{Ll}+(?:ing|[^s]s)',
  ],
  de: [
    'kündigt|stellt|präsentiert|enthüllt|verbietet|kauft|startet|gewinnt|bestätigt|streicht|senkt|erhöht|bringt',
    'der|die|das|den|ein|eine|einen|ihr|ihre|neue[nrs]?|mehr',
  ],
  fr: [
    'réduit|relève|approuve|suspend|annonce|présente|lance|dévoile|interdit|confirme|rachète|gagne|supprime|augmente|baisse|sort',
    'les?|la|une?|des|son|sa|ses|de nouve(?:aux?|lles)',
  ],
  es: [
    'aumenta|reduce|recorta|aprueba|suspende|anuncia|presenta|lanza|revela|prohíbe|confirma|compra|gana|sube|baja|cancela|retira',
    'el|la|los|las|una?|su|sus|nuev[oa]s?',
  ],
  it: [
    'aumenta|taglia|riduce|introduce|blocca|approva|annuncia|presenta|lancia|svela|vieta|conferma|compra|vince|alza|abbassa|cancella|ritira',
    "il|lo|la|i|gli|le|una?|nuov[oaie]|l['’]\\S+",
  ],
  pt: [
    'aumenta|reduz|corta|aprova|suspende|anuncia|apresenta|lança|revela|proíbe|confirma|compra|ganha|vence|sobe|baixa|cancela|retira',
    'o|a|os|as|uma?|seus?|suas?|nov[oa]s?',
  ],
};

/** Whether a topic is a headline: a name of at most three words, what it does, and with what. */
export const isHeadline = (text: string, language: string): boolean => nameIn(text, language) !== undefined;

/** The name that a headline begins with. */
export function nameIn(text: string, language: string): string | undefined {
  const [verbs, next] = HEADLINES[language] ?? [];
  if (verbs === undefined) return undefined;
  const name = "(?:(?:La|Le|Il|O|A|Die|Der|The) )?\\p{Lu}[\\p{L}\\p{N}.&'’-]*(?: \\p{Lu}[\\p{L}\\p{N}.&'’-]*){0,2}";
  const headline = `^(?<name>${name}) (?:${verbs}) (?:(?:${next})(?: |$)|\\p{Lu}|\\p{N})`;
  return new RegExp(headline, 'u').exec(text)?.groups?.name;
}

/** Whether a word is what names do in headlines. */
export const isHeadlineVerb = (word: string, language: string): boolean =>
  (HEADLINES[language]?.[0] ?? '').split('|').includes(word);

/** Whether a text begins as questions of the language do. */
export const isAsked = (text: string, language: string): boolean =>
  GRAMMARS[language]?.question.test(`${text.replace(/^¿/u, '')} `) ?? false;

/** An action without what introduces it: "how to bake bread" → "bake bread". */
export const withoutHowTo = (text: string, language: string): string =>
  text.replace(GRAMMARS[language]?.howTo ?? NEVER, '');

/** The shape of a cleaned topic. Without a grammar for the language only signs and length count. */
export function shapeOf(text: string, language: string): TopicShape {
  const asked = /[?？؟]$/u.test(text);
  const bare = text.replace(/^¿\s*|\s*[?？؟]$/gu, '');
  // Neither the point within a word nor that of "vs." ends a sentence.
  const tellsMore = /[.!。！]/u.test(bare.replace(/\b\S*\.\S+|(?<= )vs\./giu, '')) || bare.length > 70;
  // Whatever it says, in a sentence of another language it is a quotation, if it is not too long for one.
  const isOther = isForeign(text, language);
  const grammar = /\p{Script=Latin}/u.test(text) && !isOther ? GRAMMARS[language] : undefined;
  // How one does it is answered by doing, whether it is asked with a mark or without.
  if (grammar?.howTo.test(bare) && !/[.!]\s/.test(bare)) return 'action';
  if (asked) return 'question';
  if (isOther) return tellsMore ? 'statement' : 'thing';
  if (grammar) {
    if (isHeadline(text, language)) return 'statement';
    if (grammar.action.test(text) && !/[.!]/.test(text)) return 'action';
    if (grammar.question.test(`${text} `) && !isToldClause(text, language)) return 'question';
    if (beginsWithInfinitive(text, language) && !/[.!]/.test(text)) return 'action';
    if (grammar.statement.test(`${text} `)) return 'statement';
  }
  return tellsMore || everyWord(text).length > WORDS_OF_A_THING ? 'statement' : 'thing';
}

/** Nouns that end like infinitives, or begin a topic more often than the verb that is spelt the same. */
const NO_VERBS: Readonly<Record<string, string>> = {
  es: `altar ajuar amanecer anochecer ayer azar azúcar bar bazar cáncer celular collar cualquier deber familiar hogar líder lugar
    lunar mar mujer nácar par placer poder popular pulgar ser solar taller titular alquiler militar escolar similar nuclear`,
  fr: `air amer avenir burger cancer cher cuir dernier déjeuner désir dîner enfer fer fier foyer gamer hamburger hier hiver joker
    leader léger loisir loyer manager mer plaisir poker poster premier hacker designer rocher saphir souvenir super verger ver
    boulanger danger berger étranger oranger clocher boucher plancher goûter souper entier`,
  pt: `amanhecer anoitecer açúcar ar bar bazar câncer celular colar colher familiar hambúrguer jantar lar líder lugar lunar mar mulher
    par poder popular prazer qualquer ser solar talher titular militar escolar similar nuclear aluguer`,
  it: `affare alimentare altare avvenire bicchiere cameriere carattere carcere cantiere cellulare cenere dovere essere familiare genere
    lunare mare mestiere militare nucleare panettiere piacere pensiere popolare potere quartiere scolare solare spiagge particolare`,
};

/** Names and loans in -er, which are no infinitives in any language. */
const NO_VERBS_ANYWHERE =
  /^(?:docker|blender|twitter|tinder|broker|cluster|container|server|router|trailer|tr[aá]iler|timer|h[aá]mster|m[aá]ster|rottweiler)$/iu;

/** French verbs in -re and -oir: most words with these endings are nouns. */
const FRENCH_VERBS =
  /^(?:apprendre|prendre|comprendre|faire|refaire|vendre|rendre|mettre|vivre|suivre|lire|écrire|dire|construire|conduire|cuire|peindre|coudre|connaître|boire|perdre|attendre|répondre|entendre|battre|détruire|produire|réduire|traduire|rejoindre|éteindre|voir|recevoir|étudier|oublier|plier|publier|vérifier|photographier|modifier|créer|planifier)$/iu;

const INFINITIVES: Readonly<Record<string, RegExp>> = {
  es: /^\p{L}{2,}[aei]r(?:se|lo|la|los|las|te|me)?$/iu,
  fr: /^\p{L}*(?:(?<!i)er|(?<!o)ir)$/iu,
  pt: /^\p{L}{2,}[aei]r(?:-se|-lo|-la)?$/iu,
  it: /^\p{L}{2,}(?:[aei]re|[aei]rsi|rre)$/iu,
};

/** Spanish and Portuguese infinitives are spoken on their ending, so that another written accent makes a noun: "zíper", "cóndor". */
const ACCENTED = /[áéíóúâêô]\p{L}*[^\P{L}áéíóúâêô][aei]r$/u;

/** Whether a word by itself is an infinitive, in languages in which these have an ending of their own. */
export const isInfinitive = (word: string, language: string): boolean =>
  !word.includes(' ') && beginsWithInfinitive(`${word} x`, language);

/** Whether a topic begins with an infinitive, and says of what: "voyager au Japon", "imparare a cucinare". */
function beginsWithInfinitive(text: string, language: string): boolean {
  const [first = '', ...rest] = text.toLowerCase().split(' ');
  if (rest.length === 0 || NO_VERBS_ANYWHERE.test(first) || NO_VERBS[language]?.split(/\s+/).includes(first))
    return false;
  if ((language === 'es' || language === 'pt') && ACCENTED.test(first)) return false;
  return (INFINITIVES[language]?.test(first) ?? false) || (language === 'fr' && FRENCH_VERBS.test(first));
}
