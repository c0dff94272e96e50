import Type, { type Static } from 'typebox';
import { type Config, ConfigError } from '../../../shared/process/config.js';
import { parseJsonSetting } from '../../../shared/process/parse-setting.js';

/** How hard a model that thinks is to think; more costs more time and tokens. */
const efforts = ['none', 'minimal', 'low', 'medium', 'high'] as const;
export type Effort = (typeof efforts)[number];

/** Names of models end up in a header. */
const modelName = Type.String({ pattern: '^[!-~]{1,200}$' });

const choice = Type.Object(
  {
    model: modelName,
    temperature: Type.Optional(Type.Number({ minimum: 0, maximum: 2 })),
    effort: Type.Optional(Type.Enum([...efforts])),
    /** The most tokens of an answer, what it takes to think included; by default what the text needs. */
    tokens: Type.Optional(Type.Integer({ minimum: 100, maximum: 200_000 })),
  },
  { additionalProperties: false },
);

/** A model, and how it is asked. */
export type Choice = Static<typeof choice>;

/** Those after the first are asked when those before them have failed; after the last the composer writes. */
const chain = Type.Array(choice, { minItems: 1, maxItems: 3 });

const plan = Type.Object({ short: Type.Optional(chain), long: Type.Optional(chain) }, { additionalProperties: false });

/** Which models write what. */
export interface Plan {
  readonly short: readonly Choice[];
  readonly long: readonly Choice[];
}

/** A text of more tokens than this is a long one: descriptions, scripts, packs and readings are, titles and tags are not. */
const LONGEST_SHORT = 500;

export const kindOfText = ({ maxTokens }: { readonly maxTokens: number }): keyof Plan =>
  maxTokens > LONGEST_SHORT ? 'long' : 'short';

/**
 * Reads which models write: those of LLM_MODELS, and LLM_MODEL for what that does not name.
 *
 * @returns undefined when no model is named
 * @throws ConfigError when LLM_MODELS makes no sense, or names no model for a kind of text
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

/** Tokens to think with, beside those of the answer. OpenAI's guide to reasoning advises 25,000 to begin with. */
const ROOM: Readonly<Record<Effort, number>> = { none: 0, minimal: 1_000, low: 4_000, medium: 10_000, high: 25_000 };

/** How many tokens an answer may have, and how many on top to think with. A number in the plan is for both. */
export const tokensFor = (
  { maxTokens }: { readonly maxTokens: number },
  { tokens, effort = 'medium' }: Choice,
): { tokens: number; room: number } => (tokens ? { tokens, room: 0 } : { tokens: maxTokens, room: ROOM[effort] });
