import { meaningOf, showReduction } from 'readings';
import { type Names, namesOf, type Phrases } from 'readings/compose';
import { signs } from '../../../../shared/contract/catalogue/horoscope-names.js';
import { elementOf, modalityOf, rulerOf, type Sign } from '../../sky/zodiac.js';

/** Facts in words, by their labels. They are English; only cards have the name that the reader sees beside it. */
export type LabelledFacts = Readonly<Record<string, string | readonly string[]>>;

/** Task and languages that the facts are labelled for. */
interface Subject {
  /** Name of the task, such as `personal_day`. */
  readonly task: string;
  readonly english: Phrases;
  /** Phrases of the reader's language. */
  readonly phrases: Phrases;
}

type Fields = Readonly<Record<string, unknown>>;

/** Labels one field of the facts. `all` are the facts that it is part of. */
type Rule = (value: unknown, all: Fields, subject: Subject) => Record<string, string | readonly string[] | undefined>;

/**
 * Puts the facts of a reading into words for a model. Fields without a rule are left out: counters, turns and whatever else
 * only the composer needs.
 */
export function labelFacts(facts: object, subject: Subject): LabelledFacts {
  const all: Fields = Object.fromEntries(Object.entries(facts));
  const rules = { ...RULES, ...RULES_OF_TASKS[subject.task] };
  const labelled: Record<string, string | readonly string[]> = {};
  for (const [field, value] of Object.entries(all)) {
    if (value === undefined || value === null) continue;
    for (const [label, text] of Object.entries(rules[field]?.(value, all, subject) ?? {})) {
      if (text !== undefined && text.length > 0) labelled[label] = text;
    }
  }
  return labelled;
}

const HOUSES = [
  'self, body and beginnings',
  'money and self-worth',
  'talks, messages and short journeys',
  'home and family',
  'love affairs, play and creativity',
  'daily work and health',
  'partnership',
  'shared money and deep change',
  'travel, study and beliefs',
  'career and reputation',
  'friends and plans',
  'retreat and the unconscious',
];

const ASPECTS: Readonly<Record<string, string>> = {
  meet: 'conjunction',
  soft: 'harmonious aspect (trine or sextile)',
  hard: 'tense aspect (square or opposition)',
};

const LIGHTS: Readonly<Record<string, string>> = { sun: 'the Sun', moon: 'the Moon' };

const POINTS: Readonly<Record<string, string>> = { ascendant: 'the ascendant' };

const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {};
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const capitalised = (key: unknown): string => String(key).slice(0, 1).toUpperCase() + String(key).slice(1);
const spaced = (key: unknown): string => String(key).replaceAll('_', ' ');
const isSign = (value: unknown): value is Sign => signs.some((sign) => sign === value);

function house(value: unknown): string {
  const number = Number(value);
  const ending = ['st', 'nd', 'rd'][number - 1] ?? 'th';
  return `${number}${ending} house (${HOUSES[number - 1]})`;
}

const describeSign = (value: unknown): string =>
  isSign(value)
    ? `${capitalised(value)} (${elementOf(value)}, ${modalityOf(value)}, ruled by ${LIGHTS[rulerOf(value)] ?? capitalised(rulerOf(value))})`
    : capitalised(value);

const weekday = (date: unknown): string =>
  `${new Date(`${date}T00:00:00Z`).toLocaleDateString('en', { weekday: 'long', timeZone: 'UTC' })} ${date}`;

const moonPhase = (value: unknown): string => (/moon$/.test(String(value)) ? spaced(value) : `${spaced(value)} moon`);

const label = (name: string, say: (value: unknown) => string | readonly string[] | undefined = String): Rule => {
  return (value) => ({ [name]: say(value) });
};

const lunation =
  (name: string): Rule =>
  (value) => ({ [name]: `${fieldsOf(value).date}, ${house(fieldsOf(value).house)}` });

/** Places of both sides, such as `Venus in Leo and in Pisces`. */
const bothSigns = (value: unknown): string => listOf(value).map(capitalised).join(' and ');

const chineseYear = (value: unknown): string => {
  const { year, animal, element, yinYang } = fieldsOf(value);
  return `${year}, ${animal}, ${yinYang} ${element}`;
};

