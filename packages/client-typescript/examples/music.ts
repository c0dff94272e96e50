// Songs whose title has a word in it.
import { api } from './client.js';

const { data, meta } = await api.music.chartData({ action: 'search', keyword: 'river' });
console.log(`${data.length} songs by ${meta.provider}`);
for (const song of data) console.log(song);
