import { isForeign } from '../../../lib/text/words.js';
import { type Composer, compose } from '../../../lib/writing/compose.js';
import { capitalise } from '../../../lib/writing/line.js';
import { openPacks, type Pack } from '../../../lib/writing/pack.js';
import { withArticle } from './article.js';
import type { Brief } from './brief.js';

/** The words of the group. */
export const packs = openPacks('workers/video-platform/generate/packs');

/** Starts a text in the brief's language: facts and slots that every line may count on. */
export function composerFor(brief: Brief, seed: string): Composer {
  const pack = packs.of(brief.composed);
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

/** What tells that a topic is more than one thing, or may be: a plural article, a plural ending, a list. */
const MANY: Readonly<Record<string, RegExp>> = {
  es: /^(?:los|las|unos|unas|mis|tus|sus|nuestros|nuestras)\s|^\S*s(?:\s|$)|,|\s[ye&]\s/iu,
  fr: /^(?:les|des|mes|tes|ses|nos|vos|leurs)\s|^\S*[sx](?:\s|$)|,|\s(?:et|&)\s/iu,
  de: /^(?:die|meine|deine|unsere|alle)\s|^\S*(?:en|er|s|e)(?:\s|$)|,|\s(?:und|&)\s/iu,
  pt: /^(?:os|as|uns|umas|meus|minhas|seus|suas|nossos|nossas)\s|^\S*s(?:\s|$)|,|\s[e&]\s/iu,
  it: /^(?:i|gli|le|dei|degli|delle|miei|mie|tuoi|tue|nostri|nostre)\s|^\S*[ie](?:\s|$)|,|\s(?:e|ed|&)\s/iu,
};

/** Whether the topic is certainly one thing, so that it can be the subject of a sentence in the singular. */
const isOneThing = (topic: string, language: string): boolean => !MANY[language]?.test(topic);

/** Verbs of more than one syllable whose last consonant is doubled. */
const STRESSED_END =
  /(?:begin|forget|prefer|refer|admit|commit|submit|permit|control|regret|upset|transfer|unplug|unclog)$/;
const ONE_SYLLABLE = /^[^aeiou]*(?:qu)?[aeiou][^aeiouwxy]$/;

/**
 * An action as a thing that can be spoken of: `bake bread` → `baking bread`, `faire du pain` → `l'art de faire du pain`.
 * Spanish and Portuguese use the infinitive as it is.
 */
function actionNoun(action: string, language: string): string {
  switch (language) {
    case 'en':
      return gerund(action);
    case 'fr':
      return /^[aeiouyhâàéèêëîïôœ]/i.test(action) ? `l'art d'${action}` : `l'art de ${action}`;
    case 'it':
      return `l'arte di ${action}`;
    default:
      return action;
  }
}

function gerund(action: string): string {
  const [verb = '', ...rest] = action.split(' ');
  return [ing(verb), ...rest].join(' ');
}

function ing(verb: string): string {
  if (/ing$/.test(verb) && verb.length > 5) return verb;
  if (/ie$/.test(verb)) return verb.replace(/ie$/, 'ying');
  if (/[^aeiouy]e$|[aiu]e$|[aeiou]ye$/.test(verb) && !/(?:dye|singe)$/.test(verb) && verb !== 'be') {
    return verb.replace(/e$/, 'ing');
  }
  if (STRESSED_END.test(verb) || ONE_SYLLABLE.test(verb)) return `${verb}${verb.slice(-1)}ing`;
  return `${verb}ing`;
}

/** How many of a channel's keywords a sentence names. */
const NAMED = 2;

/** The text behind a sentence on the channel that it belongs to, when the caller has named one. */
export function withPlace(text: string, { topic, context: { channel } }: Brief, composer: Composer): string {
  if (!channel) return text;
  const others = channel.keywords.filter((keyword) => !mentions(topic.natural, keyword)).slice(0, NAMED);
  const slots = { channel: channel.name, related: others.length > 1 ? others.join(composer.phrase('and')) : undefined };
  return [composer.find('place', { slots }), text].filter(Boolean).join(' ');
}

/** Whether a text has the words in it, whatever their letter case. */
export const mentions = (text: string, words: string): boolean =>
  text.toLocaleLowerCase().includes(words.toLocaleLowerCase());
