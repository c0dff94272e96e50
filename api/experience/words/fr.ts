import type { Words } from './en.js';

export const fr: Words = {
  names: {
    gallery: 'Galerie',
    appBadges: 'Télécharger l’application',
    video: 'Vidéo',
    mp3: 'Audio',
    pdf: 'Document',
    socialLinks: 'Suivez-nous',
    rating: 'Notez-nous',
    feedback: 'Votre avis',
    text: 'À propos',
  },
  more: 'Plus',
  missing: {
    title: 'Page introuvable',
    text: 'Aucune page ne se trouve à cette adresse. Le code a peut-être été mal saisi, ou la page retirée.',
  },
  badges: { ios: ['Télécharger dans l’', 'App Store'], android: ['Disponible sur', 'Google Play'] },
  coupon: {
    copy: 'Copier',
    copied: 'Copié',
    copyByHand: 'Sélectionnez le code pour le copier',
    validUntil: 'Valable jusqu’au',
    expired: 'Expiré le',
    terms: 'Conditions',
  },
  event: { starts: 'Commence', save: 'Ajouter au calendrier', more: 'En savoir plus' },
  feedback: {
    question: 'Que souhaitez-vous nous dire ?',
    send: 'Envoyer',
    email: 'Écrire un e-mail',
    thanks: 'Merci pour votre message !',
  },
  gallery: {
    pictures: 'Images',
    picture: (number, of) => `Image ${number} sur ${of}`,
    previous: 'Image précédente',
    next: 'Image suivante',
  },
  mp3: { listen: 'Écouter' },
  pdf: { open: 'Ouvrir le document' },
  rating: {
    question: 'Comment s’est passée votre expérience ?',
    stars: (number, of) => `${number} sur ${of}`,
    send: 'Envoyer la note',
    thanks: 'Merci pour votre note !',
  },
  vcard: { save: 'Enregistrer le contact' },
  video: { watch: 'Regarder la vidéo' },
  problem: 'Cela n’a pas fonctionné. Veuillez réessayer.',
};
