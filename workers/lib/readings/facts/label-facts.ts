import { findMeaning, showReduction } from 'readings';
import { createNames, type Names, type Phrases } from 'readings/compose';
import { signs } from '../../../../shared/contract/catalogue/horoscope-names.js';
import { findElement, findModality, findRuler, type Sign } from '../../sky/zodiac.js';

/** Facts in English words, by label. Cards also have the name that the reader sees. */
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

const toFields = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {};
const toList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
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
    ? `${capitalised(value)} (${findElement(value)}, ${findModality(value)}, ruled by ${LIGHTS[findRuler(value)] ?? capitalised(findRuler(value))})`
    : capitalised(value);

const weekday = (date: unknown): string =>
  `${new Date(`${date}T00:00:00Z`).toLocaleDateString('en', { weekday: 'long', timeZone: 'UTC' })} ${date}`;

const moonPhase = (value: unknown): string => (/moon$/.test(String(value)) ? spaced(value) : `${spaced(value)} moon`);

const label = (name: string, say: (value: unknown) => string | readonly string[] | undefined = String): Rule => {
  return (value) => ({ [name]: say(value) });
};

const lunation =
  (name: string): Rule =>
  (value) => ({ [name]: `${toFields(value).date}, ${house(toFields(value).house)}` });

/** Places of both sides, such as `Venus in Leo and in Pisces`. */
const bothSigns = (value: unknown): string => toList(value).map(capitalised).join(' and ');

const chineseYear = (value: unknown): string => {
  const { year, animal, element, yinYang } = toFields(value);
  return `${year}, ${animal}, ${yinYang} ${element}`;
};

/** A number, and what it stands for in numerology. */
function number(value: unknown, names: Names, of: 'number.core' | 'number.time' = 'number.core'): string {
  if (value === 0) return '0, since the name has no such letter';
  const meaning = findMeaning(names, Number(value), of);
  return meaning === undefined ? String(value) : `${value}, which stands for ${meaning}`;
}

const labelNumber =
  (name: string, of: 'number.core' | 'number.time' = 'number.core'): Rule =>
  (value, _, { english }) => ({ [name]: number(value, createNames(english), of) });

