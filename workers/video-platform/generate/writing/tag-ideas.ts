import { hashtagsOf } from '../../../lib/text/hashtags.js';
import { everyWord, stopWords } from '../../../lib/text/words.js';
import type { Composer } from '../../../lib/writing/compose.js';
import { withArticle } from './article.js';
import type { Brief } from './brief.js';
import { contentWords, namingWords, runsOf, undeclined } from './content-words.js';
import { partsFor } from './field.js';
import { isDone } from './genre.js';
import { readQuestion } from './question.js';
import { withoutLead } from './subject.js';

/** What a model is asked for. */
export const TAGS_ORDER =
  '15 to 25 search tags of one to four words that viewers of the video would type, the most specific first, no repetition. ' +
  'Good ones are whole searches ("how to …", the thing with its use), not single words that fit everything.';

/** The topic without marks and articles in front, when it is short enough to be searched for as it is. */
function shortTopic({ topic, composed }: Brief): string[] {
  if (topic.shape === 'question' || /^wie man /i.test(topic.natural)) return [];
  const stops = stopWords(composed);
  const words = (topic.action ?? topic.natural).replace(/[¿¡?!.:,]+/gu, '').split(' ');
  const start = words.findIndex((word) => !stops.has(word.toLowerCase()));
  const short = words.slice(Math.max(0, start)).map((word, at) => (at === 0 ? word.replace(/^[ld]['’]/iu, '') : word));
  return short.length <= 6 ? [undeclined(short.join(' '), topic.natural, composed)] : [];
}

/** A question or an action as people type it into a search field: "how to fix a leaking tap". */
function asTyped({ topic }: Brief): string[] {
  if (topic.shape !== 'question' && topic.shape !== 'action' && !/^wie man /i.test(topic.natural)) return [];
  const typed = topic.natural
    .replace(/[¿¡?!.:,]+/gu, '')
    .trim()
    .replace(/^\p{Lu}(?=\p{Ll})/u, (first) => first.toLowerCase());
  return typed.split(' ').length <= 8 ? [typed] : [];
}

/** A subject without the words for the kind of video around it: "quantum computing explained" → "quantum computing". */
function aboutWhat(typed: string, composer: Composer): string {
  const subject = withoutLead(typed, composer.phrases('lead'));
  const [kind] = composer
    .phrases('genre')
    .filter((one) => subject.toLowerCase().endsWith(` ${one}`))
    .sort((a, b) => b.length - a.length);
  return kind === undefined ? subject : subject.slice(0, -kind.length).trimEnd();
}

/** What the patterns of search phrases are about: few words of the topic, and the first keyword. */
function subjectsOf(brief: Brief, composer: Composer): string[] {
  const { topic, composed, keywords } = brief;
  const [short] = shortTopic(brief);
  const concise = short !== undefined && short.split(' ').length <= 4 && topic.shape === 'thing' ? short : undefined;
  const done = composed === 'en' ? undefined : topic.action;
  // In English the thing itself stands last in a run, elsewhere a phrase is cut short by its run.
  const [run] = composed === 'en' || concise === undefined ? runsOf(brief) : [];
  const asked = topic.shape === 'question' ? readQuestion(topic.natural, composed).subject : undefined;
  const subject = done ?? asked ?? run ?? concise ?? namingWords(brief)[0];
  const subjects = [subject && aboutWhat(subject, composer), keywords[0]?.toLowerCase()];
  return [...new Set(subjects)].filter((one) => one !== undefined);
}

/** Articles that are the same behind "über", and those of the Romance languages. */
const KEPT_ARTICLE = /^(?:(?:die|das|meine|unsere|el|la|los|las|le|les|il|lo|i|gli|o|a|os|as|the|my|our) |l['’])$/iu;

/** A subject with its article, typed or to be added, for phrases in which it is spoken of: "all about the fall of Rome". */
function withThe(subject: string, { topic, composed }: Brief): string | undefined {
  const [, typed = '', rest = ''] = /^((?:\p{L}+ )|l['’])(.+)$/iu.exec(topic.natural) ?? [];
  if (undeclined(rest, topic.natural, composed) === subject && topic.shape === 'thing') {
    if (KEPT_ARTICLE.test(typed)) return typed.toLowerCase() + rest;
    if (composed === 'de' && DECLINED.test(typed)) return undefined;
  }
  if (composed === 'en' || composed === 'de') return subject;
  return topic.action === subject ? subject : withArticle(subject, composed);
}

/** German articles that have another form behind "über". */
const DECLINED = /^(?:der|mein|unser|ein|eine) $/iu;

/** Whether no content word is in the phrase twice, as in "English at home at home". */
function isClean(phrase: string, language: string): boolean {
  const words = everyWord(phrase.toLowerCase()).filter((word) => !stopWords(language).has(word));
  return new Set(words).size === words.length;
}

/** What the video and channel of the caller are found by: their keywords and the channel's name. */
const ofContext = ({ context }: Brief, most: number): string[] =>
  [...context.keywords.slice(0, most), context.channel?.name].filter((one) => one !== undefined);

/** What the field adds: the subject with the names of its parts, and what people ask. */
function ofItsField({ topic, field, composed }: Brief, subject: string | undefined): string[] {
  const parts = field && subject !== undefined ? partsFor(topic, field.parts).slice(0, 4) : [];
  const named = parts.map(({ name }) => (composed === 'en' ? name.replace(/^(?:the|a|an) /, '') : name));
  return composed === 'en' ? named.map((name) => `${subject} ${name}`).filter((tag) => isClean(tag, composed)) : named;
}

/** Search phrases for a video, the most specific first; more than fit, so that the limit decides. */
export function tagIdeas(brief: Brief, composer: Composer): string[] {
  const words = contentWords(brief).filter((word) => isLookedFor(word, brief.composed));
  const subjects = subjectsOf(brief, composer);
  const patterns = subjects.map((subject) =>
    composer
      .list('tag', 8, { slots: { subject, the: withThe(subject, brief) }, fragment: true, max: 50 })
      .filter((phrase) => isClean(phrase, brief.composed)),
  );
  return [
    ...brief.keywords,
    ...asTyped(brief),
    ...shortTopic(brief),
    ...(brief.topic.sides ?? []),
    ...runsOf(brief),
    ...patterns.flatMap((some) => some.slice(0, 5)),
    ...ofContext(brief, 5),
    ...ofItsField(brief, subjects[0]),
    ...words.slice(0, 10),
    ...patterns.flatMap((some) => some.slice(5)),
  ];
}

/** Hashtags for a text: keywords, topic, its phrases and words, those of its field, then the broad ones of the language. */
export function hashtagIdeas(brief: Brief, composer: Composer): string[] {
  const { topic, field, genre, composed, keywords } = brief;
  const words = contentWords(brief).filter((word) => isLookedFor(word, composed));
  const themed = composer.shuffle(field?.hashtags ?? []);
  const kind = isDone(genre, field) ? 'doing' : 'knowing';
  const broad = composer.shuffle([...themed.slice(2), ...composer.phrases(`hashtags ${kind}`)]);
  const short = topic.shape === 'statement' ? [] : shortTopic(brief).filter((one) => one.split(' ').length <= 3);
  return hashtagsOf([
    ...keywords,
    ...short,
    ...(topic.sides ?? []),
    ...runsOf(brief),
    ...ofContext(brief, 2),
    ...words.filter((word) => word.length > 3 || words.length < 3).slice(0, 6),
    ...themed.slice(0, 2),
    ...broad,
  ]);
}

/** Activities that are searched for by a word in -ing. */
const ACTIVITIES =
  /^(?:baking|cooking|gaming|gardening|painting|drawing|knitting|sewing|running|coding|programming|editing|hiking|camping|training|marketing|budgeting|investing|fishing|dancing|singing|writing|cleaning|swimming|cycling|parenting|investing|skating|climbing|surfing|trading|boxing|lighting|clothing|wedding|morning|evening|king|spring)$/u;

const VAGUE =
  /^(?:small|big|best|good|new|easy|cheap|quick|simple|free|old|young|great|tiny|little|long|short|high|low|real|top|full)$/u;

/** Whether a word is looked for by itself: vague adjectives, English participles and German words that are no nouns are not. */
function isLookedFor(word: string, language: string): boolean {
  const small = word.toLowerCase();
  // A number by itself, or with a unit, is a piece of something: "200-mile".
  if (/^\p{N}/u.test(word)) return /^\p{N}{4}$/u.test(word);
  if (language === 'en') return !VAGUE.test(small) && (!small.endsWith('ing') || ACTIVITIES.test(small));
  return language !== 'de' || !/^\p{Ll}(?!\p{Lu})|(?:isch|lich)e[rsnm]?$/u.test(word);
}
