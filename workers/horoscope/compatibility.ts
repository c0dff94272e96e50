import { compatibility } from '../../shared/contract/catalogue/horoscope.js';
import { minorFacts } from '../lib/readings/minor.js';
import { horoscope, today } from '../lib/readings/reading.js';
import { type Couple, coupleOf } from '../lib/sky/couple.js';
import { type Subject, subjectOf } from '../lib/sky/natal-chart.js';
import { contacts, placesOf, scores as scoresOf, signDistance } from '../lib/sky/synastry.js';
import { elementOf, modalityOf, type Planet, type Sign, signAt, signIndex } from '../lib/sky/zodiac.js';
import type { Words } from '../lib/writing/words.js';

export default horoscope(compatibility, {
  name: 'compatibility',
  about: 'how two zodiac signs get on in love, friendship and communication',
  calculate(input, call) {
    const a = side(input.sign_a, input.birth_date_a);
    const b = side(input.sign_b, input.birth_date_b);
    const day = today(call);
    const births = a.birthDate && b.birthDate ? ([a.birthDate, b.birthDate] as const) : undefined;
    return {
      computed: { sign_a: a.sign, sign_b: b.sign, personalized: a.personalized || b.personalized },
      facts: {
        sign_a: a.sign,
        sign_b: b.sign,
        scores: scoresOf(a.sign, b.sign, births),
        contacts: births ? contacts(...births) : {},
        ...(births && { places: placesOf(...births), couple: coupleOf(...births) }),
        ...(births ? {} : halfOf(a, b)),
        ...minorFacts(a.birthDate, day),
        ...minorFacts(b.birthDate, day),
      },
    };
  },
  theme({ sign_a: a, sign_b: b, scores, places, couple, half }, names) {
    const pair = [a, b].sort((one, other) => signIndex(one) - signIndex(other));
    return {
      facts: { distance: signDistance(a, b), level: levelOf(scores.overall) },
      slots: couple
        ? {
            midway: names.day(couple.midway),
            midyear: couple.midway.slice(0, 4),
            years: String(couple.years),
          }
        : {},
      seed: `match ${pair.join(' ')} ${scores.overall}${places ? ` ${JSON.stringify([places, couple])}` : ''}${half ? ` ${JSON.stringify(half)}` : ''}`,
    };
  },
  compose({ sign_a: a, sign_b: b, scores, contacts: met, places, couple, half, minor }, words) {
    if (minor) return withMinor(scores, words);
    const elements = { facts: { pair: [elementOf(a), elementOf(b)].sort().join('-') } };
    const modes = { facts: { pair: [modalityOf(a), modalityOf(b)].sort().join('-') } };
    const each = (move: string): string =>
      [a, ...(a === b ? [] : [b])].map((sign) => words.say(move, { facts: { sign } })).join(' ');
    const between = (move: string, [one, other]: readonly [Sign, Sign]): string =>
      words.say(move, {
        facts: { distance: signDistance(one, other) },
        slots: { one: words.name(`in.${one}`), other: words.name(`in.${other}`) },
      });
    const one = (area: Area, { signs: placed, other }: Half): string | undefined =>
      words.find('match.half', {
        facts: { distance: signDistance(placed[told[area]], other) },
        slots: { planet: words.name(`planet.${told[area]}`), one: words.name(`in.${placed[told[area]]}`) },
      });
    // What each sign is like by itself is told everywhere of two signs, and once where a birth has more to tell.
    const ofSigns = (couple ?? half) && words.pick(['love', 'friendship', 'communication', 'summary'] as const);
    const signs = (part: Area | 'summary', move: string): string | undefined =>
      ofSigns === undefined || ofSigns === part ? each(move) : undefined;
    const describe = (area: Area, bond: string): string => {
      const place = places && between(`match.${told[area]}`, places[told[area]]);
      const known = half && one(area, half);
      const contact = met[area];
      // Of two places of one planet the line before has said how they stand.
      const isTold = place !== undefined && contact?.contact === `${told[area]}-${told[area]}`;
      const chart = contact && !isTold ? words.say('match.chart', { facts: { ...contact } }) : undefined;
      const own = signs(area, `match.${area}.sign`);
      // Where a birth tells more, the signs take the place of what holds of any two such signs.
      return [...(ofSigns && own ? [own] : [bond, own]), place, known, chart].filter(Boolean).join(' ');
    };
    const given = a === b ? words.say('match.same', { facts: { sign: a } }) : signs('summary', 'match.give');
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
      summary: [given, ...(couple ? together(couple, between, words, given ? 1 : 2) : []), words.say('match.summary')]
        .filter(Boolean)
        .join(' '),
    };
  },
});

/** Composes a reading for a pair with a minor, without romance: the score of friendship replaces that of love. */
function withMinor(scores: ReturnType<typeof scoresOf>, words: Words) {
  const of = (move: string): string => words.say(move, { facts: { minor: true } });
  return {
    overall_score: Math.round((scores.friendship + scores.communication) / 2),
    love: { score: scores.friendship, description: of('minor.love') },
    friendship: { score: scores.friendship, description: of('minor.friendship') },
    communication: { score: scores.communication, description: of('minor.communication') },
    summary: of('minor.summary'),
  };
}

/** What is known where one of two has told a birth: where its planets stood, and the sign of the other. */
interface Half {
  readonly signs: Readonly<Record<(typeof told)[Area], Sign>>;
  readonly other: Sign;
}

function halfOf(a: Subject, b: Subject): { half?: Half } {
  const [known, other] = a.birthDate ? [a, b] : [b, a];
  const [venus, mars, mercury] = (['venus', 'mars', 'mercury'] as const).map((planet) => known.natal.get(planet));
  if (venus === undefined || mars === undefined || mercury === undefined) return {};
  return { half: { signs: { venus: signAt(venus), mars: signAt(mars), mercury: signAt(mercury) }, other: other.sign } };
}

/** What two births have as a couple: the day half-way between them, and so many of the things that they share besides. */
function together(
  { midway_sign, apart, moons, jupiter, saturn }: Couple,
  between: (move: string, places: readonly [Sign, Sign]) => string,
  words: Words,
  most: number,
): string[] {
  const others = [
    () => words.say('match.years', { facts: { apart } }),
    ...(moons ? [() => words.say('match.moons', { facts: { moons } })] : []),
    () => between('match.jupiter', jupiter),
    () => between('match.saturn', saturn),
  ];
  const midway = words.say('match.midway', { facts: { midway_sign } });
  return [
    midway,
    ...words
      .shuffle(others)
      .slice(0, most)
      .map((tell) => tell()),
  ];
}

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
