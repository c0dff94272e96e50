// A birth chart, and how two signs get on.
import { api } from './client.js';

const chart = await api.horoscope.zodiacProfile({
  birth_date: '1990-08-05',
  birth_time: '14:30',
  location: 'Lisbon, Portugal',
});
console.log(chart.computed_data, chart.reading.description);

const pair = await api.horoscope.compatibility({ sign_a: 'taurus', sign_b: 'scorpio' });
console.log(`${pair.reading.overall_score} of 100: ${pair.reading.summary}`);
