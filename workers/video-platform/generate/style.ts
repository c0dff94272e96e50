import type { moods, tones } from '../../../shared/contract/catalogue/video-platform-generate.js';
import type { Sensitivity } from '../../lib/topics/sensitivity.js';
import type { Context as Found } from '../../lib/video-platform/context.js';

export type Mood = (typeof moods)[number];
export type Tone = (typeof tones)[number];

/** Description of each mood for a model, and emoji that picture it. */
export const MOODS: Readonly<Record<Mood, { readonly description: string; readonly emoji: string }>> = {
  cheerful: { description: 'bright and glad, small joys, no irony', emoji: '😊 🌈 🎉 😄 🌼' },
  dramatic: { description: 'high stakes, a turning point, short weighty sentences', emoji: '🎭 ⚡ 🔥 🌪️ 💥' },
  inspiring: { description: 'courage to begin, small steps, pride earned', emoji: '🌟 🚀 💪 🌱 🏔️' },
  sarcastic: { description: 'dry, says the opposite of what it means, never cruel', emoji: '🙃 🙄 😏 👏 🤷' },
  romantic: { description: 'tender, intimate, the senses, two people', emoji: '❤️ 🌹 💕 💌 🕯️' },
  mysterious: { description: 'clues, shadows, something withheld until later', emoji: '🔍 🌙 🕵️ 🗝️ 👁️' },
  uplifting: { description: 'comfort on a hard day, hope, lightness', emoji: '☀️ 🌻 🙌 🕊️ 💛' },
  funny: { description: 'self-mocking, absurd comparisons, good timing', emoji: '😂 🤪 🤣 🙈 🍿' },
  serious: { description: 'sober, weighs consequences, no jokes', emoji: '📌 🧭 ⚖️ 📊 🔎' },
  neutral: { description: 'plain and factual, no emotion', emoji: '📹 📝 📌 💡 📎' },
  energetic: { description: 'fast, imperatives, exclamation marks, momentum', emoji: '⚡ 🔥 🚀 💥 🏃' },
  friendly: { description: 'one friend talking to another, welcoming', emoji: '👋 😊 🤗 ☕ 💬' },
  angry: { description: 'fed up and blunt about a real grievance, no insults, no slurs', emoji: '😤 🔥 💢 😡 📢' },
  nostalgic: { description: 'memories, how it used to be, wistful warmth', emoji: '📼 🕰️ 🍂 📷 💭' },
};

/** Description of each tone for a model. */
export const TONES: Readonly<Record<Tone, string>> = {
  casual: 'everyday speech, contractions',
  formal: 'complete sentences, no contractions, no slang',
  educational: 'explains in order, defines its terms, gives an example',
  persuasive: 'makes a case, gives reasons, ends in an invitation to try',
  friendly: 'warm, speaks to the viewer directly',
  authoritative: 'sure of itself, precise, no hedging',
};

/** Moods that suit death, violence or illness. */
const SOBER_MOODS: ReadonlySet<Mood> = new Set<Mood>(['serious', 'neutral', 'inspiring', 'uplifting']);
const SOBER_TONES: ReadonlySet<Tone> = new Set<Tone>(['formal', 'educational', 'authoritative', 'friendly']);

/** Returns the requested mood if it suits a grave topic, else a serious one. */
export const soberMood = (mood: Mood | undefined): Mood => (mood && SOBER_MOODS.has(mood) ? mood : 'serious');

/** Returns the requested tone if it suits a grave topic, else a formal one. */
export const soberTone = (tone: Tone | undefined): Tone | undefined =>
  tone === undefined || SOBER_TONES.has(tone) ? tone : 'formal';

const SOBER =
  'The topic is a grave one. Write soberly and with respect for those concerned: no jokes, no puns, no irony, no ' +
  'exclamation marks, no suspense, nothing graphic, no blame, no invented fate, nobody accused.';

