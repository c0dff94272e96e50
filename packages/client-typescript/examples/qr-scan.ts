// Counting what visitors of a page do.
import { api } from './client.js';

const { experience } = await api.qrExperience.generate({
  type: 'url',
  content: { url: 'https://example.com/menu' },
});
await api.qrScan.scan({ experience_id: experience.id });
const { ok } = await api.qrScan.event({ experience_id: experience.id, event: 'cta_click', value: 'Reserve a table' });
console.log('Logged:', ok);
