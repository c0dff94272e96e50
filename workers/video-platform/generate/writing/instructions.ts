import type { Brief } from './brief.js';

const MOODS: Readonly<Record<string, string>> = {
  cheerful: 'bright and glad, small joys, no irony',
  dramatic: 'high stakes, a turning point, short weighty sentences',
  inspiring: 'courage to begin, small steps, pride earned',
  sarcastic: 'dry, says the opposite of what it means, never cruel',
  romantic: 'tender, intimate, the senses, two people',
  mysterious: 'clues, shadows, something withheld until later',
  uplifting: 'comfort on a hard day, hope, lightness',
  funny: 'self-mocking, absurd comparisons, good timing',
  serious: 'sober, weighs consequences, no jokes',
  neutral: 'plain and factual, no emotion',
  energetic: 'fast, imperatives, exclamation marks, momentum',
  friendly: 'one friend talking to another, welcoming',
  angry: 'fed up and blunt about a real grievance, no insults, no slurs',
  nostalgic: 'memories, how it used to be, wistful warmth',
};

const TONES: Readonly<Record<string, string>> = {
  casual: 'everyday speech, contractions',
  formal: 'complete sentences, no contractions, no slang',
  educational: 'explains in order, defines its terms, gives an example',
  persuasive: 'makes a case, gives reasons, ends in an invitation to try',
  friendly: 'warm, speaks to the viewer directly',
  authoritative: 'sure of itself, precise, no hedging',
};

const LANGUAGE_NAMES = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'code' });

/** What the model is told: our words only, nothing of the caller's. */
export function instructionsFor(order: string, { mood, tone, language, keywords, context }: Brief): string {
  const parts = [
    'You write for the owners of video channels, in words that they can publish as they are.',
    order,
    'Write about the "topic" of the data.',
    keywords.length > 0 && 'Work in the "keywords" where they read naturally, above all the first.',
    (context.video || context.channel) &&
      'The "context" is a video or channel that the text belongs to: take up its style, how it addresses viewers and ' +
        'the keywords that suit the topic. Do not copy it, and do not write about it instead of the topic.',
    mood && `Mood: ${mood} (${MOODS[mood] ?? mood}).`,
    tone && `Tone: ${tone} (${TONES[tone] ?? tone}).`,
    `Language: ${LANGUAGE_NAMES.of(language) ?? language}.`,
    'Plain text: no markdown, no HTML, no emoji, no hashtags, no links, no placeholders in brackets, no quotes around it.',
    'Promise nothing that a video on the topic could not keep; give no medical, legal or financial promises.',
  ];
  return parts.filter(Boolean).join('\n');
}

/** What the caller gave, as data for the model. */
export const dataOf = ({ topic, keywords, context: { video, channel } }: Brief): Readonly<Record<string, unknown>> => ({
  topic: topic.text,
  ...(keywords.length > 0 ? { keywords } : {}),
  ...(video || channel ? { context: { video, channel } } : {}),
});
