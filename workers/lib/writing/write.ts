import type { TObject } from 'typebox';
import type { Call } from '../../handle.js';
import type { Question } from '../llm/model.js';
import { discloseSandbox } from '../upstream/upstreams.js';

/** What an answer tells of how it was written. */
interface Disclosure {
  /** The language asked for, in two letters: a model writes in any. */
  readonly language: string;
  /** The language that the composer writes in: the same, or English where it has no pack. */
  readonly composedIn: string;
  /** What is told besides the language: `writer`, who wrote the text; `sandbox`, that a sandbox did. */
  readonly discloses: 'writer' | 'sandbox';
}

/** A text to write for one call: by a model when one is configured and its draft is usable, else by the composer. */
export interface Task<Draft extends TObject, Answer> extends Disclosure {
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
  const modelled = await call.model?.ask(task.question(composed), call);
  const answer = modelled ?? composed();
  disclose(task, modelled === undefined ? 'composer' : 'model', call);
  return answer;
}

/**
 * Tells how an answer was written: `Content-Language` is the language that it is in, `X-Reading` its writer, and
 * `X-Upstream: sandbox` marks texts that are synthetic.
 */
function disclose(
  { language, composedIn, discloses }: Disclosure,
  writer: 'model' | 'composer',
  call: Pick<Call, 'header' | 'config' | 'model'>,
): void {
  if (discloses === 'writer') call.header('X-Reading', writer);
  call.header('Content-Language', writer === 'model' ? language : composedIn);
  if (discloses === 'sandbox' && writer === 'model' && call.model) discloseSandbox(call.model, call);
}

/** The function, run at most once. */
function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
