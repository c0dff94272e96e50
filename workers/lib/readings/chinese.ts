import type { chineseYearForecast, chineseZodiac } from '../../../shared/contract/catalogue/horoscope.js';
import type { Output } from '../../../shared/contract/endpoint.js';
import { animalRelation, type ChineseYear, elementRelation, luckyMonths } from '../chinese-calendar.js';
import type { ReadingKind } from './write.js';

export interface ForecastFacts {
  readonly birth: ChineseYear;
  readonly forecast: ChineseYear;
}

export const chineseCharacter: ReadingKind<ChineseYear, Output<typeof chineseZodiac>['reading']> = {
  name: 'chinese_zodiac',
  about: 'the character of a Chinese animal year with its element and polarity: personality, career, love, health',
  theme: (birth) => ({
    facts: { animal: birth.animal, element: birth.element, yin_yang: birth.yinYang },
    seed: `chinese ${birth.animal} ${birth.element}`,
  }),
  compose: (_, words) => ({
    personality: words.tell(['chinese.personality', 'chinese.element.personality', 'chinese.polarity']),
    career: words.tell(['chinese.career', 'chinese.element.career']),
    love: words.tell(['chinese.love', 'chinese.element.love']),
    health: words.tell(['chinese.health', 'chinese.element.health']),
  }),
};

export const chineseForecast: ReadingKind<ForecastFacts, Output<typeof chineseYearForecast>['reading']> = {
  name: 'chinese_year_forecast',
  about: 'what a lunar year holds for someone of a Chinese animal and element: overview, career, love, health',
  theme: ({ birth, forecast }, names) => ({
    facts: {
      animal: birth.animal,
      element: birth.element,
      year_animal: forecast.animal,
      relation: animalRelation(birth.animal, forecast.animal),
      element_relation: elementRelation(birth.element, forecast.element),
    },
    slots: { year: String(forecast.year), element: names.name(`chinese.${birth.element}`) },
    seed: `forecast ${birth.animal} ${birth.element} ${forecast.year}`,
  }),
  compose: ({ birth, forecast }, words) => ({
    overview: words.tell(['forecast.year', 'forecast.overview', 'forecast.element']),
    career: words.tell(['forecast.career', 'forecast.career.animal']),
    love: words.tell(['forecast.love', 'forecast.love.animal']),
    health: words.tell(['forecast.health', 'forecast.health.element']),
    lucky_months: luckyMonths(birth.animal, forecast.animal),
  }),
};
