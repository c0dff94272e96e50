import { channelNameIdeas } from '../../../shared/contract/catalogue/video-platform-generate.js';
import { list, object, text } from '../../../shared/contract/fields.js';
import { cutAtWord } from '../../lib/text/plain-text.js';
import type { Composer } from '../../lib/writing/compose.js';
import { capitalise } from '../../lib/writing/line.js';
import { withArticle } from './writing/article.js';
import type { Brief } from './writing/brief.js';
import { namingWords, runsOf } from './writing/content-words.js';
import { generator } from './writing/generator.js';
import { LIMITS, settleNames } from './writing/guarantees.js';

export default generator(channelNameIdeas, {
  name: 'channel_names',
  draft: object({ suggestions: list(text()) }),
  order: 'Twelve different names for a channel about the topic: two to four words each, easy to say and to remember.',
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
  const cores = coresOf(brief, composer.phrases('genre'));
  const slotsFor = (core: string) => slotsOf(core, brief.composed);
  return Array.from({ length: LIMITS.names }, (_, at) =>
    composer.find('channel-name', {
      slots: slotsFor(cores[at % cores.length] ?? ''),
      max: LIMITS.channelName,
      fragment: true,
    }),
  ).filter((name) => name !== undefined);
}

/**
 * A core in the forms that patterns need: `name` by itself, `word` for compounds, where English has the singular and
 * only a single word can be, `the` with its article.
 */
function slotsOf(core: string, language: string) {
  const isEnglish = language === 'en';
  const name = isEnglish ? core.split(' ').map(capitalise).join(' ') : capitalise(core);
  const compound = core.includes(' ') ? undefined : name;
  return { name, word: isEnglish ? singular(name) : compound, the: withArticle(core, language) };
}

/** The first part of an English compound: "The Tomato Notebook". */
const singular = (noun: string): string =>
  /(?:ss|us|is|news|series|chess)$/i.test(noun)
    ? noun
    : noun
        .replace(/(?<=[^aeiou])ies$/, 'y')
        .replace(/(?<=o|x|ch|sh|ss)es$/, '')
        .replace(/(?<=[^s])s$/, '');

const areTwoOf = (some: readonly string[], run: string): boolean => {
  const words = run.split(' ');
  return words.length === 2 && words.every((word) => some.includes(word));
};

const lastWord = (run: string): string => run.slice(run.lastIndexOf(' ') + 1);

function coresOf(brief: Brief, genres: readonly string[]): string[] {
  const all = namingWords(brief);
  const fitting = all.filter((word) => !genres.includes(word.toLowerCase()) && /\p{L}/u.test(word));
  const some = fitting.length > 0 ? fitting : all;
  const [first = brief.topic.natural] = some;
  const [run] = runsOf(brief).filter((words) => brief.topic.shape === 'thing' && areTwoOf(some, words));
  const pair = run ?? first;
  // In English the last word of a run is the thing itself (sourdough bread); elsewhere the first is.
  const heads = brief.composed === 'en' && brief.topic.shape === 'thing' ? runsOf(brief).map(lastWord) : [];
  const head = heads.find((word) => some.includes(word)) ?? first;
  const [related = first] = brief.context.keywords.filter((keyword) => !keyword.includes(' '));
  return [first, pair, related, head].map((core) => cutAtWord(core, LONGEST_CORE) || core.slice(0, LONGEST_CORE));
}
