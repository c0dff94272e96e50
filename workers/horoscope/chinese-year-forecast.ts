import { chineseYearForecast } from '../../shared/catalogue/horoscope.js';
import { handle } from '../handle.js';
import { asComputed, chineseBirth } from '../tools/chinese-calendar/birth.js';
import { chineseYear } from '../tools/chinese-calendar/year.js';
import { chineseForecast } from '../tools/readings/chinese.js';
import { envelope, today, warmUp } from '../tools/readings/envelope.js';
import { write } from '../tools/readings/write.js';

export default handle(
  chineseYearForecast,
  (input, call) =>
    envelope(async () => {
      const birth = chineseBirth(input);
      const forecast = chineseYear(input.year ?? Number(today(call).slice(0, 4)));
      return {
        computed_data: { ...asComputed(birth), forecast_year: forecast.year },
        reading: await write(chineseForecast, { birth, forecast }, input.language, call),
      };
    }),
  warmUp,
);
