import { chineseZodiac } from '../../shared/contract/catalogue/horoscope.js';
import { computeChineseBirth, computeChineseDay, findMonthAnimal, toComputedYear } from '../lib/chinese-calendar.js';
import { findLatestBirth, findMinorFacts } from '../lib/readings/minor.js';
import { horoscope, today } from '../lib/readings/reading.js';

export default horoscope(chineseZodiac, {
  name: 'chinese_zodiac',
  about: 'the character of a Chinese animal year with its element and polarity: personality, career, love, health',
  calculate(input, call) {
    const birth = computeChineseBirth(input);
    const date = input.birth_date;
    const born = date === undefined ? {} : { inner: findMonthAnimal(date), day: computeChineseDay(date) };
    return {
      computed: toComputedYear(birth),
      facts: { ...birth, ...born, ...findMinorFacts(findLatestBirth(input), today(call)) },
    };
  },
});
