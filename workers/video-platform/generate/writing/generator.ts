import type { Static, TObject, TString } from 'typebox';
import type { Input, Output } from '../../../../shared/contract/contract.js';
import type { Endpoint } from '../../../../shared/contract/endpoint.js';
import { type Handler, handle } from '../../../handle.js';
import { unusable } from '../../../lib/llm/unusable.js';
import { countriesIn, warmUpNaturalCase } from '../../../lib/text/natural-case.js';
import { isForeign } from '../../../lib/text/words.js';
import type { Composer } from '../../../lib/writing/compose.js';
import { type Task, write } from '../../../lib/writing/write.js';
import { type Brief, readBrief } from './brief.js';
import { composerFor, packs } from './composer.js';
import type { Terms } from './guarantees.js';
import { emojiIdeas, MOODS, TONES } from './moods.js';
import { hashtagIdeas } from './tag-ideas.js';

/** What a text is written from. */
interface Given<Asked> {
  /** The request, with the fields that only this endpoint has. */
  readonly input: Asked;
  readonly brief: Brief;
  /** Also for what a draft lacks. */
  readonly composer: Composer;
}

/** A kind of text: how a model and the composer draft it, and what is promised of it whoever wrote it. */
interface Kind<Asked, Draft extends TObject, Answer> {
  /** Name of the task, letters and underscores. */
  readonly name: string;
  readonly draft: Draft;
  /** What a model is asked for, in a few sentences. */
  readonly order: string | ((input: Asked) => string);
  readonly maxTokens: number;
  compose(given: Given<Asked>): Static<Draft>;
  /**
   * Makes the answer of a draft, so that every promise holds.
   *
   * @throws Unusable when the draft cannot be mended; a draft of the composer always can
   */
  settle(draft: Static<Draft>, given: Given<Asked> & { readonly terms: Terms }): Answer;
}

/** What every contract of the group asks for. */
type Contract = Endpoint<TObject<{ topic: TString; language: TString }>>;

/** Makes the handler of an endpoint that writes one kind of text. */
export const generator = <E extends Contract, Draft extends TObject>(
  endpoint: E,
  kind: Kind<Input<E>, Draft, Output<E>>,
): Handler<E> =>
  handle(
    endpoint,
    async (input, call) => write(taskOf(kind, input, await readBrief(input, call), call.requestId), call),
    warmUp,
  );

/** Each call is written anew, so that a caller who asks again gets another text; the request id is the seed. */
function taskOf<Asked, Draft extends TObject, Answer>(
  kind: Kind<Asked, Draft, Answer>,
  input: Asked,
  brief: Brief,
  requestId: string,
): Task<Draft, Answer> {
  const start = (): Given<Asked> => ({ input, brief, composer: composerFor(brief, requestId) });
  const settle = (draft: Static<Draft>, given: Given<Asked>): Answer =>
    kind.settle(draft, { ...given, terms: termsOf(given) });
  return {
    language: brief.language,
    composedIn: brief.composed,
    discloses: 'sandbox',
    compose() {
      const given = start();
      return settle(kind.compose(given), given);
    },
    question() {
      const order = typeof kind.order === 'string' ? kind.order : kind.order(input);
      const instructions = instructionsFor(order, brief);
      return {
        name: kind.name,
        schema: kind.draft,
        instructions,
        data: dataOf(brief),
        maxTokens: kind.maxTokens,
        accept(draft) {
          judge(draft, instructions, brief);
          return settle(draft, start());
        },
      };
    },
  };
}

const termsOf = ({ brief, composer }: Given<unknown>): Terms => ({
  random: composer,
  emoji: emojiIdeas(brief, composer),
  hashtags: hashtagIdeas(brief, composer),
});

const LANGUAGE_NAMES = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'code' });

/** What the model is told: our words only, nothing of the caller's. */
function instructionsFor(order: string, { mood, tone, language, keywords, context }: Brief): string {
  const parts = [
    'You write for the owners of video channels, in words that they can publish as they are.',
    order,
    'Write about the "topic" of the data.',
    keywords.length > 0 && 'Work in the "keywords" where they read naturally, above all the first.',
    (context.video || context.channel) &&
      'The "context" is a video or channel that the text belongs to: take up its style, how it addresses viewers and ' +
        'the keywords that suit the topic. Do not copy it, and do not write about it instead of the topic.',
    mood && `Mood: ${mood} (${MOODS[mood].told}).`,
    tone && `Tone: ${tone} (${TONES[tone]}).`,
    `Language: ${LANGUAGE_NAMES.of(language) ?? language}.`,
    'Plain text: no markdown, no HTML, no emoji, no hashtags, no links, no placeholders in brackets, no quotes around it.',
    'Promise nothing that a video on the topic could not keep; give no medical, legal or financial promises.',
  ];
  return parts.filter(Boolean).join('\n');
}

/** What the caller gave, as data for the model. */
const dataOf = ({ topic, keywords, context: { video, channel } }: Brief): Readonly<Record<string, unknown>> => ({
  topic: topic.text,
  ...(keywords.length > 0 ? { keywords } : {}),
  ...(video || channel ? { context: { video, channel } } : {}),
});

/** Parts of the instructions as long as this do not occur in an answer by chance. */
const TELLING = 30;

/** A model that speaks of itself or of its orders instead of the topic. */
const ABOUT_ITSELF =
  /\b(?:as an ai|language model|i(?:'m| am) (?:sorry|unable)|i can(?:no|')t (?:help|assist|comply|fulfil)|system prompt|my instructions|the user message|json (?:object|schema))\b/i;

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();

/**
 * Refuses the draft of a model that is no answer: that speaks of the model itself, repeats its instructions, is in
 * another language than asked for, or is only a part of the topic, because the model has done what the topic says.
 * What is wrong only in form is mended later.
 *
 * @throws Unusable
 */
function judge(draft: Readonly<Record<string, unknown>>, instructions: string, { topic, language }: Brief): void {
  const told = instructions
    .split(/[\n.:;]/)
    .map(plain)
    .filter((part) => part.length >= TELLING);
  const about = plain(topic.text);
  for (const text of Object.values(draft).filter((value) => typeof value === 'string')) {
    const words = plain(text);
    if (ABOUT_ITSELF.test(text) && !ABOUT_ITSELF.test(topic.text)) throw unusable('the text was not about the topic');
    if (told.some((part) => words.includes(part))) throw unusable('the text told its instructions');
    if (words !== '' && words.length < about.length * 0.6 && ` ${about} `.includes(` ${words} `)) {
      throw unusable('the text only repeats a part of the topic');
    }
    // The topic may be in any language itself, so it does not count.
    if (isForeign(text.replaceAll(topic.text, ' '), language)) throw unusable('the text was in another language');
  }
}

/** Reads the packs, the names of countries and the word list, which the first call would otherwise wait for. */
function warmUp(): void {
  for (const language of packs.languages) {
    packs.of(language);
    countriesIn(language);
  }
  warmUpNaturalCase();
}
