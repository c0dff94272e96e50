import type { ChineseYear, FactsOf } from 'readings';
import { chineseYearForecast } from '../../shared/contract/catalogue/horoscope.js';
import {
  chineseYear,
  computeChineseBirth,
  computeChineseDay,
  findAnimalRelation,
  findElementRelation,
  findLuckyMonths,
  findMonthAnimal,
  toComputedYear,
} from '../lib/chinese-calendar.js';
import { findLatestBirth, findMinorFacts } from '../lib/readings/minor.js';
import { horoscope, today } from '../lib/readings/reading.js';

/** Minimum ages of young, middle and late life. */
const YOUNGEST = 12;
const MIDDLE = 36;
const LATE = 61;

export default horoscope(chineseYearForecast, {
  name: 'chinese_year_forecast',
  about: 'what a lunar year holds for someone of a Chinese animal and element: overview, career, love, health',
  calculate(input, call) {
    const birth = computeChineseBirth(input);
    const forecast = chineseYear(input.year ?? Number(today(call).slice(0, 4)));
    const born: Born = input.birth_date === undefined ? {} : bornOn(input.birth_date, forecast.year);
    return {
      computed: { ...toComputedYear(birth), forecast_year: forecast.year },
      facts: {
        birth,
        forecast,
        relations: compareYears(birth, forecast, born),
        lucky_months: findLuckyMonths(birth.animal, forecast.animal),
        ...born,
        ...findMinorFacts(findLatestBirth(input), today(call)),
      },
    };
  },
});

/** Returns the relations of a year to a birth. */
const compareYears = (birth: ChineseYear, forecast: ChineseYear, { inner, day }: Born) => ({
  animal: findAnimalRelation(birth.animal, forecast.animal),
  element: findElementRelation(birth.element, forecast.element),
  ...(inner && { inner: findAnimalRelation(inner, forecast.animal) }),
  ...(day && {
    day: findAnimalRelation(day.animal, forecast.animal),
    day_element: findElementRelation(day.element, forecast.element),
  }),
});

/** Facts that a date of birth adds to its year. */
type Born = Pick<FactsOf<'chinese_year_forecast'>, 'inner' | 'day' | 'age' | 'life'>;

function bornOn(date: string, forecastYear: number): Born {
  const day = { inner: findMonthAnimal(date), day: computeChineseDay(date) };
  const age = forecastYear - Number(date.slice(0, 4));
  if (age < YOUNGEST) return day;
  if (age < MIDDLE) return { ...day, age, life: 'young' };
  return { ...day, age, life: age < LATE ? 'middle' : 'late' };
}
