import { wordedPlainly } from '../../../lib/topics/phrases.js';

/** Titles and trades by which texts bring in somebody who is said to know. */
const TITLE =
  'Dr|Dra|Prof|Professor|Professora|Profesor|Profesora|Professeure?|Professore|Professoressa|Doctora?|Doutora?|Docteure?|Dottor|Dottoressa|' +
  'Mr|Mrs|Ms|Sir|Herr|Frau|Monsieur|Madame|Signora?|Señora?|Doña|Chef|Coach|[Bb]arista|[Cc]hef|[Cc]oach|' +
  '[Ee]xpert|[Ee]xperta|[Ee]xperto|[Ee]sperto|[Ee]sperta|[Ee]specialista|[Ee]xpertin|[Ee]xperte|[Mm]aestr[oa]';

const NAMED = new RegExp(`(?<!\\p{L})(?:${TITLE})\\.? (?:(?:${TITLE})\\.? )*(\\p{Lu}\\p{Ll}+)`, 'gu');

/** Somebody with a title and a name whom the caller has not named. */
export function unknownPerson(text: string, given: string): string | undefined {
  const known = wordedPlainly(given);
  for (const [whole, name = ''] of text.matchAll(NAMED)) {
    if (!known.includes(wordedPlainly(name))) return whole;
  }
  return undefined;
}
