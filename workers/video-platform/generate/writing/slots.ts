import { isForeign } from '../../../lib/text/words.js';
import { capitalise, type Slots } from '../../../lib/writing/line.js';
import type { Pack } from '../../../lib/writing/pack.js';
import { actionNoun } from './action-noun.js';
import { withArticle } from './article.js';
import type { Brief } from './brief.js';
import { namingWords, subjectOf, subjectOfQuestion } from './content-words.js';
import { packs } from './packs.js';
import { isOneThing, oneThing } from './plurality.js';
import { isGermanClause, readClause, readQuestion } from './question.js';
import { definite, headOf, subjectOfThing, withoutPart } from './subject.js';
import { isAsked, isInfinitive } from './topic-shape.js';

/**
 * The topic in the forms that sentences need.
 *
 * - `topic`: as a thing in the middle of a sentence; of a question or a statement its subject, or all of it in quotes
 * - `thing`: the same, only when it can be the subject of a sentence in the singular
 * - `bare`: as a heading, without an article that the caller has not typed
 * - `about`: behind "about" or a colon: also a question as a clause, "why cats purr"
 * - `action`: what is done, only when the topic is an action
 * - `question`, `statement`: only when it is one
 * - `label`: by itself, with the mark that ends it
 * - `with`: behind the word for doing it or having it, where the two differ: `con el pan`, `al hacer pan`
 * - `count`: how many a list promises; `a` and `b`: the two of a comparison
 */
export function topicSlots(brief: Brief, pack: Pack): Slots {
  const { topic } = brief;
  const { natural, sides, count } = topic;
  const slots = slotsOfShape(brief, pack);
  const [a, b] = sides ?? [];
  // Where one of the two has no article that is known, the other one goes without it as well.
  const spoken = sides?.map((side) => (isInfinitive(side, brief.composed) ? side : withArticle(side, brief.composed)));
  const both = (spoken?.includes(undefined) ? sides : spoken)?.join(pack.phrases.and?.[0] ?? ' ');
  const versus = headOf(natural, brief.composed).replace(/^¿\s*|\s*\?$/gu, '');
  const dealing = dealingWith(both ?? slots.topic, both ? undefined : slots.action, pack);
  return {
    about: slots.topic,
    with: dealing,
    ...slots,
    ...(both
      ? { topic: both, about: both, thing: undefined, bare: versus, label: slots.question ?? capitalise(natural), a, b }
      : {}),
    count: count?.toString(),
  };
}

/**
 * The topic behind the pack's words for having it, or for doing it where it is done: "con el pan", "al hacer pan", "nello
 * studiare", "quand il s'agit d'apprendre".
 */
function dealingWith(topic: string | undefined, action: string | undefined, pack: Pack): string | undefined {
  const [having, doing] = pack.phrases.with ?? [];
  if (having === undefined || topic === undefined) return undefined;
  if (action === undefined || doing === undefined) return `${having} ${topic}`;
  const isVowel = /^[aeiouhâàéèêîïôœ]/iu.test(action);
  switch (pack.language) {
    case 'fr':
      return isVowel ? `${doing.slice(0, -1)}'${action}` : `${doing} ${action}`;
    case 'it':
      return isVowel
        ? `${doing}l'${action}`
        : `${doing}${/^(?:s[^aeiou]|z|gn|ps)/iu.test(action) ? 'lo' : ''} ${action}`;
    default:
      return `${doing} ${action}`;
  }
}

function slotsOfShape(brief: Brief, pack: Pack): Slots {
  const { topic } = brief;
  const { language, phrases } = pack;
  const { shape, natural, action } = topic;
  switch (shape) {
    case 'thing': {
      const clause = readClause(natural, language);
      const named = clause?.subject ?? subjectOfThing(topic, brief.genre, pack);
      // A single German word is a noun, however it was typed.
      const bare = language === 'de' && !named.includes(' ') ? capitalise(named) : named;
      // German words with an article change in a sentence; set in quotes they stay as they are.
      const isFixed = (language === 'de' && DECLINED.test(bare)) || isGermanClause(bare, language);
      const spoken = isFixed
        ? quoted(capitalise(bare), phrases)
        : isQuotation(brief)
          ? quoted(bare, phrases)
          : withArticle(bare, language);
      const isSubject = spoken !== undefined && topic.count === undefined && isOneThing(spoken, language);
      const inside = closed(spoken ?? bare, language);
      return {
        topic: inside,
        thing: isSubject ? closed(spoken, language) : undefined,
        bare: closed(bare, language),
        label: capitalise(natural),
        ...(clause && { about: clause.clause }),
      };
    }
    case 'action': {
      const done = action === undefined ? undefined : withoutPart(action, phrases.part ?? []);
      const noun = done === undefined ? natural : actionNoun(done, language);
      return { topic: noun, thing: noun, bare: done ?? noun, action: done, label: capitalise(natural) };
    }
    case 'question': {
      const question = capitalise(asked(natural, phrases));
      const head = headOf(natural, language);
      if (head !== natural && !isAsked(head, language)) {
        const spoken = withArticle(head, language) ?? head;
        return { topic: spoken, thing: oneThing(spoken, language), bare: head, question, label: question };
      }
      // A viewer's question is answered to that viewer.
      const { subject, clause, action: done } = readQuestion(yours(natural, pack), language);
      const asks = subjectOfQuestion(brief);
      const found = done === undefined ? subject && definite(subject, language) : actionNoun(done, language);
      const topic = found ?? asks ?? quoted(question, phrases);
      return {
        topic,
        thing: oneThing(topic, language),
        about: clause ?? topic,
        bare: subject ?? done ?? asks ?? question,
        question,
        label: question,
      };
    }
    case 'statement': {
      const told =
        natural.length <= QUOTED ? quoted(capitalise(natural), phrases) : (phrases['this story']?.[0] ?? natural);
      const topic = subjectOf(brief) ?? told;
      return {
        topic,
        thing: oneThing(topic, language),
        bare: natural.length <= QUOTED ? natural : topic,
        statement: natural,
        label: `${capitalise(natural)}.`,
      };
    }
  }
}

