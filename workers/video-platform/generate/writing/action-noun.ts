/** Verbs of more than one syllable whose last consonant is doubled. */
const STRESSED_END =
  /(?:begin|forget|prefer|refer|admit|commit|submit|permit|control|regret|upset|transfer|unplug|unclog)$/;
const ONE_SYLLABLE = /^[^aeiou]*(?:qu)?[aeiou][^aeiouwxy]$/;

/**
 * An action as a thing that can be spoken of: `bake bread` → `baking bread`, `faire du pain` → `l'art de faire du pain`.
 * Spanish and Portuguese use the infinitive as it is.
 */
export function actionNoun(action: string, language: string): string {
  switch (language) {
    case 'en':
      return gerund(action);
    case 'fr':
      return /^[aeiouyhâàéèêëîïôœ]/i.test(action) ? `l'art d'${action}` : `l'art de ${action}`;
    case 'it':
      return `l'arte di ${action}`;
    default:
      return action;
  }
}

/** An English action as a thing: `bake bread` → `baking bread`. */
export function gerund(action: string): string {
  const [verb = '', ...rest] = action.split(' ');
  return [ing(verb), ...rest].join(' ');
}

function ing(verb: string): string {
  if (/ing$/.test(verb) && verb.length > 5) return verb;
  if (/ie$/.test(verb)) return verb.replace(/ie$/, 'ying');
  if (/[^aeiouy]e$|[aiu]e$|[aeiou]ye$/.test(verb) && !/(?:dye|singe)$/.test(verb) && verb !== 'be') {
    return verb.replace(/e$/, 'ing');
  }
  if (STRESSED_END.test(verb) || ONE_SYLLABLE.test(verb)) return `${verb}${verb.slice(-1)}ing`;
  return `${verb}ing`;
}
