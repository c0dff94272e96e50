import { type QuestionWords, questionWords, type Topic } from './question-words.js';

/** Classification of a question. */
export interface Question {
  /** `decision` for a yes-or-no question without a topic, `other` for an unknown one. */
  readonly class: Topic | 'decision' | 'other';
  readonly yesNo: boolean;
  /** True if neither yes nor no is an answer, as for what, how and when. */
  readonly isOpen: boolean;
  /** Subject as quoted from the question, e.g. `the job in Berlin`, if it is recognised. */
  readonly subject?: string;
}

/** Topics in order of precedence: an exam in medicine is about the exam, a job abroad about the job. */
const topics: readonly Topic[] = ['health', 'study', 'work', 'love', 'family', 'money', 'move'];

/** Maximum length of a stem that must be a whole word: `ex` begins many others. */
const MAX_STEM_LENGTH = 4;
const MAX_ARTICLE_DISTANCE = 2;
const MAX_SUBJECT_LENGTH = 40;

const unaccented = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').replace(/œ/g, 'oe');
const plain = (word: string): string => unaccented(word).toLowerCase();

/** Reads a question by the words of its language. */
export function readQuestion(text: string, language: string): Question {
  const words = questionWords[language] ?? questionWords.en;
  if (!words) return { class: 'other', yesNo: false, isOpen: true };
  const spoken = text.match(/[\p{L}\p{M}\p{N}'’-]+/gu) ?? [];
  const heard = spoken.map(plain);
  const isOpen = words.open.test(unaccented(splitClauses(text)[0] ?? ''));
  const yesNo = !isOpen && wantsYesOrNo(text, words);
  for (const topic of topics) {
    const stems = words.topics[topic].split('|');
    const at = heard.findIndex((word) => splitWord(word).some((part) => stems.some((stem) => hasStem(part, stem))));
    if (at < 0) continue;
    const subject = quoteSubject(at, spoken, words);
    return { class: topic, yesNo, isOpen, ...(subject !== undefined && { subject }) };
  }
  return { class: yesNo ? 'decision' : 'other', yesNo, isOpen };
}

/** Splits a question into clauses without marks and first capitals. Other capitals distinguish names from verbs. */
const splitClauses = (text: string): string[] =>
  (text === text.toUpperCase() ? text.toLowerCase() : text)
    .normalize('NFC')
    .replaceAll('’', "'")
    .split(/[.,;:!?…¿¡]+/)
    .map((clause) => clause.trim().replace(/^\p{Lu}/u, (first) => first.toLowerCase()))
    .filter((clause) => clause !== '');

/** True for a question about the future or a decision. Cards give no verdict on what already is, nor on a suspicion. */
function wantsYesOrNo(text: string, { open, yesNo, neither }: QuestionWords): boolean {
  if (neither.test(plain(text))) return false;
  return splitClauses(text).some(
    (clause) =>
      !open.test(unaccented(clause)) && yesNo.some((asks) => asks.test(clause) || asks.test(unaccented(clause))),
  );
}

/** Splits a word at elisions and hyphens: `m'aime`, `va-t-il`. */
const splitWord = (word: string): string[] => word.split(/['’-]/);

/** True if a word has a stem: a short one as a whole word or its plural, a longer one as a beginning. */
const hasStem = (word: string, stem: string): boolean =>
  stem.length <= MAX_STEM_LENGTH
    ? [stem, `${stem}s`, `${stem}e`, `${stem}o`, `${stem}a`, `${stem}en`].includes(word)
    : word.startsWith(stem);

/** Quotes from the article before a word to the name joined to it. Undefined without an article. */
function quoteSubject(at: number, spoken: readonly string[], words: QuestionWords): string | undefined {
  const articles = words.articles.split('|');
  const before = spoken.slice(Math.max(0, at - MAX_ARTICLE_DISTANCE - 1), at).map(plain);
  const article = before.findLastIndex((word) => articles.includes(word));
  if (article < 0) return undefined;
  const start = at - (before.length - article) + (words.articlesStay ? 0 : 1);
  const [link = '', name = ''] = spoken.slice(at + 1, at + 3);
  const joined = words.links.split('|').includes(plain(link)) && /^\p{Lu}/u.test(name);
  const subject = spoken.slice(start, at + (joined ? 3 : 1)).join(' ');
  return subject.length <= MAX_SUBJECT_LENGTH ? subject : undefined;
}
