/** A block of every type, filled in. Pictures and sounds come from the given address. */
export const everyBlock = (media: string) => [
  {
    type: 'hero',
    props: {
      headline: 'Trattoria Lucia',
      description: 'Wood-fired pizza and handmade pasta in the heart of the old town, since 1962.',
      image: `${media}/pictures/0.jpg`,
      cta: { label: 'Reserve a table', href: 'https://example.com/reserve' },
    },
  },
  {
    type: 'text',
    props: { title: 'Buongiorno!', text: 'We cook what the market has in the morning.\n\nClosed on Mondays.' },
  },
  {
    type: 'gallery',
    props: {
      title: 'A look inside',
      scroll: true,
      images: [1, 2, 3].map((n) => ({ url: `${media}/pictures/${n}.jpg`, alt: `Table ${n}` })),
    },
  },
  {
    type: 'event',
    props: {
      title: 'Truffle night',
      start: '2031-01-23T19:00',
      end: '2031-01-23T23:00',
      timezone: 'Europe/Rome',
      location: 'Via Roma 12, 53100 Siena',
      description: 'Six courses; bring friends, and time.',
      url: 'https://example.com/truffle',
    },
  },
  {
    type: 'coupon',
    props: {
      title: '10 % off your first order',
      code: 'CIAO-10',
      description: 'For pizza to take away.',
      valid_until: '2031-03-31',
      terms: 'One per table.',
    },
  },
  { type: 'button', props: { label: 'See the menu', href: 'https://example.com/menu' } },
  { type: 'divider' },
  { type: 'mp3', props: { title: 'Our playlist', url: `${media}/sound.mp3`, cover: `${media}/pictures/4.jpg` } },
  { type: 'video', props: { title: 'How we make pici', url: 'https://video.example.com/watch?v=1' } },
  { type: 'pdf', props: { title: 'Wine list', url: 'https://example.com/wine.pdf' } },
  {
    type: 'appBadges',
    props: { title: 'Order with our app', ios: 'https://example.com/ios', android: 'https://example.com/android' },
  },
  {
    type: 'socialLinks',
    props: {
      title: 'Follow us',
      items: [
        { name: 'Instagram', url: 'https://instagram.com/example' },
        { name: 'Website', url: 'https://example.com' },
        { name: 'Newsletter', url: 'mailto:news@example.com' },
      ],
    },
  },
  { type: 'rating', props: { title: 'Rate us' } },
  { type: 'feedback', props: { title: 'Tell us', email: 'ciao@example.com' } },
  { type: 'spacer', props: { height: 24 } },
  {
    type: 'vcardPlus',
    props: {
      first_name: 'Lucia',
      last_name: 'Bianchi',
      org: 'Trattoria Lucia',
      job_title: 'Owner',
      phones: ['+39 0577 123456'],
      emails: ['lucia@example.com'],
      url: 'https://www.example.com/',
      address: 'Via Roma 12\n53100 Siena',
      note: 'Ask for the daily dishes.',
    },
  },
];

/** A `content` for every type of experience that takes one. */
export const everyContent = (media: string): Record<string, object> => ({
  url: { url: 'https://example.com/elsewhere' },
  text: { title: 'Wi-Fi', text: 'Network: Guest\nPassword: buongiorno' },
  rating: { title: 'Rate your stay', question: 'How did you sleep?', max: 5 },
  mp3: { title: 'Hall 1', url: `${media}/sound.mp3`, cover: `${media}/pictures/1.jpg` },
  pdf: { title: 'Floor plan', url: 'https://example.com/plan.pdf' },
  social: { title: 'Find us', items: [{ name: 'Instagram', url: 'https://instagram.com/example' }] },
  images: { title: 'Our rooms', images: [1, 2, 3, 4].map((n) => ({ url: `${media}/pictures/${n}.jpg` })) },
  app: { title: 'Museum guide', ios: 'https://example.com/ios', android: 'https://example.com/android' },
  videos: {
    title: 'How it is made',
    items: [
      { url: 'https://video.example.com/watch?v=1', title: 'Dough' },
      { url: 'https://video.example.com/watch?v=2', title: 'Sauce' },
    ],
  },
  event: { title: 'Open day', start: '2031-05-01 10:00', end: '2031-05-01 17:00', timezone: 'Europe/Vienna' },
  coupon: { title: 'Free coffee', code: 'KAFFEE', valid_until: '2031-12-31' },
  feedback: { title: 'Your opinion', question: 'What can we do better?', email: 'info@example.com' },
  vcard_plus: {
    first_name: 'Zoë',
    last_name: 'Łukasz',
    org: 'Müller & Söhne; GmbH',
    job_title: 'Head of sales',
    phones: ['+49 30 123456'],
    emails: ['zoe@example.com'],
    address: 'Hauptstraße 1\n10115 Berlin',
    note: 'Calls back, always.',
  },
});
