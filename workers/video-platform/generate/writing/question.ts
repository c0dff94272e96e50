/** What a question is about, and itself as a clause: "why do cats purr" → "cats", "why cats purr". */
interface Asked {
  readonly subject?: string;
  readonly clause?: string;
}

const ENGLISH =
  /^(?<word>why|how|what|who|when|where) (?<verb>do|does|is|are|was|were|can|could|should|would|will) (?<rest>[^?]+)\??$/iu;

/** Longest rest of a question whose last word is its verb or adjective with some certainty. */
const SHORT = 4;

/** Reads a question, as far as its form tells; other languages than English set it in quotes. */
export function readQuestion(question: string, language: string): Asked {
  const told = language === 'en' ? ENGLISH.exec(question)?.groups : undefined;
  if (!told) return {};
  const { word = '', verb = '', rest = '' } = told;
  const asks = word.toLowerCase();
  const words = rest.trim().split(' ');
  const isBe = /^(?:is|are|was|were)$/.test(verb);
  // "What is a black hole": all that follows is what it is about.
  if (isBe && (asks === 'what' || asks === 'who' || asks === 'where'))
    return { subject: rest, clause: `${asks} ${rest} ${verb}` };
  if (asks === 'what' || asks === 'who' || words.length < 2 || words.length > SHORT) return {};
  const subject = words.slice(0, -1).join(' ');
  const last = words.at(-1) ?? '';
  if (/^(?:the|a|an|my|your|our|their|of|to|in)$/.test(words.at(-2) ?? '')) return {};
  if (verb === 'do') return { subject, clause: `${asks} ${subject} ${last}` };
  if (verb === 'does') return { subject, clause: `${asks} ${subject} ${thirdPerson(last)}` };
  return { subject, clause: `${asks} ${subject} ${verb} ${last}` };
}

const thirdPerson = (verb: string): string =>
  /(?:s|x|z|ch|sh|o)$/.test(verb) ? `${verb}es` : /[^aeiou]y$/.test(verb) ? verb.replace(/y$/, 'ies') : `${verb}s`;
