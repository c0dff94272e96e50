/** What a question is about, and itself as a clause: "why do cats purr" → "cats", "why cats purr". */
interface Asked {
  readonly subject?: string;
  readonly clause?: string;
  /** What somebody asks whether to do: "should I adopt a dog" → "adopt a dog". */
  readonly action?: string;
}

const ENGLISH =
  /^(?<word>why|how|what|who|when|where) (?<verb>do|does|is|are|was|were|can|could|should|would|will) (?<rest>[^?]+)\??$/iu;

/** Whether to do something, asked of oneself. */
const SHOULD =
  /^(?:should|shall|do|can|could|must) (?:i|you|we) (?:really |still |even |just |have to |need to )?(?<action>[a-z]+ [^?,]+)\??$/iu;

/** Questions whether something is worth it, with what that is. */
const WORTH: Readonly<Record<string, RegExp>> = {
  en: /^(?:is|are) (?<subject>(?:the |an? |my )?[^?,]+?) (?:really |still )?(?:worth (?:it|the money|buying|the hype)|any good|overrated|underrated)\??$/iu,
  de: /^lohn(?:t|en) sich (?<subject>(?:d(?:er|ie|as) |eine? )?[^?,]+?)(?: noch| wirklich)?\??$/iu,
  es: /^¿?(?:vale|merece) la pena (?<subject>(?:el|la|los|las|una?) [^?,]+)\??$/iu,
  fr: /^(?:est-ce que )?(?<subject>(?:le |la |les |une? |l['’])[^?,]+?) (?:vaut|valent)(?:-ils?|-elles?)? (?:vraiment )?(?:le coup|la peine)\s?\??$/iu,
  it: /^(?:vale la pena|conviene) (?<subject>(?:il |lo |la |un[ao]? |l['’])[^?,]+)\??$/iu,
  pt: /^(?:vale a pena|compensa) (?<subject>(?:o|a|os|as|uma?) [^?,]+)\??$/iu,
};

/** What is asked whether it is worth it: "is a heat pump dryer worth it?" → "whether a heat pump dryer is worth it". */
function readWorth(question: string, language: string): Asked | undefined {
  const { subject } = WORTH[language]?.exec(question)?.groups ?? {};
  if (subject === undefined || language !== 'en') return subject === undefined ? undefined : { subject };
  const [verb = ''] = question.split(' ');
  const judged = question.slice(verb.length + 1 + subject.length).replace(/\?$/u, '');
  return { subject, clause: `whether ${subject} ${verb.toLowerCase()}${judged}` };
}

/** Questions for what something is, in other languages; those for the better of two are none. */
const WHAT_IS: Readonly<Record<string, RegExp>> = {
  de: /^was (?:ist|sind|war|waren|bedeutet) (?<subject>(?!besser|los|das)[^?,]+)\??$/iu,
  es: /^¿?qué (?:es|son|fue|era|significa) (?<subject>(?!mejor|lo )[^?,]+)\??$/iu,
  fr: /^(?:qu['’]est[ -]ce qu(?:e |['’])|c['’]est quoi )(?:c['’]est (?:que )?)?(?<subject>(?!mieux)[^?,]+?)\s?\??$/iu,
  it: /^(?:(?:che )?cos['’]|(?:che )?cosa )(?:è|sono|era) (?<subject>(?!meglio|successo)[^?,]+)\??$/iu,
  pt: /^o que (?:é|são|foi|era|significa) (?<subject>(?!melhor)[^?,]+)\??$/iu,
};

/** Adverbs that stand between what is asked about and what is asked of it. */
const ADVERB = /^(?:so|too|very|such|always|never|still|really|actually|often|more|less|even|all|not)$/;

/** Longest rest of a question whose last word is its verb or adjective with some certainty. */
const SHORT = 4;

/** Reads a question, as far as its form tells; other languages than English set it in quotes. */
export function readQuestion(question: string, language: string): Asked {
  const worth = readWorth(question, language);
  if (worth) return worth;
  const { subject: named } = WHAT_IS[language]?.exec(question)?.groups ?? {};
  if (named !== undefined) return named.split(' ').length <= SHORT ? { subject: named.trim() } : {};
  if (language !== 'en') return {};
  const { action } = SHOULD.exec(question)?.groups ?? {};
  if (action !== undefined) return { action, clause: `whether to ${action}` };
  const told = ENGLISH.exec(question)?.groups;
  if (!told) return {};
  const { word = '', verb = '', rest = '' } = told;
  const asks = word.toLowerCase();
  const words = rest.trim().split(' ');
  const isBe = /^(?:is|are|was|were)$/.test(verb);
  // "What is a black hole": all that follows is what it is about.
  if (isBe && (asks === 'what' || asks === 'who' || asks === 'where'))
    return { subject: rest, clause: `${asks} ${rest} ${verb}` };
  if (asks === 'what' || asks === 'who' || words.length < 2 || words.length > SHORT) return {};
  const from = words.findIndex((word, at) => at > 0 && ADVERB.test(word));
  const end = from > 0 ? from : doesWhat(verb, words) ? 1 : words.length - 1;
  const subject = words.slice(0, end).join(' ');
  const last = words.slice(end).join(' ');
  if (SMALL.test(words[end - 1] ?? '')) return {};
  if (verb === 'do') return { subject, clause: `${asks} ${subject} ${last}` };
  if (verb === 'does') return from > 0 ? {} : { subject, clause: `${asks} ${subject} ${thirdPerson(last)}` };
  return { subject, clause: `${asks} ${subject} ${verb} ${last}` };
}

/** Whether several of a kind do something with something: "do leaves change colour", but not "do black holes form". */
const doesWhat = (verb: string, [first = '', next = '', ...more]: readonly string[]): boolean =>
  verb === 'do' && more.length > 0 && /[^s]s$|^(?:people|children|men|women)$/.test(first) && !/s$/.test(next);

const thirdPerson = (verb: string): string =>
  /(?:s|x|z|ch|sh|o)$/.test(verb) ? `${verb}es` : /[^aeiou]y$/.test(verb) ? verb.replace(/y$/, 'ies') : `${verb}s`;

/** Whether a German topic is a clause, with its verb at the end: "wie man Brot backt", "warum die Hanse unterging". */
export const isGermanClause = (topic: string, language: string): boolean =>
  language === 'de' &&
  /^(?:wie|warum|was|wo|wann|wer) (?:man|ich|wir|er|sie|es|der|die|das|mein|meine|unser|unsere) [^?]+$/iu.test(topic);

/**
 * How somebody tells what they have done, with what they have done it to behind an article, "cómo pagué mi préstamo", and what
 * they owe to whom: "what my grandmother taught me about bread".
 */
const TOLD: Readonly<Record<string, RegExp>> = {
  en: /^what (?<what>\S+(?: \S+){0,3}) (?:taught|told|showed|gave|cost) (?:me|us)\b/iu,
  es: /^cómo (?:\p{L}+[éí]|hice|pude|hemos \p{L}+|he \p{L}+) (?:.*? )?(?<what>(?:mis?|nuestr[oa]s?|el|la|los|las|una?) .+)$/iu,
  fr: /^comment (?:j['’]ai|nous avons|on a) (?:.*? )?(?<what>(?:mon|ma|mes|notre|nos|le|la|les|une?) .+)$/iu,
  it: /^come (?:ho|abbiamo) (?:.*? )?(?<what>(?:(?:il|la|i|le) (?:mi[oa]|mie[i]?|nostr[oaie])|il|lo|la|i|gli|le|un[ao]?) .+)$/iu,
  pt: /^como (?:eu |nós |a gente )?\p{L}{2,}(?:ei|i|amos|emos|imos) (?:.*? )?(?<what>(?:meus?|minhas?|noss[oa]s?|o|a|os|as|uma?) .+)$/iu,
};

/** Whether a topic tells what somebody has done or learned, and asks nothing. */
export const isToldClause = (topic: string, language: string): boolean => TOLD[language]?.test(topic) ?? false;

const CLAUSE = /^(?:how|why|when|where) (?!(?:to|much|many|often|far|long) )(?<rest>[^?:]+)$/iu;
const TITLE = /“[^”]+”/u;
/** What somebody tells how they have dealt with: "how I paid off my student loan" → "my student loan". */
const OWN =
  /^how (?:i|we) .*?\b(?<what>(?:my|our|an?|the) (?:(?!(?:in|on|for|with|without|by|from|after|at|to|as|into|and)\b)\S+ ?)+?)(?= (?:in|on|for|with|without|by|from|after|at|to|as|into|and)\b|$)/iu;

/**
 * A clause that asks without asking, mostly an English one: "how black holes form", with what it is about where its form tells. Its
 * subject is a title in it, what somebody has done something with, else what stands before a verb at its end.
 */
export function readClause(topic: string, language: string): { subject: string; clause: string } | undefined {
  const { what } = TOLD[language]?.exec(topic)?.groups ?? {};
  if (what !== undefined) return { subject: what, clause: topic };
  const { rest } = (language === 'en' ? CLAUSE.exec(topic)?.groups : undefined) ?? {};
  if (rest === undefined) return undefined;
  const title = TITLE.exec(rest)?.[0] ?? OWN.exec(topic)?.groups?.what;
  const words = rest.split(' ');
  const adverb = words.findIndex((word, at) => at > 0 && ADVERB.test(word));
  const past = words.findIndex((word, at) => at > 0 && PAST.test(word) && !SMALL.test(words[at - 1] ?? ''));
  const end = past > 0 ? past : adverb;
  const before = words.slice(0, end > 0 ? end : -1);
  const isShort = past > 0 ? before.length <= SHORT : words.length > 1 && words.length <= SHORT;
  const isNamed = isShort && !SMALL.test(before.at(-1) ?? '');
  return { subject: title ?? (isNamed ? before.join(' ') : `“${topic}”`), clause: topic };
}

/** Verbs in the past, which end what they are said of: "why the Concorde stopped flying". */
const PAST =
  /[^e]ed$|^(?:fell|went|became|lost|won|began|ended|sank|broke|rose|grew|got|made|left|took|gave|came|ran|fought|built|wrote|sold|caught|chose|stole|froze|shrank)$/;

const SMALL = /^(?:the|a|an|my|your|our|their|of|to|in|on|at|for|with|and|is|are|was|were|i|we|you|they|he|she|it)$/i;
