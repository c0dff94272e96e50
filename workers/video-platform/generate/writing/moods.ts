import type { moods, tones } from '../../../../shared/contract/catalogue/video-platform-generate.js';
import { emojiFor } from '../../../lib/text/emoji.js';
import type { Context as Found } from '../../../lib/video-platform/context.js';
import type { Random } from '../../../lib/writing/random.js';
import type { Brief } from './brief.js';

export type Mood = (typeof moods)[number];
export type Tone = (typeof tones)[number];

/** What a model is told of each mood, and the emoji that picture it. */
export const MOODS: Readonly<Record<Mood, { readonly told: string; readonly emoji: string }>> = {
  cheerful: { told: 'bright and glad, small joys, no irony', emoji: '😊 🌈 🎉 😄 🌼' },
  dramatic: { told: 'high stakes, a turning point, short weighty sentences', emoji: '🎭 ⚡ 🔥 🌪️ 💥' },
  inspiring: { told: 'courage to begin, small steps, pride earned', emoji: '🌟 🚀 💪 🌱 🏔️' },
  sarcastic: { told: 'dry, says the opposite of what it means, never cruel', emoji: '🙃 🙄 😏 👏 🤷' },
  romantic: { told: 'tender, intimate, the senses, two people', emoji: '❤️ 🌹 💕 💌 🕯️' },
  mysterious: { told: 'clues, shadows, something withheld until later', emoji: '🔍 🌙 🕵️ 🗝️ 👁️' },
  uplifting: { told: 'comfort on a hard day, hope, lightness', emoji: '☀️ 🌻 🙌 🕊️ 💛' },
  funny: { told: 'self-mocking, absurd comparisons, good timing', emoji: '😂 🤪 🤣 🙈 🍿' },
  serious: { told: 'sober, weighs consequences, no jokes', emoji: '📌 🧭 ⚖️ 📊 🔎' },
  neutral: { told: 'plain and factual, no emotion', emoji: '📹 📝 📌 💡 📎' },
  energetic: { told: 'fast, imperatives, exclamation marks, momentum', emoji: '⚡ 🔥 🚀 💥 🏃' },
  friendly: { told: 'one friend talking to another, welcoming', emoji: '👋 😊 🤗 ☕ 💬' },
  angry: { told: 'fed up and blunt about a real grievance, no insults, no slurs', emoji: '😤 🔥 💢 😡 📢' },
  nostalgic: { told: 'memories, how it used to be, wistful warmth', emoji: '📼 🕰️ 🍂 📷 💭' },
};

/** What a model is told of each tone. */
export const TONES: Readonly<Record<Tone, string>> = {
  casual: 'everyday speech, contractions',
  formal: 'complete sentences, no contractions, no slang',
  educational: 'explains in order, defines its terms, gives an example',
  persuasive: 'makes a case, gives reasons, ends in an invitation to try',
  friendly: 'warm, speaks to the viewer directly',
  authoritative: 'sure of itself, precise, no hedging',
};

/** Emoji where no mood is asked for. */
const ANY_MOOD = '✨ 🎬 💡 👀 🔥';

/** Emoji where the topic bears no other: none that pictures it. */
const SOBER = '📌 📖 📝';

/** Emoji for a text: those of the topic itself, those that picture its words, those of the mood. */
export function emojiIdeas({ topic, keywords, mood, composed, sensitivity }: Brief, random: Random): string[] {
  if (sensitivity !== undefined) return SOBER.split(' ');
  const pictured = emojiFor([topic.natural, ...keywords].join(' '), composed).slice(0, 4);
  const felt = random.shuffle((mood === undefined ? ANY_MOOD : MOODS[mood].emoji).split(' '));
  return [...new Set([...topic.emoji.slice(0, 3), ...pictured, ...felt])];
}

/** How a video or channel speaks, in the words that a caller could have asked for it with. */
export interface Style {
  readonly mood?: Mood;
  readonly tone?: Tone;
}

/** Words by which owners say what their videos are like, in the languages of the packs. */
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

/** So many sentences that end in an exclamation mark, out of all, are a voice. */
const LOUD = 1 / 3;

/** The mood and tone of what is found, where its titles and keywords name them or its sentences show them. */
export function styleOf(found: readonly Found[]): Style {
  const named = found.flatMap(({ title, keywords }) => [title, ...keywords]).join(' · ');
  const told = found.map(({ title, description }) => `${title}\n${description}`).join('\n');
  const mood = firstIn(MOOD_WORDS, named) ?? (isLoud(told) ? 'energetic' : undefined);
  const tone = firstIn(TONE_WORDS, named);
  return { ...(mood && { mood }), ...(tone && { tone }) };
}

/** The first of a table's names whose words are in the text. */
const firstIn = <Name>(table: readonly (readonly [Name, RegExp])[], text: string): Name | undefined =>
  table.find(([, words]) => words.test(text))?.[0];

function isLoud(text: string): boolean {
  const sentences = text.split(/(?<=[.!?…])\s+|\n+/).filter((one) => one.trim() !== '');
  const loud = sentences.filter((one) => one.includes('!')).length;
  return loud >= 2 && loud / sentences.length >= LOUD;
}

function wordsLike(alternatives: string): RegExp {
  return new RegExp(`(?<!\\p{L})(?:${alternatives})(?!\\p{L})`, 'iu');
}
