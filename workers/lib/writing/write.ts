import type { Static, TObject } from 'typebox';
import type { Call, Resources } from '../../handle.js';
import type { Question, Written } from '../llm/model.js';
import { askOnce } from '../llm/shared-texts.js';
import { unusable } from '../llm/unusable.js';
import { languageName } from '../text/languages.js';
import { discloseSandbox } from '../upstream/upstreams.js';

/** A text to write for one call: by a model when one is configured and its draft is usable, else by the composer. */
export interface Task<Draft extends TObject, Answer> {
  /** The language asked for, in two letters: a model writes in any. */
  readonly language: string;
  /** The language that the composer writes in: the same, or English where it has no pack. */
  readonly composedIn: string;
  /** For how long everybody who asks the same gets the same text of a model's, in ms; without it each call gets its own. */
  readonly sharedForMs?: number | undefined;
  /** The text without a model. */
  compose(): Answer;
  /**
   * What a model is asked, and what makes the answer of its draft.
   *
   * @param composed the text as the composer writes it. A question that has it worded anew takes it, so that it is
   *   composed first; one that has it written from the data alone does not, and it is composed when the model has failed
   */
  question(composed: () => Answer): Question<Draft, Answer>;
}

/** Writes a text. A model that fails or is late is no error: the composer's text is the answer then. */
export async function write<Draft extends TObject, Answer>(task: Task<Draft, Answer>, call: Call): Promise<Answer> {
  const composed = once(() => task.compose());
  const modelled = await byModel(task, composed, call);
  disclose(task, modelled?.model, call);
  return modelled ? modelled.answer : composed();
}

async function byModel<Draft extends TObject, Answer>(
  { language, sharedForMs, question }: Task<Draft, Answer>,
  composed: () => Answer,
  call: Call,
): Promise<Written<Answer> | undefined> {
  const { model } = call;
  if (!model || !languageName(language)) return undefined;
  const asked = await inLanguage(question(composed), language);
  return sharedForMs === undefined ? model.ask(asked, call) : askOnce(model, asked, sharedForMs, call);
}

/** What the first text by a model would otherwise wait for: how the model is asked, and the detector of languages. */
export async function warmUpModel({ model, log }: Pick<Resources, 'model' | 'log'>): Promise<void> {
  if (!model) return;
  void model.warmUp(log);
  await import('../text/written-in.js');
}

/** The question, whose answer must be in the language. The detector is loaded where there is a model. */
async function inLanguage<Draft extends TObject, Answer>(
  question: Question<Draft, Answer>,
  language: string,
): Promise<Question<Draft, Answer>> {
  const { isWrittenIn } = await import('../text/written-in.js');
  // What the caller gave may be in any language, so it does not count.
  const given = Object.values(question.data).filter((value) => typeof value === 'string' && value !== '');
  const ownWords = (text: string) => given.reduce<string>((left, one) => left.replaceAll(String(one), ' '), text);
  return {
    ...question,
    accept(draft: Static<Draft>) {
      if (!isWrittenIn(ownWords(textsOf(draft).join('\n')), language))
        throw unusable('the text was in another language');
      return question.accept(draft);
    },
  };
}

/** The texts of a draft, wherever they are in it. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : [];
}

/**
 * Tells how an answer was written: `Content-Language` is the language that it is in, `X-Language-Warning` that it is not the one
 * asked for, `X-Writer` its writer, and `X-Upstream: sandbox` marks texts that are synthetic.
 */
function disclose(
  { language, composedIn }: Pick<Task<TObject, unknown>, 'language' | 'composedIn'>,
  model: string | undefined,
  call: Call,
): void {
  const writer = model === undefined ? 'composer' : `model ${model}`;
  call.header('X-Writer', writer);
  call.remark('written by', writer, 'callers');
  const written = model === undefined ? composedIn : language;
  call.header('Content-Language', written);
  if (written !== language) call.header('X-Language-Warning', warning(language, written));
  if (model !== undefined && call.model) discloseSandbox(call.model, call);
}

const warning = (asked: string, written: string): string => {
  const name = languageName(asked);
  return `${name ? `${name} (${asked}) was not to be had` : `${asked} is no language of ISO 639-1`}: this is ${languageName(written)} (${written})`;
};

/** The function, run at most once. */
function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
