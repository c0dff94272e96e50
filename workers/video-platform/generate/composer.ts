import { type Composer, capitalise, compose } from 'readings/compose';
import { toHashtags } from '../../lib/text/hashtags.js';
import { type Brief, packs } from './brief.js';
import { LIMITS, type Network } from './limits.js';
import {
  contentWords,
  isPersonal,
  nameFrom,
  quote,
  quotedName,
  uniqueTexts,
  withoutQuestionMarks,
  wordPairs,
} from './topic.js';

/**
 * Writes texts without a model: a few plain sentences that are true of any video on the topic, around the topic as the caller
 * typed it. It knows nothing of the topic and claims nothing about the video. Tones choose among the sentences, except on grave
 * and personal topics; moods and jokes apply only to topics that are known to be harmless.
 *
 * The sentences are in `packs/<language>/texts.json`, by move. A move is skipped if the pack does not have it or no sentence fits.
 */
export class ContentComposer {
  readonly #lines: Composer;
  /** True if the topic is grave or in the first person: it is quoted without tone or decoration. */
  readonly #isPlain: boolean;
  // The composer never repeats a line, so lists are composed once.
  #names: string[] | undefined;
  #tags: string[] | undefined;

  /** @param seed the same brief and seed give the same texts */
  constructor(
    private readonly brief: Brief,
    seed: string,
    person: '1st' | '3rd' = '1st',
  ) {
    const { topic, composed, mood, tone, sensitivity, isHarmless, keywords, context } = brief;
    const pack = packs.of(composed);
    this.#isPlain = sensitivity !== undefined || isPersonal(topic, pack);
    const others = keywords.filter((keyword) => !mentions(topic.text, keyword));
    const [first = ''] = pack.phrases.and ?? [];
    this.#lines = compose(pack, {
      seed,
      facts: {
        tone: (!this.#isPlain && tone) || 'none',
        mood: isHarmless ? (mood ?? 'none') : 'none',
        person,
      },
      slots: {
        topic: quote(topic, pack),
        bare: topic.text,
        name: this.#isPlain ? quotedName(topic.text, composed) : nameFrom(topic.text, composed, isHarmless),
        keywords: joinList(others, first),
        channel: context.channel?.name,
      },
    });
  }

  /** Source of choices for decoration. */
  get random(): Composer {
    return this.#lines;
  }

  title(): string {
    const [keyword] = this.brief.keywords;
    const isNamed = keyword === undefined || mentions(this.brief.topic.text, keyword);
    const tail = isNamed ? '' : ` | ${capitalise(keyword)}`;
    const ask = { max: LIMITS.title - tail.length };
    const light = this.brief.isHarmless ? ['title-light'] : [];
    const choices = ['title-mood', ...(this.#isPlain ? [] : ['title-tone', ...light, 'title'])];
    const title = separateQuestion(this.#first(choices, ask) ?? capitalise(this.brief.topic.text));
    return title + tail;
  }

  description(): string {
    const { isHarmless } = this.brief;
    const about = ['mood-line', 'keywords', ...(isHarmless ? ['who'] : [])].map((move) => this.#find(move));
    const closing = isHarmless ? ['close-tone', 'close'] : [this.#isPlain ? 'close-respectful' : 'close-neutral'];
    const end = [this.#find('place'), this.#first(closing)];
    return [[this.#first(['open-tone', 'open']), ...about], end].map(joinSentences).join('\n\n');
  }

  comment(): string {
    const choices = this.#isPlain ? ['comment-respectful'] : ['comment-mood', 'comment-tone', 'comment'];
    return this.#first(choices) ?? '';
  }

  channelDescription(): string {
    const closing = this.#isPlain && !this.brief.isHarmless ? 'close-neutral' : 'channel-close';
    const sentences = ['channel-keywords', closing].map((move) => this.#find(move));
    return joinSentences([this.#first(['channel-tone', 'channel-open']), ...sentences]);
  }

  channelNames(): string[] {
    this.#names ??= this.#composeNames();
    return this.#names;
  }

  #composeNames(): string[] {
    const { topic, isHarmless } = this.brief;
    const isNoun = isHarmless && !this.#isPlain && !INSTRUCTION.test(topic.text);
    const light = isNoun ? this.#lines.list('channel-name-light', LIMITS.names / 2) : [];
    return [...light, ...this.#lines.list('channel-name', LIMITS.names)];
  }

  post(network: Network): string {
    const opening = joinSentences([this.#find('post-open'), this.#find('mood-line')]);
    const body = joinSentences([this.#find('place'), this.#find('post-body')]);
    const question = this.#find(this.brief.isHarmless ? 'post-close' : 'close-neutral') ?? '';
    if (network === 'MICROBLOG') return `${opening} ${question}`;
    const paragraphs =
      network === 'VIDEO_PLATFORM'
        ? [opening, `${body} ${question}`]
        : [opening, joinSentences([this.#find('keywords'), body]), question];
    return paragraphs.join('\n\n');
  }

  /** An outline, with brackets to fill in. */
  script(): string {
    const { headings = [], pictures = [] } = packs.of(this.brief.composed).phrases;
    const [colon, show, speak] = ['colon', 'show', 'speak'].map((name) => this.#lines.phrase(name));
    const scenes = headings.map((heading, at) =>
      [heading, `${show}${colon}[${pictures[at]}]`, `${speak}${colon}${this.#find(`script-${at}`)}`].join('\n'),
    );
    return [this.#find('script-head'), ...scenes, this.#find('place')].filter(Boolean).join('\n\n');
  }

  /** Search phrases: keywords, the topic, its words, the context's keywords. */
  tags(): string[] {
    this.#tags ??= uniqueTexts([...this.#searchPhrases(), ...this.#variants()]);
    return this.#tags;
  }

  /** The topic with a word that is searched for together with it; long topics are searched for as they are. */
  #variants(): string[] {
    const { topic, composed } = this.brief;
    const isShort = contentWords(topic.text, composed).length <= MAX_TAGGED_WORDS;
    return isShort && !this.#isPlain
      ? this.#lines.list('tag', undefined, { fragment: true, slots: { bare: withoutQuestionMarks(topic.text) } })
      : [];
  }

  #searchPhrases(): string[] {
    const { topic, keywords, context, composed, sensitivity, isHarmless } = this.brief;
    const bare = withoutQuestionMarks(topic.text);
    const words = contentWords(bare, composed).filter((word) => !/^\d{1,2}$/.test(word));
    return uniqueTexts([
      ...keywords,
      bare,
      ...(isHarmless ? wordPairs(bare, composed) : []),
      ...(this.#isPlain && !isHarmless ? [] : words.slice(0, MAX_TAGS)),
      ...(sensitivity === undefined ? context.keywords : []),
      ...(context.channel ? [context.channel.name] : []),
    ]);
  }

  /** Hashtags, the most specific first. */
  hashtags(): string[] {
    const { phrases } = packs.of(this.brief.composed);
    return toHashtags([...this.#searchPhrases(), ...(phrases.hashtags ?? [])]);
  }

  #find(move: string, ask: { readonly max?: number } = {}): string | undefined {
    const line = this.#lines.find(move, ask);
    return this.brief.composed === 'es' ? line : line?.replace(SPARE_STOP, '$1');
  }

  #first(moves: readonly string[], ask: { readonly max?: number } = {}): string | undefined {
    for (const move of moves) {
      const line = this.#find(move, ask);
      if (line !== undefined) return line;
    }
    return undefined;
  }
}

/** The beginning of instructions, which make no name together with other words. English ones lose it in names. */
const INSTRUCTION = /^(?:wie|comment|cómo|come|como)\s/iu;

/** A full stop or question mark after a quoted question. Spanish keeps it. */
const SPARE_STOP = /([?!？！…]\u00A0?[”“»])(?:\.|\s?\?)/gu;

/** Maximum number of words of a topic that is combined with other words for tags. */
const MAX_TAGGED_WORDS = 4;
const MAX_TAGS = 8;
const joinSentences = (sentences: readonly (string | undefined)[]): string =>
  sentences.filter((sentence) => sentence !== undefined && sentence !== '').join(' ');

/** Joins texts as in "a, b and c". Returns undefined if there are none. */
const joinList = (texts: readonly string[], and: string): string | undefined =>
  texts.length > 1 ? texts.slice(0, -1).join(', ') + and + texts.at(-1) : texts[0];

/** Ends the sentence at a question mark, as in "Who bakes? The basics" for "Who bakes?: the basics". */
const separateQuestion = (title: string): string =>
  title
    .replace(/¡(.*[?？])!/u, '$1')
    .replace(/([?？])(?:\s*[:,!]+\s*|\s+(?=\p{Ll}))(.*)$/u, (_, mark: string, rest: string) =>
      `${mark} ${capitalise(rest)}`.trim(),
    );

/** True if a text contains the words, whatever their letter case. */
const mentions = (text: string, words: string): boolean => text.toLocaleLowerCase().includes(words.toLocaleLowerCase());
