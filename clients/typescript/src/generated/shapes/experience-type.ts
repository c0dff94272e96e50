// Made from the catalogue by `npm run generate:client`; changes here are lost.

export type ExperienceType =
  | 'page'
  | 'url'
  | 'text'
  | 'rating'
  | 'mp3'
  | 'pdf'
  | 'social'
  | 'images'
  | 'app'
  | 'videos'
  | 'event'
  | 'coupon'
  | 'feedback'
  | 'vcard_plus';