const WITH_HELP =
  ' Name no method. Where the text has room for it, end with one sentence that help exists: help lines, a person one ' +
  'trusts, the local emergency number; no telephone numbers.';

/** Instructions to a model for each grave subject. */
export const SOBER_INSTRUCTIONS: Readonly<Record<Sensitivity, string>> = {
  suicide: SOBER + WITH_HELP,
  selfharm: SOBER + WITH_HELP,
  abuse: SOBER + WITH_HELP,
  war: `${SOBER} Call a crime a crime; weigh nothing against it.`,
  minors: `${SOBER} Protect the children: no names, no looks, no places.`,
  sexual: `${SOBER} Describe no acts and no bodies.`,
  drugs: `${SOBER} Name no doses, sources or recipes.`,
  weapons: `${SOBER} Explain no making and no use.`,
  illness: `${SOBER} Promise no cure and give no medical advice.`,
  death: SOBER,
  person: `${SOBER} Take no side, and say nothing about the person that the topic does not say.`,
};

/** Mood and tone of a video or channel. */
export interface Style {
  readonly mood?: Mood;
  readonly tone?: Tone;
}

/** Words that name a mood in titles and keywords, in the composer's languages. */
const MOOD_WORDS: readonly (readonly [Mood, RegExp])[] = [
  [
    'funny',
    wordsLike(
      'comedy|funny|humou?r|prank|parody|comedia|divertid[oa]|drôle|comédie|lustig|comédia|engraçad[oa]|divertente|commedia',
    ),
  ],
  ['mysterious', wordsLike('myster(?:y|ies)|unsolved|paranormal|misterios?|mystères?|rätsel|mistérios?|misteri')],
  [
    'inspiring',
    wordsLike(
      'motivation(?:al)?|inspiring|inspiration(?:al)?|motivación|inspiración|inspirierend|motivação|inspiração|motivazione|ispirazione',
    ),
  ],
  ['nostalgic', wordsLike('nostalgi[ace]|throwback|oldies|nostalgie')],
  ['dramatic', wordsLike('drama|dramas|thriller')],
];
const TONE_WORDS: readonly (readonly [Tone, RegExp])[] = [
  [
    'educational',
    wordsLike(
      'how to|tutorials?|explained|lessons?|lectures?|learn|curso|aprende[r]?|explicad[oa]|tutoriels?|apprendre|expliquée?s?|anleitung|lernen|erklärt|aula|aulas|corso|imparare|spiegat[oa]',
    ),
  ],
  ['casual', wordsLike('vlogs?|chill|hangout|day in the life')],
];

/** Share of sentences with an exclamation mark that makes a text energetic. */
const LOUD = 1 / 3;

/** Derives mood and tone from titles, keywords and sentences. */
export function deriveStyle(found: readonly Found[]): Style {
  const named = found.flatMap(({ title, keywords }) => [title, ...keywords]).join(' · ');
  const sentences = found.map(({ title, description }) => `${title}\n${description}`).join('\n');
  const mood = findFirst(MOOD_WORDS, named) ?? (isLoud(sentences) ? 'energetic' : undefined);
  const tone = findFirst(TONE_WORDS, named);
  return { ...(mood && { mood }), ...(tone && { tone }) };
}

/** Returns the first name of a table whose words are in the text. */
const findFirst = <Name>(table: readonly (readonly [Name, RegExp])[], text: string): Name | undefined =>
  table.find(([, words]) => words.test(text))?.[0];

function isLoud(text: string): boolean {
  const sentences = text.split(/(?<=[.!?…])\s+|\n+/).filter((one) => one.trim() !== '');
  const loud = sentences.filter((one) => one.includes('!')).length;
  return loud >= 2 && loud / sentences.length >= LOUD;
}

function wordsLike(alternatives: string): RegExp {
  return new RegExp(`(?<!\\p{L})(?:${alternatives})(?!\\p{L})`, 'iu');
}
