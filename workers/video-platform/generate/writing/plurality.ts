/** What tells that a topic is more than one thing, or may be: a plural article, a plural ending, a list. */
const MANY: Readonly<Record<string, RegExp>> = {
  en: /^(?:\S+ ){0,3}?\S*[^siu'’]s(?: (?:of|in|on|with|at|to|from|for|by|without)\s|$)|,|\s(?:and|&)\s/iu,
  es: /^(?:los|las|unos|unas|mis|tus|sus|nuestros|nuestras)\s|^\S*s(?:\s|$)|,|\s[ye&]\s/iu,
  fr: /^(?:les|des|mes|tes|ses|nos|vos|leurs)\s|^\S*[sx](?:\s|$)|,|\s(?:et|&)\s/iu,
  de: /^(?:die|meine|deine|unsere|alle)\s|^\S*(?:en|er|s|e)(?:\s|$)|,|\s(?:und|&)\s/iu,
  pt: /^(?:os|as|uns|umas|meus|minhas|seus|suas|nossos|nossas)\s|^\S*s(?:\s|$)|,|\s[e&]\s/iu,
  it: /^(?:i|gli|le|dei|degli|delle|miei|mie|tuoi|tue|nostri|nostre)\s|^\S*[ie](?:\s|$)|,|\s(?:e|ed|&)\s/iu,
};

/** Whether the topic is certainly one thing, so that it can be the subject of a sentence in the singular. */
export const isOneThing = (topic: string, language: string): boolean =>
  !MANY[language]?.test(topic) && !/^\p{N}[\p{N}.,\s]*\s/u.test(topic);

/** The topic, where it is certainly one thing. */
export const oneThing = (topic: string, language: string): string | undefined =>
  isOneThing(topic, language) ? topic : undefined;
