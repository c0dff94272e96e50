import type { Words } from './en.js';

export const it: Words = {
  names: {
    gallery: 'Galleria',
    appBadges: 'Scarica l’app',
    video: 'Video',
    mp3: 'Audio',
    pdf: 'Documento',
    socialLinks: 'Seguici',
    rating: 'Valutaci',
    feedback: 'La tua opinione',
    text: 'Informazioni',
  },
  more: 'Altro',
  missing: {
    title: 'Pagina non trovata',
    text: 'A questo indirizzo non c’è nessuna pagina. Forse il codice è stato digitato male, o la pagina è stata rimossa.',
  },
  badges: { ios: ['Scarica su', 'App Store'], android: ['Disponibile su', 'Google Play'] },
  coupon: {
    copy: 'Copia',
    copied: 'Copiato',
    copyByHand: 'Seleziona il codice per copiarlo',
    validUntil: 'Valido fino al',
    expired: 'Scaduto il',
    terms: 'Condizioni',
  },
  event: { starts: 'Inizia', save: 'Aggiungi al calendario', more: 'Scopri di più' },
  feedback: {
    question: 'Che cosa vorresti dirci?',
    send: 'Invia',
    email: 'Scrivi un’e-mail',
    thanks: 'Grazie per il tuo messaggio!',
  },
  gallery: {
    pictures: 'Immagini',
    picture: (number, of) => `Immagine ${number} di ${of}`,
    previous: 'Immagine precedente',
    next: 'Immagine successiva',
  },
  mp3: { listen: 'Ascolta' },
  pdf: { open: 'Apri il documento' },
  rating: {
    question: 'Com’è stata la tua esperienza?',
    stars: (number, of) => `${number} di ${of}`,
    send: 'Invia valutazione',
    thanks: 'Grazie per la tua valutazione!',
  },
  vcard: { save: 'Salva contatto' },
  video: { watch: 'Guarda il video' },
  problem: 'Non ha funzionato. Riprova.',
};
