import type { Words } from './en.js';

export const es: Words = {
  names: {
    gallery: 'Galería',
    appBadges: 'Consigue la app',
    video: 'Vídeo',
    mp3: 'Audio',
    pdf: 'Documento',
    socialLinks: 'Síguenos',
    rating: 'Valóranos',
    feedback: 'Tu opinión',
    text: 'Información',
  },
  more: 'Más',
  missing: {
    title: 'Página no encontrada',
    text: 'No hay ninguna página en esta dirección. Puede que el código esté mal escrito o que la página se haya retirado.',
  },
  badges: { ios: ['Consíguelo en el', 'App Store'], android: ['Disponible en', 'Google Play'] },
  coupon: {
    copy: 'Copiar',
    copied: 'Copiado',
    copyByHand: 'Selecciona el código para copiarlo',
    validUntil: 'Válido hasta el',
    expired: 'Caducó el',
    terms: 'Condiciones',
  },
  event: { starts: 'Empieza', save: 'Añadir al calendario', more: 'Más información' },
  feedback: {
    question: '¿Qué te gustaría contarnos?',
    send: 'Enviar',
    email: 'Escribir un correo',
    thanks: '¡Gracias por tu mensaje!',
  },
  gallery: {
    pictures: 'Imágenes',
    picture: (number, of) => `Imagen ${number} de ${of}`,
    previous: 'Imagen anterior',
    next: 'Imagen siguiente',
  },
  mp3: { listen: 'Escuchar' },
  pdf: { open: 'Abrir el documento' },
  rating: {
    question: '¿Qué te ha parecido?',
    stars: (number, of) => `${number} de ${of}`,
    send: 'Enviar valoración',
    thanks: '¡Gracias por tu valoración!',
  },
  vcard: { save: 'Guardar contacto' },
  video: { watch: 'Ver el vídeo' },
  problem: 'No ha funcionado. Inténtalo de nuevo.',
};