/** A number, and what it stands for in numerology. */
function number(value: unknown, names: Names, of: 'number.core' | 'number.time' = 'number.core'): string {
  if (value === 0) return '0, since the name has no such letter';
  const meaning = meaningOf(names, Number(value), of);
  return meaning === undefined ? String(value) : `${value}, which stands for ${meaning}`;
}

const numberOf =
  (name: string, of: 'number.core' | 'number.time' = 'number.core'): Rule =>
  (value, _, { english }) => ({ [name]: number(value, namesOf(english), of) });

const months = (value: unknown): string => namesOfMonths(listOf(value));
const namesOfMonths = (numbers: readonly unknown[]): string =>
  numbers
    .map((one) =>
      new Date(Date.UTC(2000, Number(one) - 1)).toLocaleDateString('en', { month: 'long', timeZone: 'UTC' }),
    )
    .join(', ');

const RULES: Readonly<Record<string, Rule>> = {
  date: label('date', weekday),
  sign: label('sign', describeSign),
  moon: (value, { house: placed }) => ({
    Moon: `in ${capitalised(value)}${placed === undefined ? '' : `, ${house(placed)}`}`,
  }),
  next_sign: (value, { next_day, next_house }) => ({
    'next sign of the Moon': `${capitalised(value)}, ${house(next_house)}, from ${weekday(next_day)}`,
  }),
  sun_house: label('Sun', house),
  venus_house: label('Venus', house),
  mars_house: label('Mars', house),
  aspect(value) {
    const [planet, quality = ''] = String(value).split('-');
    return { 'aspect of the Moon': ASPECTS[quality] && `${ASPECTS[quality]} with ${capitalised(planet)}` };
  },
  phase: label('phase of the Moon', moonPhase),
  next_phase: (value, { days_to_phase: days }) => ({
    'next phase of the Moon': `${moonPhase(value)}, ${days === 0 ? 'today' : `in ${days} day${days === 1 ? '' : 's'}`}`,
  }),
  retrograde: label('retrograde planets', (value) => listOf(value).map(capitalised)),
  lucky_number: label('lucky number'),
  natal: label('Moon to the natal Sun', (value) => ASPECTS[String(value)]),
  rising_house: label('Moon counted from the rising sign', house),
  birth_date: label('date of birth'),
  week_start: label('week', (value) => `seven days from ${weekday(value)}`),
  moon_event(value) {
    const { phase, date, house: placed } = fieldsOf(value);
    return { 'event of the Moon': `${moonPhase(phase)} on ${weekday(date)}, ${house(placed)}` };
  },
  planet_event(value) {
    const { planet, other, quality, date } = fieldsOf(value);
    const aspect = ASPECTS[String(quality)];
    return { 'event of the planets': `${capitalised(planet)} and ${capitalised(other)}, ${aspect}, ${weekday(date)}` };
  },
  best_date: label('best day', weekday),
  challenging_date: label('challenging day', weekday),
  birth(value) {
    const { transits, venus, mars, moon, house: placed } = fieldsOf(value);
    const ofRising = fieldsOf(placed);
    return {
      'transits to the birth chart': listOf(transits).map((transit) => {
        const { planet, point, quality, date } = fieldsOf(transit);
        const natal = POINTS[String(point)] ?? `the natal ${capitalised(point)}`;
        return `${capitalised(planet)}, ${ASPECTS[String(quality)]} with ${natal}, ${weekday(date)}`;
      }),
      'natal Venus': venus === undefined ? undefined : capitalised(venus),
      'natal Mars': mars === undefined ? undefined : capitalised(mars),
      'natal Moon': moon === undefined ? undefined : capitalised(moon),
      'counted from the rising sign':
        placed === undefined ? undefined : `${capitalised(ofRising.planet)} in the ${house(ofRising.house)}`,
    };
  },
  month: label('month'),
  new_moon: lunation('new moon'),
  full_moon: lunation('full moon'),
  planet_houses: label('planets', (value) =>
    listOf(value).map((one) => `${capitalised(fieldsOf(one).planet)}, ${house(fieldsOf(one).house)}`),
  ),
  theme_houses: label('themes', (value) => listOf(value).map(house)),
  key_dates: label('key dates', (value) => listOf(value).map(String)),
  illumination: label('illuminated', (value) => `${value} %`),
  next_new_moon: label('next new moon', (value) => String(value).slice(0, 10)),
  next_full_moon: label('next full moon', (value) => String(value).slice(0, 10)),
  birth_phase: label('Moon at the birth', moonPhase),
  days_alive: label('days since birth'),
  rhythms: (value, { crests }) =>
    Object.fromEntries(
      Object.entries(fieldsOf(value)).map(([cycle, rhythm]) => {
        const { value: height, rising, critical } = fieldsOf(rhythm);
        const crossing = critical ? ', crosses zero today (critical day)' : '';
        const course = rising ? 'rising' : 'falling';
        return [`${cycle} rhythm`, `${height} %, ${course}${crossing}; next crest ${fieldsOf(crests)[cycle]}`];
      }),
    ),
  sign_a: label('first sign', describeSign),
  sign_b: label('second sign', describeSign),
  scores: label('scores of 100', (value) =>
    Object.entries(fieldsOf(value)).map(([area, score]) => `${area}: ${score}`),
  ),
  contacts: label('aspects between the charts', (value) =>
    Object.entries(fieldsOf(value)).map(([area, contact]) => {
      const { contact: pair, quality } = fieldsOf(contact);
      const between = String(pair).split('-').map(capitalised).join(' and ');
      return `${area}: ${between}, ${ASPECTS[String(quality)]}`;
    }),
  ),
  places: label('signs at both births', (value) =>
    Object.entries(fieldsOf(value)).map(([planet, both]) => `${capitalised(planet)}: ${bothSigns(both)}`),
  ),
  couple(value) {
    const { midway, midway_sign, years, moons, jupiter, saturn } = fieldsOf(value);
    return {
      'midway between the births': `${midway}, Sun in ${capitalised(midway_sign)}`,
      'years between the births': String(years),
      'Moons at the births':
        moons === undefined ? undefined : moons === 'mixed' ? 'one waxing, one waning' : `both ${moons}`,
      'Jupiter at both births': bothSigns(jupiter),
      'Saturn at both births': bothSigns(saturn),
    };
  },
  half(value) {
    const { signs: placed } = fieldsOf(value);
    const told = Object.entries(fieldsOf(placed)).map(
      ([planet, sign]) => `${capitalised(planet)} in ${capitalised(sign)}`,
    );
    return { 'signs at the known birth': told };
  },
  animal: label('animal'),
  element: label('element'),
  yinYang: label('polarity'),
  inner: label('animal of the month of birth'),
  day(value) {
    const { animal, element, yinYang, season } = fieldsOf(value);
    return {
      'day of birth': `${animal}, ${yinYang} ${element}`,
      season: season === undefined ? undefined : String(season),
    };
  },
  forecast: label('year of the forecast', chineseYear),
  age: label('age in that year'),
  spread: label('spread', spaced),
  cards: (value, _, { english, phrases }) => ({
    cards: listOf(value).map((one) => {
      const { suit, number: of, reversed, position } = fieldsOf(one);
      const at = suit === 'major' ? Number(of) : Number(of) - 1;
      const [shown, plain] = [phrases, english].map((from) => namesOf(from).name(`card.${suit}`, at));
      const both = shown === plain ? shown : `${shown} (${plain})`;
      return `${namesOf(english).name(`position.${position}`)}: ${both}, ${reversed ? 'reversed' : 'upright'}`;
    }),
  }),
  question: label('question'),
  asked(value) {
    const { class: about, yesNo } = fieldsOf(value);
    const wanted = yesNo ? 'it asks for a yes or a no' : 'it is open';
    return { 'kind of question': about === 'other' || about === 'decision' ? wanted : `about ${about}; ${wanted}` };
  },
  life_path: numberOf('life path'),
  moon_sign: label('Moon at the birth', (value) => `in ${capitalised(value)}`),
  rising_sign: label('rising sign', capitalised),
  born: label('date of birth'),
  sky(value) {
    const { mercury, venus, mars, jupiter, saturn, phase, weekday: day, aspects, degree, decan } = fieldsOf(value);
    const placed = { mercury, venus, mars, jupiter, saturn };
    return {
      'planets at the birth': Object.entries(placed).map(
        ([planet, sign]) => `${capitalised(planet)} in ${capitalised(sign)}`,
      ),
      'phase of the Moon at the birth': moonPhase(phase),
      'weekday of the birth': capitalised(day),
      'aspects to the Sun at the birth': listOf(aspects).map((aspect) => {
        const { planet, quality } = fieldsOf(aspect);
        return `${ASPECTS[String(quality)]} with ${capitalised(planet)}`;
      }),
      'Sun at the birth': `degree ${degree} of its sign, decan of ${capitalised(decan)}`,
    };
  },
  sun: label('sun sign at the birth', capitalised),
  expression: numberOf('expression number'),
  soul_urge: numberOf('soul urge number'),
  personal_year: numberOf('personal year', 'number.time'),
  year_number: numberOf('personal year', 'number.time'),
  month_number: numberOf('personal month', 'number.time'),
  born_number: numberOf('number of the day of birth'),
  given: numberOf('number of the first name'),
  family: numberOf('number of the family name'),
  balance: (value, { initials }, { english }) => ({
    [`number of the initials ${initials}`]: number(value, namesOf(english)),
  }),
  most_value: (value, { most_count }, { english }) => ({
    'most frequent value of the letters': `${number(value, namesOf(english))}; ${most_count} letters`,
  }),
  missing: (value, { initials }) => ({
    [initials === undefined ? 'digits missing from the date' : 'digits that no letter has']: listOf(value).map(String),
  }),
  sum: label('calculation', (value) => (value === 0 ? undefined : showReduction(Number(value)))),
  letters_sum: label('calculation of the expression number', (value) => showReduction(Number(value))),
  vowels_sum: label('calculation of the soul urge number', (value) =>
    value === 0 ? undefined : showReduction(Number(value)),
  ),
  summands: label('calculation of the life path', (value) => showReduction(...listOf(value).map(Number))),
  name: (value, _, subject) => labelFacts(fieldsOf(value), subject),
  best_months: label('best months', months),
  challenging_months: label('challenging months', months),
  last_year: (value, { last_age }) => ({ 'last year of this number': `${value}, at the age of ${last_age}` }),
  challenge: (value, _, { english }) => ({
    'challenge of these years': `${value}: ${namesOf(english).name('number.challenge', Number(value))}`,
  }),
  challenges: (value, { times }, { english }) =>
    Object.fromEntries(
      listOf(value).map((one, at) => {
        const { from_age, from, until_age, until } = fieldsOf(listOf(times)[at]);
        const begins = from === undefined ? 'from birth' : `from the age of ${from_age} (${from})`;
        const ends = until === undefined ? 'for good' : `to the age of ${until_age} (${until})`;
        const asks = namesOf(english).name('number.challenge', Number(one));
        return [`${ORDINALS[at]} challenge`, `${one}: ${asks}; ${begins} ${ends}`];
      }),
    ),
};