/**
 * The topic as somebody else speaks of it: a viewer says "your first marathon" of what its maker calls "my first marathon".
 * The pack has both in phrases of the same order, `my` and `your`.
 */
export function viewerSlots(brief: Brief): Slots {
  const pack = packs.of(brief.composed);
  const { topic, about, thing, bare, with: dealing } = topicSlots(brief, pack);
  const said = (text: string | undefined) => text && yours(text, pack);
  return { topic: said(topic), about: said(about), thing: said(thing), bare: said(bare), with: said(dealing) };
}

/** A text that begins with `my`, or has it inside, as it is said to the one who says so; what is quoted stays. */
const yours = (text: string, { phrases: { my = [], your = [], quotes = [] } }: Pack): string =>
  my.reduce((said, one, at) => {
    if (said.startsWith(quotes[0] ?? '“')) return said;
    const from = ` ${said.toLowerCase()}`.indexOf(` ${one}`);
    return from < 0 ? said : `${said.slice(0, from)}${your[at] ?? ''}${said.slice(from + one.length)}`;
  }, text);

/** A German phrase that ends in a clause, with the comma behind it; the composer takes it out where another mark follows. */
const closed = (phrase: string, language: string): string =>
  language === 'de' && /, (?:die|der|das|den|dem|deren|dessen|was|wo|wie|wenn|weil|ohne|um) [^,“]+$/u.test(phrase)
    ? `${phrase},`
    : phrase;

/** How German topics begin whose first word has another form elsewhere in a sentence. */
const DECLINED =
  /^(?:mit|ohne|in|im|auf|aus|von|vom|zum|zur|bei|beim|nach|vor|unter|durch|gegen|für|mein|meine|unser|unsere|der|die|das|ein|eine) /iu;

/** The topic by itself, as lines begin with it. */
export const labelOf = (brief: Brief): string => topicSlots(brief, packs.of(brief.composed)).label ?? '';

/**
 * What is said of a topic in quotation marks once it has been named: its noun in German, "this question", "this story".
 * The one that is said for it is not one of these in German, where it would have to be declined.
 */
export function shortSlots(brief: Brief): { readonly named: string; readonly slots: Slots } | undefined {
  const pack = packs.of(brief.composed);
  const { topic = '' } = slotsOfShape(brief, pack);
  const { quotes = [] } = pack.phrases;
  // What is done is an art once or twice: "l'art d'enlever la rouille".
  const doing = brief.topic.shape === 'action' ? pack.phrases['this doing']?.[0] : undefined;
  if (doing !== undefined) return shortly(topic, doing, pack);
  // A title between quotation marks is as short as it gets.
  const isTitle = brief.topic.natural.includes(topic);
  if (brief.topic.sides || isTitle || !topic.startsWith(quotes[0] ?? '“')) return undefined;
  const { shape } = brief.topic;
  const vague = pack.phrases['no name'] ?? [];
  const noun = namingWords(brief).find((word) => /^\p{Lu}\p{Ll}/u.test(word) && !vague.includes(word.toLowerCase()));
  const calls = brief.genre === 'news' ? 'this news' : shape === 'question' ? 'this question' : 'this story';
  const isSentence = shape === 'question' || shape === 'statement';
  const short = brief.composed === 'de' ? noun : isSentence ? pack.phrases[calls]?.[0] : undefined;
  if (short === undefined || short.length >= topic.length) return undefined;
  return shortly(topic, short, pack);
}

const shortly = (named: string, short: string, pack: Pack): { readonly named: string; readonly slots: Slots } => ({
  named,
  slots: { topic: short, thing: short, about: short, with: dealingWith(short, undefined, pack) },
});

/** The longest statement that is quoted whole in the middle of a sentence. */
const QUOTED = 60;

/** A thing as its maker has put it, for whom it is included: "guitar chords for beginners", and how many of a list. */
export function titleSlots({ topic, genre, composed }: Brief): { readonly whole?: string | undefined } {
  if (topic.shape !== 'thing' || topic.sides || isForeign(topic.text, composed)) return {};
  if (topic.count !== undefined) return { whole: topic.natural };
  const whole = subjectOfThing(topic, genre, packs.of(composed), { hasTail: true });
  return readClause(topic.natural, composed) ? {} : { whole: withArticle(whole, composed) ?? whole };
}

/** Whether the topic is in another language than the text, by its words or as far as the caller's language tells. */
function isQuotation({ topic, language, composed }: Brief): boolean {
  if (isForeign(topic.text, composed)) return true;
  return language !== composed && /\s|[^\p{ASCII}]/u.test(topic.natural);
}

/** What is in another language than the sentence is set off from it. */
const quoted = (phrase: string, { quotes = [] }: Pack['phrases']): string =>
  `${quotes[0] ?? ''}${phrase}${quotes[1] ?? ''}`;

/** The question between the marks of the language: `?`, ` ?` in French, `¿…?` in Spanish. */
function asked(question: string, { '¿': open = [], '?': close = [] }: Pack['phrases']): string {
  const bare = question.replace(/^[¿\s]+/, '').replace(/[\s?？؟]+$/u, '');
  const mark = /[？؟]$/u.exec(question)?.[0] ?? close[0] ?? '?';
  return `${open[0] ?? ''}${open.length > 0 ? capitalise(bare) : bare}${mark}`;
}
