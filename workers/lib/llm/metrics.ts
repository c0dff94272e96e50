import { count, time } from '../../../shared/process/metrics/measure.js';

/** Counts the tokens of an answer. Endpoints that do not tell them count as none. */
export function countTokens(
  task: string,
  usage: { prompt_tokens: number; completion_tokens: number } | undefined | null,
): void {
  count('modelTokens', { task, kind: 'read' }, usage?.prompt_tokens ?? 0);
  count('modelTokens', { task, kind: 'written' }, usage?.completion_tokens ?? 0);
}

export const countOutcome = (task: string, outcome: 'used' | 'retried' | 'given_up'): void =>
  count('modelAnswers', { task, outcome });

export const timeAnswer = (task: string, milliseconds: number): void => time('modelSeconds', { task }, milliseconds);
