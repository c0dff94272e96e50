/** Values that a visitor enters, one for every kind of field. */
const leadFields = [
  { name: 'name', label: 'Your name', required: true },
  { name: 'email', label: 'Email', type: 'email', required: true },
  { name: 'phone', label: 'Phone', type: 'phone' },
  { name: 'guests', label: 'How many of you?', type: 'choice', options: ['up to 10', 'more'] },
  { name: 'wishes', label: 'Wishes', type: 'long' },
  { name: 'vegetarian', label: 'Some of us eat no meat', type: 'yes' },
];

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
  { type: 'wifi', props: { title: 'Wi-Fi', ssid: 'Lucia', password: 'buongiorno' } },
  {
    type: 'menu',
    props: {
      title: 'Today',
      currency: 'EUR',
      sections: [{ title: 'Pasta', items: [{ name: 'Pici', price: 14.5, allergens: ['Gluten'] }] }],
    },
  },
  {
    type: 'businessHours',
    props: { title: 'Open', timezone: 'Europe/Rome', hours: [{ day: 'tuesday', opens: '12:00', closes: '23:00' }] },
  },
  {
    type: 'leadForm',
    props: { title: 'Your party', fields: leadFields.slice(0, 2), consent: 'You may write to me.', button: 'Ask us' },
  },
  { type: 'faq', props: { title: 'Questions', items: [{ question: 'Dogs?', answer: 'Welcome.' }] } },
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
  wifi: { title: 'Wi-Fi for guests', ssid: 'Café; "Süd"', password: 'buon:giorno,1', note: 'Until eleven at night.' },
  menu: {
    title: 'Abendkarte',
    currency: 'EUR',
    language: 'de',
    sections: [
      {
        title: 'Donaudampfschifffahrtsgesellschaftsteller',
        description: 'Alles aus der Region',
        items: [
          {
            name: 'Saibling',
            description: 'Aus dem Ofen',
            price: 24.5,
            allergens: ['Fisch', 'Milch'],
            photo: `${media}/pictures/1.jpg`,
          },
          { name: 'Hirsch', price_text: 'Tagespreis', allergens: ['Sellerie'] },
        ],
      },
      { title: 'Süßes', items: [{ name: 'Marillenknödel', price: 9, photo: `${media}/broken.jpg` }] },
    ],
    note: 'Alle Preise mit Steuer.',
  },
  business_hours: {
    title: 'When we are here',
    timezone: 'Europe/Vienna',
    hours: [
      ...['monday', 'tuesday', 'wednesday', 'thursday'].map((day) => ({ day, opens: '09:00', closes: '18:00' })),
      { day: 'friday', opens: '09:00', closes: '12:00' },
      { day: 'friday', opens: '18:00', closes: '02:00' },
    ],
    holidays: [{ date: '2031-12-25', name: 'Christmas' }],
    note: 'Ring the bell.',
  },
  lead_form: {
    title: 'Plan your party with us',
    text: 'We answer within a day.',
    fields: leadFields,
    consent: 'You may write to me about this request.',
    privacy: 'https://example.com/privacy',
  },
  faq: {
    title: 'Questions and answers',
    items: [
      { question: 'May I bring my dog?', answer: 'Yes, and there is water for it.' },
      { question: 'Where can I park?', answer: 'Behind the house.\nFor free.' },
    ],
  },
});
