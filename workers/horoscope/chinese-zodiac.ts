import { chineseZodiac } from '../../shared/contract/catalogue/horoscope.js';
import { asComputed, chineseBirth, monthAnimal } from '../lib/chinese-calendar.js';
import { horoscope } from '../lib/readings/reading.js';

export default horoscope(chineseZodiac, {
  name: 'chinese_zodiac',
  about: 'the character of a Chinese animal year with its element and polarity: personality, career, love, health',
  calculate(input) {
    const birth = chineseBirth(input);
    const inner = input.birth_date === undefined ? {} : { inner: monthAnimal(input.birth_date) };
    return { computed: asComputed(birth), facts: { ...birth, ...inner } };
  },
  theme: (birth) => ({
    facts: { animal: birth.animal, element: birth.element, yin_yang: birth.yinYang, inner: birth.inner },
    seed: `chinese ${birth.animal} ${birth.element} ${birth.year} ${birth.inner ?? ''}`,
  }),
  compose: (_, words) => ({
    personality: words.tell([
      'chinese.personality',
      'chinese.element.personality',
      'chinese.polarity',
      'chinese.inner?',
    ]),
    career: words.tell(['chinese.career', 'chinese.element.career']),
    love: words.tell(['chinese.love', 'chinese.element.love']),
    health: words.tell(['chinese.health', 'chinese.element.health']),
  }),
});
