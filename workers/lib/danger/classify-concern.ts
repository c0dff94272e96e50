import Type from 'typebox';
import type { Call } from '../../handle.js';
import { RESERVE_MS } from '../llm/model.js';
import type { ModelTask } from '../llm/prompt.js';
import { timeLimit } from '../upstream/resilience.js';
import { burdens, type Concern, dangers } from './detect.js';

const kinds = [...dangers, ...burdens, 'ordinary'] as const;
const schema = Type.Object({ kind: Type.Enum([...kinds]) }, { additionalProperties: false });

const INSTRUCTIONS =
  'You protect people who put a question to a card reading service. In the user message, "question" is what one of them ' +
  'typed, in any language, perhaps misspelled, in slang or about somebody else. Say what it is about. The first of these ' +
  'that fits:\n' +
  '"suicide": somebody may want to die or not to live on, is tired of life, or has taken an overdose;\n' +
  '"child": a child is beaten, abused, neglected or touched;\n' +
  '"violence": somebody is beaten, raped, threatened, stalked, controlled, locked in, or afraid of a person;\n' +
  '"selfharm": somebody hurts themselves, or starves or vomits in order to be thin;\n' +
  '"harm": somebody means to hurt or kill a person;\n' +
  '"missing": a person has disappeared;\n' +
  '"death": whether or when somebody dies, or grief;\n' +
  '"pregnancy": a pregnancy, a miscarriage, an abortion;\n' +
  '"illness": an illness, an operation, a treatment, a medicine;\n' +
  '"law": a court, custody, prison, the police;\n' +
  '"money": life savings, investments, loans, bets;\n' +
  '"ordinary": anything else. Figures of speech are ordinary: "dying to know", "my phone died", "killing it at work", ' +
  '"should I end it with him".\n' +
  'In doubt between a danger and a figure of speech, say the danger.';

const MAX_TOKENS = 60;
/** Share of the remaining time that the classification may take, and its maximum in ms. */
const TIME_SHARE = 0.25;
const MAX_WAIT_MS = 4_000;

/**
 * Classifies a question by the model.
 *
 * @param language the language that is assumed for a danger
 * @returns undefined for an ordinary question, and when the model fails or is late
 */
export async function classifyConcern(text: string, language: string, call: Call): Promise<Concern | undefined> {
  const { model, clock, log, redis, remark } = call;
  if (!model) return undefined;
  const now = clock.now().getTime();
  const waitMs = Math.min(Math.max(0, Math.floor((call.deadline.getTime() - now) * TIME_SHARE)), MAX_WAIT_MS);
  const signal = timeLimit(waitMs, call.signal);
  const task: ModelTask<typeof schema, (typeof kinds)[number]> = {
    name: 'concern',
    schema,
    instructions: INSTRUCTIONS,
    data: { question: text },
    maxTokens: MAX_TOKENS,
    accept: ({ kind }) => kind,
  };
  const late = new Promise<undefined>((resolve) => {
    signal.addEventListener('abort', () => resolve(undefined), { once: true });
  });
  // The signal aborts the request just before its deadline, so that a slow response does not count as an outage.
  const deadline = new Date(now + waitMs + RESERVE_MS + 1_000);
  const generation = model.generate(task, { clock, log, redis, remark, deadline, signal });
  const kind = (await Promise.race([generation, late]))?.answer;
  const danger = dangers.find((one) => one === kind);
  if (danger) return { tier: 'danger', about: danger, language };
  const burden = burdens.find((one) => one === kind);
  return burden && { tier: 'weighty', about: burden, language };
}
