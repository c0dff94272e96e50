import type { Call } from '../handle.js';
import { classifyConcern } from '../lib/danger/classify-concern.js';
import { type Burden, type Danger, detectConcern } from '../lib/danger/detect.js';
import type { Sensitivity } from '../lib/topics/sensitivity.js';

/** Subject of a question that gets no reading (danger), or one without a yes, no or wait (weighty). */
export type TarotConcern =
  | { readonly tier: 'danger'; readonly about: Danger; readonly language: string }
  | { readonly tier: 'weighty'; readonly about: Burden | 'other' };

/** Concerns by subject of the topic lists. Death and illness are left to the grammars, which know idioms. */
const CONCERNS_BY_TOPIC: Partial<
  Record<Sensitivity, { tier: 'danger'; about: Danger } | { tier: 'weighty'; about: 'other' }>
> = {
  suicide: { tier: 'danger', about: 'suicide' },
  selfharm: { tier: 'danger', about: 'selfharm' },
  abuse: { tier: 'danger', about: 'violence' },
  war: { tier: 'weighty', about: 'other' },
  minors: { tier: 'weighty', about: 'other' },
  sexual: { tier: 'weighty', about: 'other' },
  drugs: { tier: 'weighty', about: 'other' },
  weapons: { tier: 'weighty', about: 'other' },
  person: { tier: 'weighty', about: 'other' },
};

/**
 * Returns the gravest concern that the grammars, the topic lists or the model find in a question. The model is not
 * asked where a danger is found without it.
 *
 * @param topic subject that the topic lists find in the question
 * @param language requested language
 */
export async function findConcern(
  question: string,
  topic: Sensitivity | undefined,
  language: string,
  call: Call,
): Promise<TarotConcern | undefined> {
  const found = detectConcern(question);
  if (found?.tier === 'danger') return found;
  const listed = topic && CONCERNS_BY_TOPIC[topic];
  if (listed?.tier === 'danger') return { ...listed, language: found?.language ?? language };
  const modelled = await classifyConcern(question, language, call);
  return modelled?.tier === 'danger' ? modelled : (found ?? listed ?? modelled);
}
