import { type Composer, compose } from '../../../lib/composer/compose.js';
import { capitalise } from '../../../lib/composer/line.js';
import type { Pack } from '../../../lib/composer/pack.js';
import { isForeign } from '../../../lib/text/words.js';
import { actionNoun } from './action-noun.js';
import { withArticle } from './article.js';
import type { Brief } from './brief.js';
import { isOneThing } from './number.js';
import { packOf } from './shelf.js';

/** Starts a text in the brief's language: facts and slots that every line may count on. */
export function composerFor(brief: Brief, seed: string): Composer {
  const pack = packOf(brief.composed);
  return compose(pack, {
    seed,
    facts: {
      mood: brief.mood ?? 'open',
      tone: brief.tone ?? 'open',
      shape: brief.topic.shape,
      kind: brief.kind,
      theme: brief.theme,
      keyword: brief.keywords.length > 0,
    },
    slots: { ...topicSlots(brief, pack), keyword: brief.keywords[0] },
  });
}

/**
 * The topic in the forms that sentences need.
 *
 * - `topic`: as a thing in the middle of a sentence; what cannot be one is "this question" or "this story"
 * - `thing`: the same, only when it can be the subject of a sentence in the singular
 * - `bare`: as a heading, without an article that the caller has not typed
 * - `action`: what is done, only when the topic is an action
 * - `question`, `statement`: only when it is one
 * - `label`: by itself, with the mark that ends it
 */
function topicSlots(brief: Brief, { language, phrases }: Pack) {
  const { topic } = brief;
  const { shape, natural, action } = topic;
  const called = (name: string) => phrases[name]?.[0] ?? natural;
  switch (shape) {
    case 'thing': {
      const named = withoutGenre(natural, phrases.genre ?? []);
      // A single German word is a noun, however it was typed.
      const bare = language === 'de' && !named.includes(' ') ? capitalise(named) : named;
      const spoken = isQuotation(brief) ? quoted(bare, phrases) : withArticle(bare, language);
      const isClause = language === 'de' && /^wie man /i.test(bare);
      const isSubject = spoken !== undefined && !isClause && isOneThing(spoken, language);
      // A German clause ends with a comma when the sentence goes on: "darüber, wie man Brot backt, …".
      const inside = isClause ? `${bare},` : (spoken ?? bare);
      return { topic: inside, thing: isSubject ? spoken : undefined, bare, label: capitalise(natural) };
    }
    case 'action': {
      const noun = action === undefined ? natural : actionNoun(action, language);
      return { topic: noun, bare: action ?? noun, action, label: capitalise(natural) };
    }
    case 'question': {
      const question = capitalise(asked(natural, phrases));
      return { topic: called('this question'), thing: called('this question'), question, label: question };
    }
    case 'statement':
      return {
        topic: called('this story'),
        thing: called('this story'),
        statement: natural,
        label: `${capitalise(natural)}.`,
      };
  }
}

/** Whether the topic is in another language than the text, by its words or as far as the caller's language tells. */
function isQuotation({ topic, language, composed }: Brief): boolean {
  if (isForeign(topic.text, composed)) return true;
  return language !== composed && /\s|[^\p{ASCII}]/u.test(topic.natural);
}

/** What is in another language than the sentence is set off from it. */
const quoted = (phrase: string, { quotes = [] }: Pack['phrases']): string =>
  `${quotes[0] ?? ''}${phrase}${quotes[1] ?? ''}`;

/** What the video is about, without the words for what kind of video it is: "Tesla Model 3 review" → "Tesla Model 3". */
function withoutGenre(topic: string, genres: readonly string[]): string {
  const lower = topic.toLowerCase();
  const genre = genres.filter((one) => lower.endsWith(` ${one}`)).sort((a, b) => b.length - a.length)[0];
  return genre === undefined ? topic : topic.slice(0, -genre.length).trimEnd();
}

/** The question between the marks of the language: `?`, ` ?` in French, `¿…?` in Spanish. */
function asked(question: string, { '¿': open = [], '?': close = [] }: Pack['phrases']): string {
  const bare = question.replace(/^[¿\s]+/, '').replace(/[\s?？؟]+$/u, '');
  const mark = /[？؟]$/u.exec(question)?.[0] ?? close[0] ?? '?';
  return `${open[0] ?? ''}${open.length > 0 ? capitalise(bare) : bare}${mark}`;
}
