import type { Static, TObject } from 'typebox';
import { errors } from '../../../shared/contract/errors.js';
import type { Call, Resources } from '../../handle.js';
import { UnusableOutput } from '../llm/errors.js';
import type { Generated } from '../llm/model.js';
import type { ModelTask } from '../llm/prompt.js';
import { generateOnce } from '../llm/shared-texts.js';
import { languageName } from '../text/languages.js';
import { discloseSandbox } from '../upstream/upstreams.js';

/** Task of writing a text for one request: by a model if one is configured, else by the composer. */
export interface Task<Draft extends TObject, Answer> {
  /** Requested language, in two letters. */
  readonly language: string;
  /** Language that the composer writes in: the requested one, or English if it has no pack for it. */
  readonly composedIn: string;
  /** Time for which a model's text is shared by equal requests, in ms. By default each request gets its own. */
  readonly sharedForMs?: number | undefined;
  /** True if the request fails when the model gives no usable draft, unless LLM_FALLBACK is `composer`. */
  readonly needsModel?: boolean;
  /** Writes the text without a model. */
  compose(): Answer;
  /** Creates the task for a model. Undefined if only the composer writes the text. */
  readonly modelTask?: () => ModelTask<Draft, Answer>;
}

/** A text, its language and its writer: `composer`, or `model` and its name. */
export interface Text<Answer> {
  readonly answer: Answer;
  readonly language: string;
  readonly writer: string;
}

/**
 * Writes a text.
 *
 * @throws ApiError 502 when the task needs the model and it gave no usable draft
 */
export async function write<Draft extends TObject, Answer>(
  task: Task<Draft, Answer>,
  call: Call,
): Promise<Text<Answer>> {
  const modelled = await askModel(task, call);
  // A model is asked only for languages that exist.
  const isMissed = !modelled && call.model !== undefined && languageName(task.language) !== undefined;
  if (isMissed && task.needsModel && call.config.LLM_FALLBACK !== 'composer') throw errors.noUsableDraft();
  const answer = modelled ? modelled.answer : task.compose();
  return { answer, ...disclose(task, modelled?.model, call) };
}

async function askModel<Draft extends TObject, Answer>(
  { language, sharedForMs, modelTask }: Task<Draft, Answer>,
  call: Call,
): Promise<Generated<Answer> | undefined> {
  const { model } = call;
  if (!model || !modelTask || !languageName(language)) return undefined;
  const checked = await requireLanguage(modelTask(), language);
  return sharedForMs === undefined ? model.generate(checked, call) : generateOnce(model, checked, sharedForMs, call);
}

/** Probes the model and loads the language detector before the first request. */
export async function warmUpModel({ model, log }: Pick<Resources, 'model' | 'log'>): Promise<void> {
  if (!model) return;
  void model.warmUp(log);
  await import('../text/detect-language.js');
}

/** Makes a task reject drafts in another language. The detector is loaded only if there is a model. */
async function requireLanguage<Draft extends TObject, Answer>(
  task: ModelTask<Draft, Answer>,
  language: string,
): Promise<ModelTask<Draft, Answer>> {
  const { isWrittenIn } = await import('../text/detect-language.js');
  // Words of the request may be in any language, so they do not count.
  const given = Object.values(task.data).filter((value) => typeof value === 'string' && value !== '');
  const ownWords = (text: string) => given.reduce<string>((left, one) => left.replaceAll(String(one), ' '), text);
  return {
    ...task,
    accept(draft: Static<Draft>) {
      if (!isWrittenIn(ownWords(textsIn(draft).join('\n')), language))
        throw new UnusableOutput('the text was in another language');
      return task.accept(draft);
    },
  };
}

/** Returns all texts within a value, however deep. */
export function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/**
 * Names language and writer in the headers `Content-Language`, `X-Language-Warning` (where it is not the requested one) and
 * `X-Writer`; `X-Upstream: sandbox` marks synthetic texts.
 */
function disclose(
  { language, composedIn }: Pick<Task<TObject, unknown>, 'language' | 'composedIn'>,
  model: string | undefined,
  call: Call,
): Omit<Text<unknown>, 'answer'> {
  const writer = model === undefined ? 'composer' : `model ${model}`;
  call.header('X-Writer', writer);
  call.remark('written by', writer, 'callers');
  const written = model === undefined ? composedIn : language;
  call.header('Content-Language', written);
  if (written !== language) call.header('X-Language-Warning', warning(language, written));
  if (model !== undefined && call.model) discloseSandbox(call.model, call);
  return { language: written, writer };
}

const warning = (asked: string, written: string): string => {
  const name = languageName(asked);
  return `${name ? `${name} (${asked}) is not supported` : `${asked} is not an ISO 639-1 language`}: the text is in ${languageName(written)} (${written})`;
};
