import type { Words } from './en.js';

export const pt: Words = {
  names: {
    gallery: 'Galeria',
    appBadges: 'Baixe o app',
    video: 'Vídeo',
    mp3: 'Áudio',
    pdf: 'Documento',
    socialLinks: 'Siga-nos',
    rating: 'Avalie',
    feedback: 'Sua opinião',
    text: 'Sobre',
  },
  more: 'Mais',
  missing: {
    title: 'Página não encontrada',
    text: 'Não há nenhuma página neste endereço. O código pode ter sido digitado errado ou a página, retirada.',
  },
  badges: { ios: ['Baixar na', 'App Store'], android: ['Disponível no', 'Google Play'] },
  coupon: {
    copy: 'Copiar',
    copied: 'Copiado',
    copyByHand: 'Selecione o código para copiá-lo',
    validUntil: 'Válido até',
    expired: 'Expirou em',
    terms: 'Condições',
  },
  event: { starts: 'Começa', save: 'Adicionar ao calendário', more: 'Saiba mais' },
  feedback: {
    question: 'O que você gostaria de nos dizer?',
    send: 'Enviar',
    email: 'Escrever um e-mail',
    thanks: 'Obrigado pela sua mensagem!',
  },
  gallery: {
    pictures: 'Imagens',
    picture: (number, of) => `Imagem ${number} de ${of}`,
    previous: 'Imagem anterior',
    next: 'Próxima imagem',
  },
  mp3: { listen: 'Ouvir' },
  pdf: { open: 'Abrir o documento' },
  rating: {
    question: 'Como foi a sua experiência?',
    stars: (number, of) => `${number} de ${of}`,
    send: 'Enviar avaliação',
    thanks: 'Obrigado pela sua avaliação!',
  },
  vcard: { save: 'Salvar contato' },
  video: { watch: 'Assistir ao vídeo' },
  problem: 'Não funcionou. Tente novamente.',
};
