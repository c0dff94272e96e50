import type { Context as Found } from '../../../lib/video-platform/context.js';

/** How a video or channel speaks, in the words that a caller could have asked for it with. */
export interface Style {
  readonly mood?: string;
  readonly tone?: string;
}

/** Words by which owners say what their videos are like, in the languages of the packs. */
const MOOD_WORDS: Readonly<Record<string, RegExp>> = {
  funny: wordsLike(
    'comedy|funny|humou?r|prank|parody|comedia|divertid[oa]|drôle|comédie|lustig|comédia|engraçad[oa]|divertente|commedia',
  ),
  mysterious: wordsLike('myster(?:y|ies)|unsolved|paranormal|misterios?|mystères?|rätsel|mistérios?|misteri'),
  inspiring: wordsLike(
    'motivation(?:al)?|inspiring|inspiration(?:al)?|motivación|inspiración|inspirierend|motivação|inspiração|motivazione|ispirazione',
  ),
  nostalgic: wordsLike('nostalgi[ace]|throwback|oldies|nostalgie'),
  dramatic: wordsLike('drama|dramas|thriller'),
};
const TONE_WORDS: Readonly<Record<string, RegExp>> = {
  educational: wordsLike(
    'how to|tutorials?|explained|lessons?|lectures?|learn|curso|aprende[r]?|explicad[oa]|tutoriels?|apprendre|expliquée?s?|anleitung|lernen|erklärt|aula|aulas|corso|imparare|spiegat[oa]',
  ),
  casual: wordsLike('vlogs?|chill|hangout|day in the life'),
};

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

const firstIn = (table: Readonly<Record<string, RegExp>>, text: string): string | undefined =>
  Object.entries(table).find(([, words]) => words.test(text))?.[0];

function isLoud(text: string): boolean {
  const sentences = text.split(/(?<=[.!?…])\s+|\n+/).filter((one) => one.trim() !== '');
  const loud = sentences.filter((one) => one.includes('!')).length;
  return loud >= 2 && loud / sentences.length >= LOUD;
}

function wordsLike(alternatives: string): RegExp {
  return new RegExp(`(?<!\\p{L})(?:${alternatives})(?!\\p{L})`, 'iu');
}