const months = (value: unknown): string => namesOfMonths(toList(value));
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
  retrograde: label('retrograde planets', (value) => toList(value).map(capitalised)),
  lucky_number: label('lucky number'),
  natal: label('Moon to the natal Sun', (value) => ASPECTS[String(value)]),
  rising_house: label('Moon counted from the rising sign', house),
  birth_date: label('date of birth'),
  week_start: label('week', (value) => `seven days from ${weekday(value)}`),
  moon_event(value) {
    const { phase, date, house: placed } = toFields(value);
    return { 'event of the Moon': `${moonPhase(phase)} on ${weekday(date)}, ${house(placed)}` };
  },
  planet_event(value) {
    const { planet, other, quality, date } = toFields(value);
    const aspect = ASPECTS[String(quality)];
    return { 'event of the planets': `${capitalised(planet)} and ${capitalised(other)}, ${aspect}, ${weekday(date)}` };
  },
  best_date: label('best day', weekday),
  challenging_date: label('challenging day', weekday),
  birth(value) {
    const { transits, venus, mars, moon, house: placed } = toFields(value);
    const ofRising = toFields(placed);
    return {
      'transits to the birth chart': toList(transits).map((transit) => {
        const { planet, point, quality, date } = toFields(transit);
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
    toList(value).map((one) => `${capitalised(toFields(one).planet)}, ${house(toFields(one).house)}`),
  ),
  theme_houses: label('themes', (value) => toList(value).map(house)),
  key_dates: label('key dates', (value) => toList(value).map(String)),
  illumination: label('illuminated', (value) => `${value} %`),
  next_new_moon: label('next new moon', (value) => String(value).slice(0, 10)),
  next_full_moon: label('next full moon', (value) => String(value).slice(0, 10)),
  birth_phase: label('Moon at the birth', moonPhase),
  days_alive: label('days since birth'),
  rhythms: (value, { crests }) =>
    Object.fromEntries(
      Object.entries(toFields(value)).map(([cycle, rhythm]) => {
        const { value: height, rising, critical } = toFields(rhythm);
        const crossing = critical ? ', crosses zero today (critical day)' : '';
        const course = rising ? 'rising' : 'falling';
        return [`${cycle} rhythm`, `${height} %, ${course}${crossing}; next crest ${toFields(crests)[cycle]}`];
      }),
    ),
  sign_a: label('first sign', describeSign),
  sign_b: label('second sign', describeSign),
  scores: label('scores of 100', (value) =>
    Object.entries(toFields(value)).map(([area, score]) => `${area}: ${score}`),
  ),
  contacts: label('aspects between the charts', (value) =>
    Object.entries(toFields(value)).map(([area, contact]) => {
      const { contact: pair, quality } = toFields(contact);
      const between = String(pair).split('-').map(capitalised).join(' and ');
      return `${area}: ${between}, ${ASPECTS[String(quality)]}`;
    }),
  ),
  places: label('signs at both births', (value) =>
    Object.entries(toFields(value)).map(([planet, both]) => `${capitalised(planet)}: ${bothSigns(both)}`),
  ),
  couple(value) {
    const { midway, midway_sign, years, moons, jupiter, saturn } = toFields(value);
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
    const { signs: placed } = toFields(value);
    const told = Object.entries(toFields(placed)).map(
      ([planet, sign]) => `${capitalised(planet)} in ${capitalised(sign)}`,
    );
    return { 'signs at the known birth': told };
  },
  animal: label('animal'),
  element: label('element'),
  yinYang: label('polarity'),
  inner: label('animal of the month of birth'),
  day(value) {
    const { animal, element, yinYang, season } = toFields(value);
    return {
      'day of birth': `${animal}, ${yinYang} ${element}`,
      season: season === undefined ? undefined : String(season),
    };
  },
  forecast: label('year of the forecast', chineseYear),
  age: label('age in that year'),
  spread: label('spread', spaced),
  cards: (value, _, { english, phrases }) => ({
    cards: toList(value).map((one) => {
      const { suit, number: of, reversed, position } = toFields(one);
      const at = suit === 'major' ? Number(of) : Number(of) - 1;
      const [shown, plain] = [phrases, english].map((from) => createNames(from).name(`card.${suit}`, at));
      const both = shown === plain ? shown : `${shown} (${plain})`;
      return `${createNames(english).name(`position.${position}`)}: ${both}, ${reversed ? 'reversed' : 'upright'}`;
    }),
  }),
  question: label('question'),
  asked(value) {
    const { class: about, yesNo } = toFields(value);
    const wanted = yesNo ? 'it asks for a yes or a no' : 'it is open';
    return { 'kind of question': about === 'other' || about === 'decision' ? wanted : `about ${about}; ${wanted}` };
  },
  life_path: labelNumber('life path'),
  moon_sign: label('Moon at the birth', (value) => `in ${capitalised(value)}`),
  rising_sign: label('rising sign', capitalised),
  born: label('date of birth'),
  sky(value) {
    const { mercury, venus, mars, jupiter, saturn, phase, weekday: day, aspects, degree, decan } = toFields(value);
    const placed = { mercury, venus, mars, jupiter, saturn };
    return {
      'planets at the birth': Object.entries(placed).map(
        ([planet, sign]) => `${capitalised(planet)} in ${capitalised(sign)}`,
      ),
      'phase of the Moon at the birth': moonPhase(phase),
      'weekday of the birth': capitalised(day),
      'aspects to the Sun at the birth': toList(aspects).map((aspect) => {
        const { planet, quality } = toFields(aspect);
        return `${ASPECTS[String(quality)]} with ${capitalised(planet)}`;
      }),
      'Sun at the birth': `degree ${degree} of its sign, decan of ${capitalised(decan)}`,
    };
  },
  sun: label('sun sign at the birth', capitalised),
  expression: labelNumber('expression number'),
  soul_urge: labelNumber('soul urge number'),
  personal_year: labelNumber('personal year', 'number.time'),
  year_number: labelNumber('personal year', 'number.time'),
  month_number: labelNumber('personal month', 'number.time'),
  born_number: labelNumber('number of the day of birth'),
  given: labelNumber('number of the first name'),
  family: labelNumber('number of the family name'),
  balance: (value, { initials }, { english }) => ({
    [`number of the initials ${initials}`]: number(value, createNames(english)),
  }),
  most_value: (value, { most_count }, { english }) => ({
    'most frequent value of the letters': `${number(value, createNames(english))}; ${most_count} letters`,
  }),
  missing: (value, { initials }) => ({
    [initials === undefined ? 'digits missing from the date' : 'digits that no letter has']: toList(value).map(String),
  }),
  sum: label('calculation', (value) => (value === 0 ? undefined : showReduction(Number(value)))),
  letters_sum: label('calculation of the expression number', (value) => showReduction(Number(value))),
  vowels_sum: label('calculation of the soul urge number', (value) =>
    value === 0 ? undefined : showReduction(Number(value)),
  ),
  summands: label('calculation of the life path', (value) => showReduction(...toList(value).map(Number))),
  name: (value, _, subject) => labelFacts(toFields(value), subject),
  best_months: label('best months', months),
  challenging_months: label('challenging months', months),
  last_year: (value, { last_age }) => ({ 'last year of this number': `${value}, at the age of ${last_age}` }),
  challenge: (value, _, { english }) => ({
    'challenge of these years': `${value}: ${createNames(english).name('number.challenge', Number(value))}`,
  }),
  challenges: (value, { times }, { english }) =>
    Object.fromEntries(
      toList(value).map((one, at) => {
        const { from_age, from, until_age, until } = toFields(toList(times)[at]);
        const begins = from === undefined ? 'from birth' : `from the age of ${from_age} (${from})`;
        const ends = until === undefined ? 'for good' : `to the age of ${until_age} (${until})`;
        const asks = createNames(english).name('number.challenge', Number(one));
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
    number: labelNumber('life path'),
    month: () => ({}),
    day_number: labelNumber('number of the day of birth'),
    attitude: labelNumber('number of day and month together'),
    year_number: labelNumber('number of the year of birth'),
  },
  numerological_numbers: {
    month: () => ({}),
    day_number: labelNumber('number of the day of birth'),
    year_number: () => ({}),
    year: label('present year'),
  },
  expression_number: { number: labelNumber('expression number') },
  soul_urge_number: { number: labelNumber('soul urge number') },
  personality_number: { number: labelNumber('personality number') },
  subconscious_self_number: {
    number: label('subconscious self number', (value) => `${value} of the digits from 1 to 9 occur in the name`),
  },
  personal_day: { number: labelNumber('personal day', 'number.time') },
  personal_month: {
    number: labelNumber('personal month', 'number.time'),
    day_number: labelNumber('number of the day of birth'),
  },
  personal_year: { number: labelNumber('personal year', 'number.time'), year: label('year') },
};
