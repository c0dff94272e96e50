// Everything that a video needs to be published; written texts take longer, so the request is submitted as a job.
import { api } from './client.js';

const job = await api.submit('video-platform/generate/all-in-one-generator', {
  topic: 'Sourdough bread for beginners',
  keywords: ['sourdough', 'baking'],
});
const { title, description, tags } = await job.result();
console.log(`${title}\n\n${description}\n\n${tags.join(', ')}`);
