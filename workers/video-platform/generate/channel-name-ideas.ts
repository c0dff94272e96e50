import { channelNameIdeas } from '../../../shared/contract/catalogue/video-platform-generate.js';
import { list, object, text } from '../../../shared/contract/fields.js';
import { naturalCase } from '../../lib/text/natural-case.js';
import { cutAtWord } from '../../lib/text/plain-text.js';
import type { Composer } from '../../lib/writing/compose.js';
import { capitalise } from '../../lib/writing/line.js';
import { withArticle } from './writing/article.js';
import type { Brief } from './writing/brief.js';
import { namingWords, runsOf, subjectIn } from './writing/content-words.js';
import { generator } from './writing/generator.js';
import { LIMITS, settleNames } from './writing/guarantees.js';
import { definiteArticle } from './writing/subject.js';
import type { Topic } from './writing/topic.js';
import { NAMES } from './writing/worked-examples.js';

export default generator(channelNameIdeas, {
  name: 'channel_names',
  draft: object({ suggestions: list(text()) }),
  order:
    'Twelve different names for a channel about the topic: two to four words each, easy to say and to remember. Good ones ' +
    'have a picture in them, each another one; no "World", "Hub", "Pro" or "Academy".',
  examples: NAMES,
  maxTokens: 300,
  compose: ({ brief, composer }) => ({ suggestions: nameIdeas(brief, composer) }),
  settle: ({ suggestions }, { brief, composer }) => ({
    suggestions: settleNames(suggestions, nameIdeas(brief, composer)),
  }),
});

/** Longest word or pair of words of the topic that a name is built on. */
const LONGEST_CORE = 30;

/** Names from patterns of the language around the topic's content words, each pattern once. */
function nameIdeas(brief: Brief, composer: Composer): string[] {
  const cores = coresOf(brief, [...composer.phrases('genre'), ...composer.phrases('no name')]);
  const parts = partNames(brief, composer);
  const slotsFor = (core: string) => ({ ...slotsOf(core, brief), ...parts });
  return Array.from({ length: LIMITS.names }, (_, at) =>
    composer.find('channel-name', {
      slots: slotsFor(cores[at % cores.length] ?? ''),
      max: LIMITS.channelName,
      fragment: true,
    }),
  )
    .filter((name) => name !== undefined)
    .map((name) => (brief.composed === 'de' ? compounded(name) : name));
}

