import { compatibility } from '../../shared/contract/catalogue/horoscope.js';
import { horoscope } from '../lib/readings/reading.js';
import { subjectOf } from '../lib/sky/natal-chart.js';
import { contacts, placesOf, scores, signDistance } from '../lib/sky/synastry.js';
import { elementOf, modalityOf, type Planet, type Sign, signIndex } from '../lib/sky/zodiac.js';

export default horoscope(compatibility, {
  name: 'compatibility',
  about: 'how two zodiac signs get on in love, friendship and communication',
  calculate(input) {
    const a = side(input.sign_a, input.birth_date_a);
    const b = side(input.sign_b, input.birth_date_b);
    const births = a.birthDate && b.birthDate ? ([a.birthDate, b.birthDate] as const) : undefined;
    return {
      computed: { sign_a: a.sign, sign_b: b.sign, personalized: a.personalized || b.personalized },
      facts: {
        sign_a: a.sign,
        sign_b: b.sign,
        scores: scores(a.sign, b.sign, births),
        contacts: births ? contacts(...births) : {},
        ...(births && { places: placesOf(...births) }),
      },
    };
  },
  theme({ sign_a: a, sign_b: b, scores, places }) {
    const pair = [a, b].sort((one, other) => signIndex(one) - signIndex(other));
    return {
      facts: { distance: signDistance(a, b), level: levelOf(scores.overall) },
      seed: `match ${pair.join(' ')} ${scores.overall}${places ? ` ${JSON.stringify(places)}` : ''}`,
    };
  },
  compose({ sign_a: a, sign_b: b, scores, contacts: met, places }, words) {
    const elements = { facts: { pair: [elementOf(a), elementOf(b)].sort().join('-') } };
    const modes = { facts: { pair: [modalityOf(a), modalityOf(b)].sort().join('-') } };
    const each = (move: string): string =>
      [a, ...(a === b ? [] : [b])].map((sign) => words.say(move, { facts: { sign } })).join(' ');
    const placed = (planet: 'venus' | 'mars' | 'mercury'): string | undefined => {
      const [one, other] = places?.[planet] ?? [];
      if (!one || !other) return undefined;
      return words.say(`match.${planet}`, {
        facts: { distance: signDistance(one, other) },
        slots: { one: words.name(`in.${one}`), other: words.name(`in.${other}`) },
      });
    };
    const describe = (area: Area, bond: string): string => {
      const place = placed(told[area]);
      const contact = met[area];
      // Of two places of one planet the line before has said how they stand.
      const isTold = place !== undefined && contact?.contact === `${told[area]}-${told[area]}`;
      const chart = contact && !isTold ? words.say('match.chart', { facts: { ...contact } }) : undefined;
      return [bond, each(`match.${area}.sign`), place, chart].filter(Boolean).join(' ');
    };
    return {
      overall_score: scores.overall,
      love: {
        score: scores.love,
        description: describe(
          'love',
          words.chance(0.5) ? words.say('match.love') : words.say('match.elements', elements),
        ),
      },
      friendship: {
        score: scores.friendship,
        description: describe(
          'friendship',
          words.chance(0.5) ? words.say('match.friendship') : words.say('match.modes', modes),
        ),
      },
      communication: {
        score: scores.communication,
        description: describe('communication', words.say('match.communication')),
      },
      summary: `${a === b ? words.say('match.same', { facts: { sign: a } }) : each('match.give')} ${words.say('match.summary')}`,
    };
  },
});

type Area = 'love' | 'friendship' | 'communication';

/** The planet by whose signs each area is told when both births are known. */
const told = { love: 'venus', friendship: 'mars', communication: 'mercury' } as const satisfies Record<Area, Planet>;

const side = (sign: Sign | undefined, date: string | undefined) =>
  subjectOf({ ...(sign ? { sign } : {}), ...(date ? { birth_date: date } : {}) });

const levelOf = (overall: number): string => {
  if (overall >= 80) return 'high';
  if (overall >= 68) return 'good';
  return overall >= 57 ? 'mixed' : 'low';
};
