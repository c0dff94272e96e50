// The numbers of a name and a birth date.
import { api } from './client.js';

const { computed_data, reading } = await api.numerology.numerologicalNumbers({
  birth_date: '1906-12-09',
  full_name: 'Grace Brewster Murray',
});
console.log(computed_data);
console.log(reading.overall);
