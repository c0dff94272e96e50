import { chineseYearForecast } from '../../shared/contract/catalogue/horoscope.js';
import {
  animalRelation,
  asComputed,
  chineseBirth,
  chineseYear,
  elementRelation,
  luckyMonths,
  monthAnimal,
} from '../lib/chinese-calendar.js';
import { horoscope, today } from '../lib/readings/reading.js';

export default horoscope(chineseYearForecast, {
  name: 'chinese_year_forecast',
  about: 'what a lunar year holds for someone of a Chinese animal and element: overview, career, love, health',
  calculate(input, call) {
    const birth = chineseBirth(input);
    const forecast = chineseYear(input.year ?? Number(today(call).slice(0, 4)));
    const inner = input.birth_date === undefined ? {} : { inner: monthAnimal(input.birth_date) };
    return { computed: { ...asComputed(birth), forecast_year: forecast.year }, facts: { birth, forecast, ...inner } };
  },
  theme: ({ birth, forecast, inner }, names) => ({
    facts: {
      animal: birth.animal,
      element: birth.element,
      year_animal: forecast.animal,
      relation: animalRelation(birth.animal, forecast.animal),
      inner_relation: inner && animalRelation(inner, forecast.animal),
      element_relation: elementRelation(birth.element, forecast.element),
    },
    slots: { year: String(forecast.year), element: names.name(`chinese.${birth.element}`) },
    seed: `forecast ${birth.animal} ${birth.element} ${forecast.year} ${birth.year} ${inner ?? ''}`,
  }),
  compose: ({ birth, forecast }, words) => ({
    overview: words.tell(['forecast.year', 'forecast.overview', 'forecast.element', 'forecast.inner?']),
    career: words.tell(['forecast.career', 'forecast.career.animal']),
    love: words.tell(['forecast.love', 'forecast.love.animal']),
    health: words.tell(['forecast.health', 'forecast.health.element']),
    lucky_months: luckyMonths(birth.animal, forecast.animal),
  }),
});
