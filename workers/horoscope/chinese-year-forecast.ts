import type { ChineseYear, FactsOf } from 'readings';
import { chineseYearForecast } from '../../shared/contract/catalogue/horoscope.js';
import {
  animalRelation,
  chineseBirth,
  chineseDay,
  chineseYear,
  elementRelation,
  luckyMonths,
  monthAnimal,
  toComputedYear,
} from '../lib/chinese-calendar.js';
import { latestBirth, minorFacts } from '../lib/readings/minor.js';
import { horoscope, today } from '../lib/readings/reading.js';

/** Minimum ages of young, middle and late life. */
const YOUNGEST = 12;
const MIDDLE = 36;
const LATE = 61;

export default horoscope(chineseYearForecast, {
  name: 'chinese_year_forecast',
  about: 'what a lunar year holds for someone of a Chinese animal and element: overview, career, love, health',
  calculate(input, call) {
    const birth = chineseBirth(input);
    const forecast = chineseYear(input.year ?? Number(today(call).slice(0, 4)));
    const born: Born = input.birth_date === undefined ? {} : bornOn(input.birth_date, forecast.year);
    return {
      computed: { ...toComputedYear(birth), forecast_year: forecast.year },
      facts: {
        birth,
        forecast,
        relations: compareYears(birth, forecast, born),
        lucky_months: luckyMonths(birth.animal, forecast.animal),
        ...born,
        ...minorFacts(latestBirth(input), today(call)),
      },
    };
  },
});

/** Returns the relations of a year to a birth. */
const compareYears = (birth: ChineseYear, forecast: ChineseYear, { inner, day }: Born) => ({
  animal: animalRelation(birth.animal, forecast.animal),
  element: elementRelation(birth.element, forecast.element),
  ...(inner && { inner: animalRelation(inner, forecast.animal) }),
  ...(day && {
    day: animalRelation(day.animal, forecast.animal),
    day_element: elementRelation(day.element, forecast.element),
  }),
});

/** Facts that a date of birth adds to its year. */
type Born = Pick<FactsOf<'chinese_year_forecast'>, 'inner' | 'day' | 'age' | 'life'>;

function bornOn(date: string, forecastYear: number): Born {
  const day = { inner: monthAnimal(date), day: chineseDay(date) };
  const age = forecastYear - Number(date.slice(0, 4));
  if (age < YOUNGEST) return day;
  if (age < MIDDLE) return { ...day, age, life: 'young' };
  return { ...day, age, life: age < LATE ? 'middle' : 'late' };
}
