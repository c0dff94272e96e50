import { tarotReading } from '../../shared/contract/catalogue/horoscope.js';
import { lifePath } from '../lib/numerology.js';
import { horoscope, packs } from '../lib/readings/reading.js';
import { type Names, namesOf, type Words } from '../lib/writing/words.js';
import { type Card, type DrawnCard, draw, type Spread } from './tarot-deck.js';

interface TarotFacts {
  readonly spread: Spread;
  readonly cards: readonly DrawnCard[];
  readonly question?: string;
  /** The life path number of the birth date, when one was given. */
  readonly life_path?: number;
}

export default horoscope(tarotReading, {
  name: 'tarot_reading',
  about:
    'a tarot reading: the meaning of each card in its position, then of the spread as a whole, with the question in mind',
  kept: ['cards.*.position', 'cards.*.card'],
  calculate({ spread, question, birth_date }) {
    const cards = draw(spread);
    const english = namesOf(packs.of('en'));
    const facts: TarotFacts = {
      spread,
      cards,
      ...(question === undefined ? {} : { question }),
      ...(birth_date === undefined ? {} : { life_path: lifePath(birth_date) }),
    };
    const drawn = cards.map((card) => ({
      name: cardName(card, english),
      arcana: card.suit === 'major' ? ('major' as const) : ('minor' as const),
      number: card.number,
      reversed: card.reversed,
    }));
    return { computed: { spread, drawn_cards: drawn, personalized: birth_date !== undefined }, facts };
  },
  theme: (facts) => ({
    facts: {
      spread: facts.spread,
      asked: facts.question !== undefined,
      life_path: facts.life_path,
      tone: toneOf(facts.cards),
      suit: prevailing(facts.cards),
    },
    seed: `tarot ${JSON.stringify(facts)}`,
  }),
  compose: (facts, words) => ({
    cards: facts.cards.map((card) => ({
      position: words.name(`position.${card.position}`),
      card: card.reversed ? words.name('reversed').replace('{card}', cardName(card, words)) : cardName(card, words),
      meaning: meaning(card, words),
    })),
    overall: words.tell([
      'tarot.overall',
      ...(facts.cards.length > 1 ? ['tarot.weight'] : []),
      'tarot.birth?',
      'tarot.question',
    ]),
  }),
});

/** A card's name: the major arcana count from 0, the suits from 1. */
const cardName = ({ suit, number }: Card, names: Names): string =>
  names.name(`card.${suit}`, suit === 'major' ? number : number - 1);

function meaning({ suit, number, reversed, position }: DrawnCard, words: Words): string {
  const card = words.say('tarot.meaning', { facts: { card: `${suit}-${number}`, reversed } });
  return `${card} ${words.say('tarot.position', { facts: { position, suit } })}`;
}

function toneOf(cards: readonly DrawnCard[]): 'upright' | 'reversed' | 'even' {
  const reversed = cards.filter((card) => card.reversed).length;
  if (reversed * 2 === cards.length) return 'even';
  return reversed * 2 > cards.length ? 'reversed' : 'upright';
}

/** The suit that more than a third of the cards belong to, if it is the only one with so many. */
function prevailing(cards: readonly DrawnCard[]): string {
  const counts = new Map<string, number>();
  for (const { suit } of cards) counts.set(suit, (counts.get(suit) ?? 0) + 1);
  const [first, second] = [...counts].sort(([, one], [, other]) => other - one);
  return first && first[1] > cards.length / 3 && first[1] > (second?.[1] ?? 0) ? first[0] : 'mixed';
}
