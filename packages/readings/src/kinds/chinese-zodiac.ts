import type { Composition } from '../compose/compose.js';
import type { Words } from '../compose/words.js';
import type { ChineseAnimal, ChineseDay, ChineseYear, MinorFacts } from '../facts.js';

export interface ChineseZodiacFacts extends ChineseYear, MinorFacts {
  /** Animal of the month of birth. */
  readonly inner?: ChineseAnimal;
  readonly day?: ChineseDay;
}

/** Days of a lunar month before its moon is about full, and up to which it is. */
const WAXING = 12;
const FULL = 18;

export const buildComposition = ({
  animal,
  element,
  yinYang,
  year,
  inner,
  day,
  minor,
}: ChineseZodiacFacts): Composition => ({
  facts: {
    animal,
    element,
    yin_yang: yinYang,
    inner,
    day_animal: day?.animal,
    day_element: day?.element,
    day_yin_yang: day?.yinYang,
    season: day?.season,
    moon: day && moonPhase(day),
    minor,
  },
  slots: day ? { lunar_day: String(day.lunarDay), lunar_month: String(day.lunarMonth) } : {},
  seed: `chinese ${animal} ${element} ${year} ${inner ?? ''}${day ? ` ${JSON.stringify(day)}` : ''}`,
});

export const writeTexts = ({ day, minor }: ChineseZodiacFacts, words: Words) => ({
  ...(day ? writeFromDay(words) : writeFromYear(words)),
  ...(minor && { love: words.say('minor.love') }),
});

const writeFromYear = (words: Words) => ({
  personality: words.tell([
    'chinese.personality',
    'chinese.character',
    'chinese.element.personality',
    'chinese.polarity',
  ]),
  career: words.tell(['chinese.career', 'chinese.element.career']),
  love: words.tell(['chinese.love', 'chinese.element.love']),
  health: words.tell(['chinese.health', 'chinese.element.health']),
});

/** Writes one line of the year for each area of life, its element in one of them; month and day add the rest. */
function writeFromDay(words: Words) {
  const part = words.pick(['personality', 'career', 'love', 'health'] as const);
  const element = (of: typeof part): readonly string[] => (of === part ? [`chinese.element.${of}`] : []);
  const own = words.chance(0.5) ? 'chinese.personality' : 'chinese.character';
  return {
    personality: words.tell([
      own,
      ...element('personality'),
      'chinese.day',
      'chinese.inner',
      ...(part === 'personality' ? [] : [words.pick(['chinese.polarity', 'chinese.lunar'])]),
    ]),
    career: words.tell(['chinese.career', 'chinese.day.career', ...element('career')]),
    love: words.tell(['chinese.love', ...element('love'), 'chinese.day.love']),
    health: words.tell(['chinese.health', 'chinese.season', ...element('health')]),
  };
}

function moonPhase({ lunarDay }: ChineseDay): 'waxing' | 'full' | 'waning' {
  if (lunarDay < WAXING) return 'waxing';
  return lunarDay <= FULL ? 'full' : 'waning';
}
