// Made from the catalogue by `npm run generate:client`; changes here are lost.

export type Tone = 'casual' | 'formal' | 'educational' | 'persuasive' | 'friendly' | 'authoritative';
