/** What pages say by themselves, in English; the other languages say the same. */
export const en = {
  names: {
    gallery: 'Gallery',
    appBadges: 'Get the app',
    video: 'Video',
    mp3: 'Audio',
    pdf: 'Document',
    socialLinks: 'Follow us',
    rating: 'Rate us',
    feedback: 'Feedback',
    text: 'About',
  },
  more: 'More',
  missing: {
    title: 'Page not found',
    text: 'There is no page at this address. The code may have been mistyped, or the page taken down.',
  },
  badges: { ios: ['Download on the', 'App Store'], android: ['Get it on', 'Google Play'] },
  coupon: {
    copy: 'Copy',
    copied: 'Copied',
    copyByHand: 'Select the code to copy it',
    validUntil: 'Valid until',
    expired: 'Expired on',
    terms: 'Terms',
  },
  event: { starts: 'Starts', save: 'Add to calendar', more: 'Learn more' },
  feedback: {
    question: 'What would you like to tell us?',
    send: 'Send',
    email: 'Write an email',
    thanks: 'Thank you for your message!',
  },
  gallery: {
    pictures: 'Pictures',
    picture: (number: number, of: number) => `Picture ${number} of ${of}`,
    previous: 'Previous picture',
    next: 'Next picture',
  },
  mp3: { listen: 'Listen' },
  pdf: { open: 'Open the document' },
  rating: {
    question: 'How was your experience?',
    stars: (number: number, of: number) => `${number} of ${of}`,
    send: 'Send rating',
    thanks: 'Thank you for your rating!',
  },
  vcard: { save: 'Save contact' },
  video: { watch: 'Watch the video' },
  problem: 'That did not work. Please try again.',
};

export type Words = typeof en;
