import type { Words } from './en.js';

export const de: Words = {
  names: {
    gallery: 'Galerie',
    appBadges: 'Zur App',
    video: 'Video',
    mp3: 'Audio',
    pdf: 'Dokument',
    socialLinks: 'Folge uns',
    rating: 'Bewerte uns',
    feedback: 'Deine Meinung',
    text: 'Info',
  },
  more: 'Mehr',
  missing: {
    title: 'Seite nicht gefunden',
    text: 'Unter dieser Adresse gibt es keine Seite. Vielleicht wurde der Code falsch abgetippt oder die Seite entfernt.',
  },
  badges: { ios: ['Laden im', 'App Store'], android: ['Jetzt bei', 'Google Play'] },
  coupon: {
    copy: 'Kopieren',
    copied: 'Kopiert',
    copyByHand: 'Zum Kopieren den Code markieren',
    validUntil: 'Gültig bis',
    expired: 'Abgelaufen am',
    terms: 'Bedingungen',
  },
  event: { starts: 'Beginnt', save: 'In den Kalender', more: 'Mehr dazu' },
  feedback: {
    question: 'Was möchtest du uns sagen?',
    send: 'Senden',
    email: 'E-Mail schreiben',
    thanks: 'Danke für deine Nachricht!',
  },
  gallery: {
    pictures: 'Bilder',
    picture: (number, of) => `Bild ${number} von ${of}`,
    previous: 'Vorheriges Bild',
    next: 'Nächstes Bild',
  },
  mp3: { listen: 'Anhören' },
  pdf: { open: 'Dokument öffnen' },
  rating: {
    question: 'Wie hat es dir gefallen?',
    stars: (number, of) => `${number} von ${of}`,
    send: 'Bewertung senden',
    thanks: 'Danke für deine Bewertung!',
  },
  vcard: { save: 'Kontakt speichern' },
  video: { watch: 'Video ansehen' },
  problem: 'Das hat nicht geklappt. Bitte versuch es noch einmal.',
};
