import { chineseZodiac } from '../../shared/contract/catalogue/horoscope.js';
import { chineseBirth, chineseDay, monthAnimal, toComputedYear } from '../lib/chinese-calendar.js';
import { latestBirth, minorFacts } from '../lib/readings/minor.js';
import { horoscope, today } from '../lib/readings/reading.js';

export default horoscope(chineseZodiac, {
  name: 'chinese_zodiac',
  about: 'the character of a Chinese animal year with its element and polarity: personality, career, love, health',
  calculate(input, call) {
    const birth = chineseBirth(input);
    const date = input.birth_date;
    const born = date === undefined ? {} : { inner: monthAnimal(date), day: chineseDay(date) };
    return {
      computed: toComputedYear(birth),
      facts: { ...birth, ...born, ...minorFacts(latestBirth(input), today(call)) },
    };
  },
});
