// A page for phones, and the QR code that opens it.
import { api } from './client.js';

const { experience, scan_url } = await api.qrExperience.generate({
  type: 'page',
  page: {
    version: 1,
    theme: { primary: '#7a2e0e' },
    blocks: [
      { type: 'hero', props: { headline: 'Trattoria Lucia', description: 'Wood-fired since 1962' } },
      { type: 'button', props: { label: 'Reserve a table', href: 'https://example.com/reserve' } },
    ],
  },
});
console.log(`Experience ${experience.id} is open at ${scan_url}`);