/** Articles at the end of what stands before a word. */
const ARTICLE: Readonly<Record<string, RegExp>> = {
  es: /(?:^|\s)((?:el|la|los|las)\s)$/iu,
  fr: /(?:^|\s)((?:le|la|les)\s|l['’])$/iu,
  it: /(?:^|\s)((?:il|lo|la|i|gli|le)\s|l['’])$/iu,
  pt: /(?:^|\s)((?:o|a|os|as)\s)$/iu,
};

/** A core with the article that it has in the topic: of names it is not known otherwise ("el Imperio romano"). */
const typedArticle = (core: string, { natural }: Topic, language: string): string | undefined => {
  const at = natural.toLowerCase().indexOf(core.toLowerCase());
  const before = natural.slice(0, Math.max(0, at));
  const article = ARTICLE[language]?.exec(before)?.[1] ?? definiteArticle(before, core, language);
  return article === undefined ? undefined : article.toLowerCase() + core;
};

/** Fugen-s: what ends so is joined with an s to the noun behind it, in one word: Steuererklärungswerkstatt. */
const JOINED_BY_S = /(?:ung|heit|keit|schaft|ion|tät|tum|ling|ing)$/u;

/** Feminine nouns in -e have an n there: Katzenwerkstatt. Plurals and others in -e have a hyphen: Bäume-Ecke. */
const JOINED_BY_N =
  /(?:amme|katze|blume|pflanze|biene|rose|sonne|suppe|tasche|kerze|lampe|karte|gitarre|maschine|münze|straße|kirche|küche|pfanne|tanne|torte|bohne|tomate|olive|zitrone|orange|schlange|spinne|ziege|taube|ente|geige|flöte|trompete|linse|kirsche|schokolade|marmelade|socke|mütze|puppe|vase|immobilie|aktie|familie|orchidee|seife|wanze|mücke|fliege|welle|ratte|schnecke|decke|hose|schraube|säge|heide)$/iu;

/** German compounds as they are spelt: with the s or n between where the first noun wants one. */
const compounded = (name: string): string =>
  name.replace(/(?<!\p{L})(\p{Lu}\p{Ll}+)-(\p{Lu})(\p{Ll}+)/u, (whole, noun: string, first: string, rest: string) => {
    const between = JOINED_BY_S.test(noun) ? 's' : JOINED_BY_N.test(noun) ? 'n' : undefined;
    return between === undefined ? whole : `${noun}${between}${first.toLowerCase()}${rest}`;
  });

/** Two short words of the field, as in "Crust & Crumb": English only, where nouns stand without an article in names. */
function partNames({ field, composed }: Brief, composer: Composer) {
  const names = composed === 'en' && field ? field.parts.map(({ name }) => name.replace(/^(?:the|a|an) /, '')) : [];
  const [one, two] = composer.shuffle(names.filter((name) => !name.includes(' '))).map(capitalise);
  return { one, two };
}

/** Ends with which English makes a name of a noun: Breadworks, Breadsmith. */
const ENDS = ['works', 'smith', 'craft', 'lab', 'wise', 'yard'] as const;

/** A noun of one or two syllables with such an end; a longer one is a mouthful. */
function blendOf(word: string | undefined): string | undefined {
  if (word === undefined || !/^\p{Lu}\p{Ll}{2,6}$/u.test(word) || (word.match(/[aeiouy]+/gi) ?? []).length > 2)
    return undefined;
  const end = ENDS[word.length % ENDS.length] ?? 'works';
  return word.endsWith(end.charAt(0)) ? undefined : word + end;
}

/**
 * A core in the forms that patterns need: `name` by itself, `word` for compounds, where English has the singular and
 * only a single word can be, `the` with its article.
 */
function slotsOf(core: string, { topic, composed: language }: Brief) {
  const isEnglish = language === 'en';
  const several = language === 'de' ? core.replace(/(?<=er|ist|ant|ent|eur)in$/u, 'innen') : core;
  const name = isEnglish ? core.split(' ').map(capitalise).join(' ') : capitalise(several);
  const compound = core.includes(' ') ? undefined : name;
  const word = isEnglish ? singular(name) : compound;
  return {
    name,
    word,
    the: typedArticle(core, topic, language) ?? withArticle(core, language),
    blend: isEnglish ? blendOf(word) : undefined,
  };
}

/** Whether the dictionary has the word, so that its last letter may be an ending: not so of Kubernetes. */
const isCommonNoun = (noun: string): boolean => naturalCase(noun, 'en') === noun.toLowerCase();

/** The first part of an English compound: "The Tomato Notebook". */
const singular = (noun: string): string =>
  /(?:ss|us|is|news|series|chess|lens|canvas|atlas|^gas)$/i.test(noun) || !isCommonNoun(noun)
    ? noun
    : noun
        .replace(/(?<=lea|loa|shel|wol|hal|cal|thie|scar|^el)ves$/i, 'f')
        .replace(/(?<=[^aeiou])ies$/, 'y')
        .replace(/(?<=o|x|ch|sh|ss)es$/, '')
        .replace(/(?<=[^s])s$/, '');

const areTwoOf = (some: readonly string[], run: string): boolean => {
  const words = run.split(' ');
  return words.length === 2 && words.every((word) => some.includes(word));
};

const lastWord = (run: string): string => run.slice(run.lastIndexOf(' ') + 1);

/** Words that are adjectives by their ending, or mostly, in the languages that have them in front. */
const ADJECTIVE: Readonly<Record<string, RegExp>> = {
  en: /(?:[^aeiou]ic|[^aeiou]ical|ful|less|ous|-free|ive|ible)$|^(?:roman|vegan|honest|quantum|modern|ancient|global|digital|natural|great|red|white|black|green|blue|yellow|brown|new|\p{L}*\p{N}*\p{L}*-\p{L}+ed)$/iu,
  de: /(?:isch|lich|ig)e[rsnm]?$/iu,
};

/** Whether a German topic begins with the word as the adjective of the noun behind it: "Gusseiserne Pfanne". */
const isDeclined = (word: string, { topic, composed }: Brief): boolean =>
  composed === 'de' && /e[rsn]?$/u.test(word) && new RegExp(`^${word} \\p{Lu}\\p{Ll}`, 'u').test(topic.natural);

function coresOf(brief: Brief, genres: readonly string[]): string[] {
  const all = namingWords(brief);
  const fitting = all.filter((word) => !genres.includes(word.toLowerCase()) && /\p{L}/u.test(word));
  const letters = all.filter((word) => /\p{L}/u.test(word));
  const some = fitting.length > 0 ? fitting : letters.length === all.length ? all : [subjectIn(brief)];
  // Such an adjective names nothing by itself: "Small Steps in Electric".
  const naming = some.filter((word) => !ADJECTIVE[brief.composed]?.test(word) && !isDeclined(word, brief));
  const runs = brief.topic.shape === 'thing' ? runsOf(brief) : [];
  // A German noun without its adjective is another thing: "Römisches Reich", and not "Reich".
  const whole = brief.composed === 'de' && naming.length < some.length ? runs[0]?.replace(/ \p{Ll}+$/u, '') : undefined;
  const [first = some[0] ?? brief.topic.natural] = whole === undefined ? naming : [whole];
  const [run] = runs.filter((words) => areTwoOf(some, words));
  const pair = run ?? first;
  // In English the last word of a run is the thing itself (sourdough bread); elsewhere the first is.
  const heads = brief.composed === 'en' && brief.topic.shape === 'thing' ? runsOf(brief).map(lastWord) : [];
  const head = heads.find((word) => some.includes(word)) ?? first;
  if (brief.topic.sides) return some.map(shortened);
  const [related = first] = brief.context.keywords.filter((keyword) => !keyword.includes(' '));
  return [first, pair, related, head].map(shortened);
}

/** The article of a title goes, where the names have one of their own. */
const shortened = (core: string): string => {
  const bare = core.replace(/^(?:the|der|die|das) (?=\p{Lu})/iu, '');
  return cutAtWord(bare, LONGEST_CORE) || bare.slice(0, LONGEST_CORE);
};
