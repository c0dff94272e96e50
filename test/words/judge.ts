import { everyWord, stopWords } from '../../workers/lib/text/words.js';
import { fieldOf } from '../../workers/video-platform/generate/writing/field.js';
import { fieldsIn } from '../../workers/video-platform/generate/writing/knowledge.js';
import { readTopic } from '../../workers/video-platform/generate/writing/topic.js';

/** A text that was written on a topic. */
export interface Text {
  readonly topic: string;
  readonly language: string;
  readonly text: string;
}

/** Headings with their times, chapters, rows of hashtags. */
const LABEL = /^#|^\d+:\d\d |\(\d+:\d\d–\d+:\d\d\)$/u;

/** The sentences of a text that are said, of four words at least: no labels, times or hashtags. */
export const sentencesOf = (text: string): string[] =>
  text
    // A quotation that ends in a mark need not end the sentence.
    .split(/(?<=[.!?…])(?:\s+(?!»)|["”»]\s+(?!\p{Ll}))|\n+/u)
    .map((one) => one.replace(/^(?:[ABC]|\p{L}{2,14}) ?: |^\d+\. (?=\P{N})/gu, '').trim())
    .filter((one) => everyWord(one).length >= 4 && !LABEL.test(one));

/** The first letters of a word, by which its forms are known to be of one word. */
const stem = (word: string): string => word.toLowerCase().slice(0, 6);

const stemsOf = (text: string, language: string): string[] => {
  const stops = stopWords(language);
  return everyWord(text.toLowerCase())
    .flatMap((word) => word.split(/['’-]/))
    .filter((word) => word.length > 2 && !stops.has(word))
    .map(stem);
};

/**
 * How many of a text's sentences bear on its topic: have a content word of it, or a word of what is known of its field.
 * Of its plan only what stands in brackets counts, for there the maker says what nobody else knows of the topic.
 */
export function tellsOf({ topic, language, text }: Text): { telling: number; total: number } {
  const read = readTopic(topic, language);
  const field = read && fieldOf(read, [], language);
  const known = new Set(stemsOf(topic, language));
  if (field) {
    const { words, parts, tools, mistakes, signs, questions } = field;
    const told = [...words, ...parts.flatMap(({ name, fact, shot }) => [name, fact, shot]), ...tools, ...mistakes];
    for (const one of stemsOf([...told, ...signs, ...questions].join(' '), language)) {
      // A word that most fields have says nothing of this one.
      if (!isCommon(one, language)) known.add(one);
    }
  }
  const sentences = sentencesOf(text);
  const telling = sentences.filter((one) => stemsOf(one, language).some((word) => known.has(word)));
  return { telling: telling.length, total: sentences.length };
}

const commons = new Map<string, ReadonlySet<string>>();

/** Whether a word stands in the knowledge of more than a fifth of the fields. */
function isCommon(word: string, language: string): boolean {
  let common = commons.get(language);
  if (!common) {
    const fields = fieldsIn(language);
    const counts = new Map<string, number>();
    for (const field of fields) {
      for (const one of new Set(stemsOf(JSON.stringify(field), language))) counts.set(one, (counts.get(one) ?? 0) + 1);
    }
    common = new Set([...counts].filter(([, count]) => count > fields.length / 5).map(([one]) => one));
    commons.set(language, common);
  }
  return common.has(word);
}

/** What says of a film that nobody has seen what is in it. */
export const CLAIMS: Readonly<Record<string, RegExp>> = {
  en: /\b(?:quantities are|there are chapters|chapters are|subtitles|as you can see|on the screen|the video shows|you will see|that one detail|in the middle of the video|i show each)\b/i,
  de: /(?:Kapitel sind|Untertitel|wie du siehst|steht im Bild|das Video zeigt|im Video siehst du|eingeblendet)/i,
  es: /(?:hay capítulos|subtítulos|como ves|en pantalla tienes|el vídeo muestra|verás cómo|en el vídeo ves)/i,
  fr: /(?:il y a des chapitres|sous-titres|comme tu vois|s['’]affichent? à l['’]écran|la vidéo montre|tu verras)/i,
  it: /(?:ci sono i capitoli|sottotitoli|come vedi|sullo schermo trovi|il video mostra|vedrai)/i,
  pt: /(?:há capítulos|tem capítulos|legendas|como você vê|na tela você|o vídeo mostra|você vai ver)/i,
};

/** First-person past that nobody told us. */
export const PAST: Readonly<Record<string, RegExp>> = {
  en: /\bI(?:'ve| have| had| was| did| made| tried| asked| went| found| thought| learned| got| started| believed| read| fell| spent| wasted| \w+ed)\b(?![^[]*\])/,
  de: /\b(?:ich habe|ich hatte|ich war|habe ich|hatte ich|war ich|wir haben|wir waren|bin ich \w+t\b)/i,
  es: /(?<!\p{L})(?:he \p{L}+[ai]do|hice|tuve|fui|creía|pregunté|probé|empecé|aprendí|pensaba|había)(?!\p{L})/iu,
  fr: /(?<!\p{L})(?:j['’]ai|j['’]avais|j['’]étais|nous avons|on a \p{L}+é|je pensais|je croyais)(?!\p{L})/iu,
  it: /(?<!\p{L})(?:ho \p{L}+[aiu]to|avevo|ero|credevo|pensavo|abbiamo)(?!\p{L})/iu,
  pt: /(?<!\p{L})(?:eu \p{L}+ei|fiz|tive|fui|achava|pensava|perguntei|tentei|comecei|aprendi)(?!\p{L})/iu,
};
