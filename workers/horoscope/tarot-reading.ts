import { getPhrases, type TarotFacts } from 'readings';
import { createNames, languageCode } from 'readings/compose';
import { tarotReading } from '../../shared/contract/catalogue/horoscope.js';
import { errors } from '../../shared/contract/errors.js';
import type { Call } from '../handle.js';
import { createHelpMessage } from '../lib/danger/message.js';
import { computeLifePath } from '../lib/numerology.js';
import { findMinorFacts } from '../lib/readings/minor.js';
import { horoscope, today } from '../lib/readings/reading.js';
import { judgeTopic } from '../lib/topics/sensitivity.js';
import { findConcern, type TarotConcern } from './tarot-concern.js';
import { draw } from './tarot-deck.js';
import { readQuestion } from './tarot-question.js';

export default horoscope(tarotReading, {
  name: 'tarot_reading',
  about:
    'a tarot reading: the meaning of each card in its position, then of the spread as a whole, with the question in mind',
  kept: ['cards.*.position', 'cards.*.card'],
  isDrawn: true,
  async calculate({ spread, question, birth_date, language }, call) {
    const asked = question === undefined ? undefined : await judgeQuestion(question, language, call);
    const cards = draw(spread);
    const english = createNames(getPhrases('en'));
    const facts: TarotFacts = {
      spread,
      cards,
      ...(question === undefined ? {} : { question }),
      ...asked,
      ...(birth_date === undefined ? {} : { life_path: computeLifePath(birth_date) }),
      ...findMinorFacts(birth_date, today(call)),
    };
    const drawn = cards.map(({ suit, number, reversed }) => ({
      // The major arcana count from 0, the suits from 1.
      name: english.name(`card.${suit}`, suit === 'major' ? number : number - 1),
      arcana: suit === 'major' ? ('major' as const) : ('minor' as const),
      number,
      reversed,
    }));
    return { computed: { spread, drawn_cards: drawn, personalized: birth_date !== undefined }, facts };
  },
  isFixed: ({ concern }) => concern !== undefined,
});

/** Concern of a question about health that asks for a verdict. */
const ILLNESS: TarotConcern = { tier: 'weighty', about: 'illness' };

/**
 * Judges a question, and reads it if it is of no concern.
 *
 * @throws ApiError when it asks for harm, unless it shows a danger
 */
async function judgeQuestion(
  question: string,
  language: string,
  call: Call,
): Promise<Pick<TarotFacts, 'concern' | 'asked'>> {
  const judgement = judgeTopic(question);
  const concern = await findConcern(question, judgement?.about, languageCode(language), call);
  if (judgement?.harmful && concern?.tier !== 'danger') throw errors.topicRefused({ field: 'question' });
  const composedIn = getPhrases(language).language;
  if (concern?.tier === 'danger')
    return { concern: { ...concern, message: createHelpMessage(concern.about, concern.language, composedIn) } };
  if (concern) return { concern };
  const asked = readQuestion(question, composedIn);
  // A yes-or-no question about health, such as a recovery, is grave.
  return asked.class === 'health' && !asked.isOpen ? { concern: ILLNESS } : { asked };
}
