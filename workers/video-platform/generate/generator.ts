import { readFileSync } from 'node:fs';
import type { Random } from 'readings/compose';
import Type, { type Static, type TObject, type TString } from 'typebox';
import { Parse } from 'typebox/value';
import type { Input, Output } from '../../../shared/contract/contract.js';
import type { Endpoint } from '../../../shared/contract/endpoint.js';
import { list, object, optional, text } from '../../../shared/contract/fields.js';
import { projectFile } from '../../../shared/process/project-file.js';
import { type Call, type Handler, handle } from '../../handle.js';
import { findEmoji, findPictograms } from '../../lib/text/emoji.js';
import { cutAtSentence } from '../../lib/text/plain-text.js';
import { type Sensitivity, warmUpSensitivities } from '../../lib/topics/sensitivity.js';
import { type Task, write } from '../../lib/writing/write.js';
import { type Brief, packs, readBrief } from './brief.js';
import { cleanDraft, critique, rejectFaults } from './checks/check-draft.js';
import { ContentComposer } from './composer.js';
import type { Example } from './examples.js';
import { recentTexts, rememberText } from './history.js';
import { type Decoration, LIMITS, limitHashtags } from './limits.js';
import { dataFor, writeInstructions } from './prompt.js';
import { MOODS } from './style.js';

/** Context in which a draft is composed and finished. */
interface DraftContext<Request> {
  /** The request, with the fields that only this endpoint has. */
  readonly input: Request;
  readonly brief: Brief;
  readonly composer: ContentComposer;
}

/** A kind of text: how a model and the composer draft it, and how a draft becomes a response. */
interface TextKind<Request, Draft extends TObject, Response> {
  /** Name of the task, letters and underscores. */
  readonly name: string;
  readonly draft: Draft;
  /** Instructions to a model, in a few sentences. */
  readonly instructions: string | ((input: Request) => string);
  /** Good drafts, in English; of a long text only the beginning. */
  readonly examples: readonly Example<Static<Draft>>[];
  readonly maxTokens: number;
  compose(context: DraftContext<Request>): Static<Draft>;
  /** Applies limits, emoji and hashtags to a draft. */
  finish(
    draft: Static<Draft>,
    context: DraftContext<Request> & { readonly decoration: Decoration },
  ): Omit<Response, keyof Writer>;
}

/** Fields of every response that say who wrote it. */
interface Writer {
  readonly language: string;
  readonly writer: string;
}

/** Contract that all endpoints of the group share. */
type Contract = Endpoint<TObject<{ topic: TString; language: TString }>>;

/** Creates the handler of an endpoint that writes one kind of text. */
export const generator = <E extends Contract, Draft extends TObject>(
  endpoint: E,
  kind: TextKind<Input<E>, Draft, Output<E>>,
): Handler<E> =>
  handle(
    endpoint,
    async (input, call) => {
      const brief = await readBrief(input, call);
      const task = await createTask(kind, input, brief, call);
      const { answer, language, writer } = await write(task, call);
      if (writer !== COMPOSER) await rememberText(call, kind.name, brief, Object.values(answer));
      // The parts add up to the contract's response, which TypeScript cannot see through Omit.
      return { ...answer, language, writer } as Output<E>;
    },
    warmUp,
  );

const COMPOSER = 'composer';

/** Lists that a model adds to a draft when the caller wants emoji or hashtags in the text. */
const DECORATIONS = {
  emoji: optional(list(text(), { description: 'Three to eight emoji that suit the text, best first' })),
  text_hashtags: optional(
    list(text(), { description: 'Three to fifteen hashtags without spaces, the most specific first' }),
  ),
};

/** Creates the task of writing a text. The request id is the seed: each request gets another text. */
async function createTask<Request, Draft extends TObject, Response>(
  kind: TextKind<Request, Draft, Response>,
  input: Request,
  brief: Brief,
  call: Call,
): Promise<Task<TObject, Omit<Response, keyof Writer>>> {
  const composer = new ContentComposer(brief, call.requestId, readPerson(input));
  const context = { input, brief, composer };
  const suggested: Decoration = {
    random: composer.random,
    emoji: suggestEmoji(brief, composer.random),
    hashtags: composer.hashtags(),
  };
  const alreadyGiven = call.model ? await recentTexts(call, kind.name, brief) : [];
  return {
    language: brief.language,
    composedIn: brief.composed,
    needsModel: true,
    compose: () => kind.finish(addHelp(kind.compose(context), context), { ...context, decoration: suggested }),
    modelTask() {
      const kindInstructions = typeof kind.instructions === 'string' ? kind.instructions : kind.instructions(input);
      const wanted = wantedDecorations(input, kind.draft);
      const schema = object({ ...kind.draft.properties, ...wanted });
      const instructions = writeInstructions(
        kindInstructions,
        kind.examples,
        brief,
        call.clock.now(),
        Object.keys(wanted),
      );
      const data = dataFor(brief, alreadyGiven);
      const assignment = { brief, instructions, data };
      return {
        name: kind.name,
        schema,
        instructions,
        data,
        maxTokens: kind.maxTokens,
        accept(draft) {
          rejectFaults(draft, assignment);
          const { emoji, text_hashtags: hashtags, ...rest } = cleanDraft(draft);
          const decoration = {
            random: composer.random,
            emoji: onlyEmoji(emoji, suggested.emoji),
            hashtags: limitHashtags(onlyTexts(hashtags), suggested.hashtags, LIMITS.hashtags.most),
          };
          // The model's reader has checked the draft against the schema, and cleaning changes no types.
          return kind.finish(addHelp(rest as Static<Draft>, context), { ...context, decoration });
        },
        critique: (draft) => critique(draft, assignment),
      };
    },
  };
}

