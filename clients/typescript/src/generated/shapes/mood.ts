// Made from the catalogue by `npm run generate:client`; changes here are lost.

export type Mood =
  | 'cheerful'
  | 'dramatic'
  | 'inspiring'
  | 'sarcastic'
  | 'romantic'
  | 'mysterious'
  | 'uplifting'
  | 'funny'
  | 'serious'
  | 'neutral'
  | 'energetic'
  | 'friendly'
  | 'angry'
  | 'nostalgic';
