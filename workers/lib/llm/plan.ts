import Type, { type Static } from 'typebox';
import { type Config, ConfigError } from '../../../shared/process/config.js';
import { parseJsonSetting } from '../../../shared/process/parse-setting.js';

/** Reasoning effort; more costs more time and tokens. */
const efforts = ['none', 'minimal', 'low', 'medium', 'high'] as const;
export type Effort = (typeof efforts)[number];

/** Names of models are sent in a response header. */
const modelName = Type.String({ pattern: '^[!-~]{1,200}$' });

const choice = Type.Object(
  {
    model: modelName,
    temperature: Type.Optional(Type.Number({ minimum: 0, maximum: 2 })),
    effort: Type.Optional(Type.Enum([...efforts])),
    /** Maximum tokens of the output, reasoning included. By default what the text needs. */
    tokens: Type.Optional(Type.Integer({ minimum: 100, maximum: 200_000 })),
  },
  { additionalProperties: false },
);

/** A model and its parameters. */
export type ModelChoice = Static<typeof choice>;

/** Models in order of preference: each is asked when those before it have failed. */
const fallbacks = Type.Array(choice, { minItems: 1, maxItems: 3 });

const plan = Type.Object(
  { short: Type.Optional(fallbacks), long: Type.Optional(fallbacks) },
  { additionalProperties: false },
);

/** Models for short and for long texts. */
export interface Plan {
  readonly short: readonly ModelChoice[];
  readonly long: readonly ModelChoice[];
}

/** Maximum tokens of a short text. Titles and tags are short; descriptions, scripts, packs and readings are long. */
const MAX_SHORT_TOKENS = 500;

export const findLengthClass = ({ maxTokens }: { readonly maxTokens: number }): keyof Plan =>
  maxTokens > MAX_SHORT_TOKENS ? 'long' : 'short';

/**
 * Reads the plan from LLM_MODELS, with LLM_MODEL as the default.
 *
 * @returns undefined when no model is named
 * @throws ConfigError when LLM_MODELS is invalid, or names no model for short or long texts
 */
export function readPlan({
  LLM_MODEL: model,
  LLM_MODELS: models,
}: Pick<Config, 'LLM_MODEL' | 'LLM_MODELS'>): Plan | undefined {
  const named = models === undefined ? {} : parseJsonSetting('LLM_MODELS', models, plan, EXAMPLE);
  const byDefault = model === undefined ? undefined : [{ model }];
  const { short = byDefault, long = byDefault } = named;
  if (short && long) return { short, long };
  if (!short && !long) return undefined;
  throw new ConfigError(
    `LLM_MODELS names no model for ${short ? 'long' : 'short'} texts: add it there, or set LLM_MODEL`,
  );
}

const EXAMPLE =
  '{"short": [{"model": "small", "temperature": 0.9}], "long": [{"model": "large", "effort": "low"}, {"model": "small"}]}';

/** Tokens for reasoning, in addition to those of the output. OpenAI's guide advises 25,000 to begin with. */
const REASONING_TOKENS: Readonly<Record<Effort, number>> = {
  none: 0,
  minimal: 1_000,
  low: 4_000,
  medium: 10_000,
  high: 25_000,
};

/** Returns the tokens for an output, and for reasoning in addition. A number in the plan covers both. */
export const tokenBudget = (
  { maxTokens }: { readonly maxTokens: number },
  { tokens, effort = 'medium' }: ModelChoice,
): { tokens: number; reasoningTokens: number } =>
  tokens ? { tokens, reasoningTokens: 0 } : { tokens: maxTokens, reasoningTokens: REASONING_TOKENS[effort] };