/** Maximum length of the texts that say where to find help, in UTF-16 units. Others are too short for it. */
const HELP_ROOM: Readonly<Record<string, number>> = {
  description: LIMITS.description - 100,
  channelDescription: LIMITS.channelDescription,
  script: LIMITS.script,
  post: LIMITS.post.VIDEO_PLATFORM - 150,
};

/** Emoji for harmless topics when no mood is requested. */
const ANY_MOOD = '✨ 🎬 💡 👀 🔥';

/** Emoji for topics that are not known to be harmless. */
const NEUTRAL = '📌 📖 📝';

/** Suggests emoji for a text, best first: those of the topic, those that picture its words, those of the mood. */
function suggestEmoji({ topic, keywords, mood, composed, isHarmless }: Brief, random: Random): string[] {
  if (!isHarmless) return NEUTRAL.split(' ');
  const pictured = findPictograms([topic.text, ...keywords].join(' '), composed).slice(0, 4);
  const felt = random.shuffle((mood === undefined ? ANY_MOOD : MOODS[mood].emoji).split(' '));
  return [...new Set([...topic.emoji.slice(0, 3), ...pictured, ...felt])];
}

/** Subjects of texts that end with where to find help. */
const SUBJECTS_WITH_HELP: ReadonlySet<Sensitivity> = new Set<Sensitivity>(['suicide', 'selfharm', 'abuse']);

/** Loads the notes on where to find help, by language. They have no telephone numbers, which differ by country and change. */
const loadHelpNotes = () =>
  Parse(
    Type.Record(Type.String(), Type.String()),
    JSON.parse(readFileSync(projectFile('workers/lib/topics/notes.json'), 'utf8')),
  );
let helpNotes: ReturnType<typeof loadHelpNotes> | undefined;

/** Adds where to find help to the texts of a draft that have room, if the topic is about people in danger. */
function addHelp<Draft extends object>(draft: Draft, { brief, input }: DraftContext<unknown>): Draft {
  const { sensitivity, language, composed } = brief;
  // The note is available in the composer's languages only.
  const needsHelp = sensitivity !== undefined && SUBJECTS_WITH_HELP.has(sensitivity);
  if (!needsHelp || language !== composed || readField(input, 'network') === 'MICROBLOG') return draft;
  helpNotes ??= loadHelpNotes();
  const help = helpNotes[composed] ?? helpNotes.en ?? '';
  const texts = Object.entries(draft).map(([field, value]) => {
    const room = HELP_ROOM[field];
    if (room === undefined || typeof value !== 'string') return [field, value];
    return [field, `${cutAtSentence(value, room - help.length - 2, 0)}\n\n${help}`];
  });
  return Object.fromEntries(texts);
}

const onlyTexts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];

/** Returns the emoji in a model's list, or the suggested ones where it has none. */
function onlyEmoji(list: unknown, suggested: readonly string[]): readonly string[] {
  const emoji = onlyTexts(list).flatMap(findEmoji).slice(0, 8);
  return emoji.length > 0 ? emoji : suggested;
}

const readField = (input: unknown, name: string): unknown =>
  typeof input === 'object' && input !== null ? Reflect.get(input, name) : undefined;

const readPerson = (input: unknown): '1st' | '3rd' => (readField(input, 'person') === '3rd' ? '3rd' : '1st');

/** Returns the lists that a model has to add. A draft that itself is a list of hashtags needs no more of them. */
function wantedDecorations(input: unknown, draft: TObject): Partial<typeof DECORATIONS> {
  const emojiMode = readField(input, 'emojis_mode') ?? 'none';
  const hashtagMode = 'hashtags' in draft.properties ? 'none' : (readField(input, 'hashtags_mode') ?? 'none');
  return {
    ...(emojiMode === 'none' ? {} : { emoji: DECORATIONS.emoji }),
    ...(hashtagMode === 'none' ? {} : { text_hashtags: DECORATIONS.text_hashtags }),
  };
}

/** Loads the composer's sentences and the word lists of grave subjects before the first request. */
function warmUp(): void {
  for (const language of packs.languages) packs.of(language);
  warmUpSensitivities();
}