const ORDINALS = ['first', 'second', 'third', 'fourth'];

/** Fields that mean something else in one task. */
const RULES_OF_TASKS: Readonly<Record<string, Readonly<Record<string, Rule>>>> = {
  chinese_zodiac: { year: label('year of the animal') },
  chinese_year_forecast: { birth: label('year of the birth', chineseYear) },
  lifepath_number: {
    number: numberOf('life path'),
    month: () => ({}),
    day_number: numberOf('number of the day of birth'),
    attitude: numberOf('number of day and month together'),
    year_number: numberOf('number of the year of birth'),
  },
  numerological_numbers: {
    month: () => ({}),
    day_number: numberOf('number of the day of birth'),
    year_number: () => ({}),
    year: label('present year'),
  },
  expression_number: { number: numberOf('expression number') },
  soul_urge_number: { number: numberOf('soul urge number') },
  personality_number: { number: numberOf('personality number') },
  subconscious_self_number: {
    number: label('subconscious self number', (value) => `${value} of the digits from 1 to 9 occur in the name`),
  },
  personal_day: { number: numberOf('personal day', 'number.time') },
  personal_month: {
    number: numberOf('personal month', 'number.time'),
    day_number: numberOf('number of the day of birth'),
  },
  personal_year: { number: numberOf('personal year', 'number.time'), year: label('year') },
};
