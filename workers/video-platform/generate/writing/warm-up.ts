import { countriesIn, warmUpNaturalCase } from '../../../lib/text/natural-case.js';
import { shelf } from './shelf.js';

/** Reads the packs, the names of countries and the word list, which the first call would otherwise wait for. */
export function warmUp(): void {
  for (const language of shelf.languages) {
    shelf.open(language);
    countriesIn(language);
  }
  warmUpNaturalCase();
}
