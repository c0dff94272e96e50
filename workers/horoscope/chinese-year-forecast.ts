import { chineseYearForecast } from '../../shared/contract/catalogue/horoscope.js';
import { handle } from '../handle.js';
import { asComputed, chineseBirth, chineseYear } from '../lib/chinese-calendar.js';
import { chineseForecast } from '../lib/readings/chinese.js';
import { envelope, today, warmUp } from '../lib/readings/envelope.js';
import { write } from '../lib/readings/write.js';

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
