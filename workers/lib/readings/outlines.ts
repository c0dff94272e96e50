import type { LabelledFacts } from './facts/label-facts.js';

/** One part of a reading in the outline for a model. */
export interface OutlinePart {
  /** Place in the reading, such as `love.description`; `traits.*` are all items of a list. */
  readonly part: string;
  readonly about: string;
  /** Requested length in words. */
  readonly words: number;
  /** Labels of the facts that belong to the part; all of them where none is named. */
  readonly facts?: readonly string[];
}

/** Subject of a part, and the labels of its facts. */
type Plan = readonly [about: string, ...facts: readonly string[]];

const HEALTH = 'energy and rest, without medical advice';

/** Parts of the readings, by task and place. `*` stands for the numbers of a list. */
const PLANS: Readonly<Record<string, Readonly<Record<string, Plan>>>> = {
  daily_horoscope: {
    general: [
      'the day: what the Moon brings, then what follows from it',
      'Moon',
      'aspect of the Moon',
      'phase of the Moon',
      'next sign of the Moon',
      'next phase of the Moon',
      'retrograde planets',
      'Moon to the natal Sun',
      'Moon counted from the rising sign',
    ],
    love: ['love and affection today', 'sign', 'Venus'],
    career: ['work and money today', 'sign', 'Mars', 'Sun'],
    health: [HEALTH, 'sign', 'Moon'],
    lucky_color: ['name of one colour, that suits the sign of the Moon', 'Moon'],
    mood: ['the mood of the day, as a label', 'Moon', 'aspect of the Moon'],
  },
  weekly_horoscope: {
    overview: [
      'the week and its turning points',
      'event of the Moon',
      'event of the planets',
      'Sun',
      'transits to the birth chart',
      'counted from the rising sign',
    ],
    love: ['love this week', 'sign', 'Venus', 'natal Venus'],
    career: ['work this week', 'sign', 'Mars', 'natal Mars'],
    health: [HEALTH, 'sign', 'natal Moon'],
    'highlights.focus_area': ['area of life to attend to, as a label', 'event of the Moon', 'Sun'],
  },
  monthly_horoscope: {
    overview: ['the month and its two lunations', 'Sun', 'new moon', 'full moon', 'transits to the birth chart'],
    love: ['love this month', 'sign', 'Venus', 'natal Venus'],
    career: ['work this month', 'sign', 'Mars', 'natal Mars'],
    health: [HEALTH, 'sign', 'natal Moon'],
    planetary_influences: [
      'what single planets bring',
      'planets',
      'retrograde planets',
      'counted from the rising sign',
    ],
    'themes.*': ['a theme of the month, as a label', 'themes'],
  },
  zodiac_profile: {
    strengths: ['what the sign is good at', 'sign', 'planets at the birth', 'aspects to the Sun at the birth'],
    weaknesses: ['what the sign finds hard, kindly', 'sign', 'planets at the birth', 'aspects to the Sun at the birth'],
    description: ['the character as a whole'],
    'traits.*': ['one trait, as an adjective', 'sign', 'Moon at the birth', 'rising sign'],
  },
  compatibility: {
    'love.description': ['how the two love each other'],
    'friendship.description': ['how the two are as friends'],
    'communication.description': ['how the two talk and quarrel'],
    summary: ['what each gives to the other, and what it takes'],
  },
  tarot_reading: {
    'cards.*.meaning': [
      'the card in its position, upright or reversed, with the question in mind',
      'cards',
      'question',
    ],
    overall: ['the cards together, and what they suggest for the question'],
  },
  chinese_zodiac: {
    personality: ['the character of the animal, its element and polarity'],
    career: ['at work', 'animal', 'element', 'day of birth'],
    love: ['in love', 'animal', 'day of birth'],
    health: [HEALTH, 'animal', 'element', 'season'],
  },
  chinese_year_forecast: {
    overview: ['how the animal and element of the birth get on with those of the year'],
    career: ['work in that year'],
    love: ['love in that year'],
    health: [HEALTH],
  },
  moon_phase_report: {
    overview: ['the phase and the sign of the Moon'],
    guidance: ['what to do and to leave under this Moon'],
    intention: ['an intention in the first person', 'phase of the Moon', 'Moon'],
    'best_for.*': ['one thing that the day is good for, as a label', 'phase of the Moon', 'Moon'],
  },
  biorhythm: {
    overview: ['the three rhythms together'],
    physical: ['the body today, without medical advice', 'physical rhythm'],
    emotional: ['the feelings today', 'emotional rhythm'],
    intellectual: ['the mind today', 'intellectual rhythm'],
  },
  numerological_numbers: {
    life_path: ['what the life path means', 'life path', 'number of the day of birth', 'calculation of the life path'],
    expression: [
      'what the expression number means',
      'expression number',
      'number of the family name',
      'calculation of the expression number',
    ],
    soul_urge: ['what the soul urge number means', 'soul urge number', 'calculation of the soul urge number'],
    overall: [
      'the numbers together, and the present year',
      'life path',
      'expression number',
      'personal year',
      'present year',
    ],
  },
  lifepath_number: {
    title: ['a title for a person with this number', 'life path'],
    meaning: ['what the number means for the person; the calculation last and short'],
    'strengths.*': ['one strength, as a label', 'life path', 'number of the day of birth'],
    'challenges.*': ['one weak point, as a label', 'life path'],
    career: ['work that suits the number', 'life path', 'number of day and month together'],
    relationships: ['the number in love and friendship', 'life path'],
  },
  expression_number: {
    title: ['a title for a person with this number', 'expression number'],
    meaning: ['what the person is able to do; the calculation last and short'],
    'talents.*': ['one talent, as a label', 'expression number'],
  },
  soul_urge_number: {
    title: ['a title for this wish', 'soul urge number'],
    meaning: ['what the person wants most; the calculation last and short'],
    'desires.*': ['one wish, as a label', 'soul urge number'],
  },
  personality_number: {
    title: ['a title for how the person comes across', 'personality number'],
    meaning: ['how others see the person; the calculation last and short'],
    first_impression: ['the first minute with the person'],
  },
  challenge_numbers: {
    'first_challenge.meaning': ['what is learned first, and until when', 'first challenge'],
    'second_challenge.meaning': ['what is learned then, and when', 'second challenge'],
    'third_challenge.meaning': ['the main challenge, and when it is strongest', 'third challenge'],
    'fourth_challenge.meaning': ['the late challenge, and from when on', 'fourth challenge'],
  },
  subconscious_self_number: {
    meaning: ['how prepared the person is for a crisis; the count of digits last and short'],
    crisis_response: ['what the person does in a crisis, and what steadies'],
  },
  personal_day: {
    theme: ['the theme of the day, as a label', 'personal day'],
    advice: ['what the day is about and what to do; the personal month as background'],
    'best_for.*': ['one thing that the day is good for, as a label', 'personal day', 'life path'],
    'avoid.*': ['one thing to leave today, as a label', 'personal day'],
  },
  personal_month: {
    theme: ['the theme of the month, as a label', 'personal month'],
    overview: ['what the month is about, for this life path and birthday'],
    'focus_areas.*': ['one area to attend to, as a label', 'personal month', 'life path'],
  },
  personal_year: {
    theme: ['the theme of the year, as a label', 'personal year'],
    overview: ['what the year is about, its good and its slow months'],
  },
};

/** Returns the part of a place in a reading: `traits.*` for `traits.0`. */
export const toPart = (place: string): string => place.replace(/\b\d+\b/g, '*');

/** Texts of fewer words are labels. */
const MIN_TEXT_WORDS = 8;
const MIN_LABEL_WORDS = 3;

/**
 * Outlines a reading for a model.
 *
 * @param words length of each text, by its place
 */
export function outline(task: string, words: Readonly<Record<string, number>>, facts: LabelledFacts): OutlinePart[] {
  const longest = new Map<string, number>();
  for (const [place, count] of Object.entries(words)) {
    const part = toPart(place);
    longest.set(part, Math.max(longest.get(part) ?? 0, count));
  }
  return [...longest].map(([part, count]) => {
    const [about = 'this part', ...labels] = PLANS[task]?.[part] ?? [];
    const own = labels.filter((name) => name in facts);
    return { part, about, words: roundLength(count), ...(own.length > 0 ? { facts: own } : {}) };
  });
}

/** Labels stay as short as they are, texts are rounded up to five words. */
const roundLength = (count: number): number =>
  count < MIN_TEXT_WORDS ? Math.max(MIN_LABEL_WORDS, count) : Math.ceil(count / 5) * 5;
