// A page for phones, and the QR code that opens it.
import type { PageDocument, QrImageOptions } from 'utility-api-client';
import { api } from './client.js';

const page: PageDocument = {
  version: 1,
  theme: { primary: '#7a2e0e' },
  blocks: [
    { type: 'hero', props: { headline: 'Trattoria Lucia', description: 'Wood-fired since 1962' } },
    { type: 'button', props: { label: 'Reserve a table', href: 'https://example.com/reserve' } },
  ],
};
const style: QrImageOptions = { body_style: 'dot', foreground_color: page.theme?.primary ?? '#000000' };

const { experience, scan_url } = await api.qrExperience.generate({ type: 'page', page, ...style });
console.log(`Experience ${experience.id} is open at ${scan_url}`);
