import { tarotReading } from '../../shared/contract/catalogue/horoscope.js';
import { handle } from '../handle.js';
import { lifePath } from '../lib/numerology.js';
import { envelope, warmUp } from '../lib/readings/envelope.js';
import { cardName, tarot } from '../lib/readings/tarot.js';
import { namesOf, packFor } from '../lib/readings/words.js';
import { write } from '../lib/readings/write.js';
import { draw } from './tarot/deck.js';

export default handle(
  tarotReading,
  (input, call) =>
    envelope(async () => {
      const cards = draw(input.spread);
      const english = namesOf(packFor('en'));
      const facts = {
        spread: input.spread,
        cards,
        ...(input.question === undefined ? {} : { question: input.question }),
        ...(input.birth_date === undefined ? {} : { life_path: lifePath(input.birth_date) }),
      };
      return {
        computed_data: {
          spread: input.spread,
          drawn_cards: cards.map((card) => ({
            name: cardName(card, english),
            arcana: card.suit === 'major' ? ('major' as const) : ('minor' as const),
            number: card.number,
            reversed: card.reversed,
          })),
          personalized: input.birth_date !== undefined,
        },
        reading: await write(tarot, facts, input.language, call),
      };
    }),
  warmUp,
);
