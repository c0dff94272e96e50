import { chineseZodiac } from '../../shared/catalogue/horoscope.js';
import { handle } from '../handle.js';
import { asComputed, chineseBirth } from '../tools/chinese-calendar/birth.js';
import { chineseCharacter } from '../tools/readings/chinese.js';
import { envelope, warmUp } from '../tools/readings/envelope.js';
import { write } from '../tools/readings/write.js';

export default handle(
  chineseZodiac,
  (input, call) =>
    envelope(async () => {
      const birth = chineseBirth(input);
      return {
        computed_data: asComputed(birth),
        reading: await write(chineseCharacter, birth, input.language, call),
      };
    }),
  warmUp,
);
