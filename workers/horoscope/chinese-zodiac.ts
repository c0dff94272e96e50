import { chineseZodiac } from '../../shared/contract/catalogue/horoscope.js';
import { handle } from '../handle.js';
import { asComputed, chineseBirth } from '../lib/chinese-calendar.js';
import { chineseCharacter } from '../lib/readings/chinese.js';
import { envelope, warmUp } from '../lib/readings/envelope.js';
import { write } from '../lib/readings/write.js';

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
