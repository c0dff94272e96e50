import type { BlockType } from '../../../shared/contract/hosted-pages/blocks.js';
import type { PageType } from '../../../shared/contract/hosted-pages/page-types.js';
import { contentBlocks, isContentType } from '../../../shared/contract/hosted-pages/page-types.js';

/** Placeholder for the URL of the sample pictures, which are served by this service. */
export const SAMPLES_URL = 'https://example.com/samples/';

const sample = (number: number): string => `${SAMPLES_URL}${number}.svg`;

/** Example props of each block type. */
export const blockExamples: Readonly<Record<BlockType, Readonly<Record<string, unknown>>>> = {
  hero: {
    headline: 'Trattoria Lucia',
    description: 'Wood-fired pizza and handmade pasta, since 1962.',
    image: sample(1),
    cta: { label: 'Reserve a table', href: 'https://example.com/reserve' },
  },
  gallery: {
    title: 'A look inside',
    images: [1, 2, 3].map((number) => ({ url: sample(number), alt: `Room ${number}` })),
  },
  appBadges: { title: 'Museum guide', ios: 'https://example.com/ios', android: 'https://example.com/android' },
  video: { title: 'How we make pici', url: 'https://video.example.com/watch?v=1' },
  mp3: { title: 'Hall 1: The beginnings', url: 'https://example.com/sound.mp3', cover: sample(2) },
  pdf: { title: 'Floor plan', url: 'https://example.com/plan.pdf' },
  socialLinks: {
    title: 'Find us',
    items: [
      { name: 'Instagram', url: 'https://instagram.com/example' },
      { name: 'Newsletter', url: 'mailto:news@example.com' },
    ],
  },
  event: {
    title: 'Truffle night',
    start: '2031-01-23T19:00',
    end: '2031-01-23T23:00',
    timezone: 'Europe/Rome',
    location: 'Via Roma 12, 53100 Siena',
    description: 'Six courses; bring friends, and time.',
  },
  coupon: { title: '10 % off your first order', code: 'CIAO-10', valid_until: '2031-03-31', terms: 'One per table.' },
  rating: { title: 'Rate your stay', question: 'How did you sleep?' },
  feedback: { title: 'Your opinion', question: 'What can we do better?', email: 'info@example.com' },
  vcardPlus: {
    first_name: 'Lucia',
    last_name: 'Bianchi',
    org: 'Trattoria Lucia',
    job_title: 'Owner',
    phones: ['+39 0577 123456'],
    emails: ['lucia@example.com'],
    address: 'Via Roma 12\n53100 Siena',
  },
  text: { title: 'Buongiorno!', text: 'We cook what the market has in the morning.\n\nClosed on Mondays.' },
  button: { label: 'See the menu', href: 'https://example.com/menu' },
  wifi: { title: 'Wi-Fi for guests', ssid: 'Trattoria Lucia', password: 'buongiorno' },
  menu: {
    title: 'Evening menu',
    currency: 'EUR',
    sections: [
      {
        title: 'Pasta',
        items: [
          {
            name: 'Pici cacio e pepe',
            description: 'Handmade, with pecorino',
            price: 14.5,
            allergens: ['Gluten', 'Milk'],
            photo: sample(3),
          },
          { name: 'Tagliatelle al tartufo', price_text: 'market price', allergens: ['Gluten', 'Eggs'] },
        ],
      },
      { title: 'Dolci', items: [{ name: 'Panna cotta', price: 6, allergens: ['Milk'] }] },
    ],
  },
  businessHours: {
    title: 'Opening hours',
    timezone: 'Europe/Rome',
    hours: ['tuesday', 'wednesday', 'thursday', 'friday', 'saturday'].flatMap((day) => [
      { day, opens: '12:00', closes: '14:30' },
      { day, opens: '19:00', closes: '23:30' },
    ]),
    holidays: [{ date: '2031-12-25', name: 'Christmas' }],
  },
  leadForm: {
    title: 'Plan your party with us',
    fields: [
      { name: 'name', label: 'Your name', required: true },
      { name: 'email', label: 'Email', type: 'email', required: true },
      { name: 'guests', label: 'How many of you?', type: 'choice', options: ['up to 10', '11 to 30', 'more'] },
    ],
    consent: 'You may write to me about this request.',
    privacy: 'https://example.com/privacy',
  },
  faq: {
    title: 'Questions and answers',
    items: [
      { question: 'May I bring my dog?', answer: 'Yes, and there is water for it.' },
      { question: 'Where can I park?', answer: 'Behind the house, for free.' },
    ],
  },
  spacer: { height: 24 },
  divider: {},
};

/** Returns an example of the `content` of a type. */
export function findContentExample(type: Exclude<PageType, 'page'>): Readonly<Record<string, unknown>> {
  if (isContentType(type)) return blockExamples[contentBlocks[type]];
  if (type === 'url') return { url: 'https://example.com/menu' };
  const { title, url } = blockExamples.video;
  return { title: 'How it is made', items: [{ title, url }] };
}
