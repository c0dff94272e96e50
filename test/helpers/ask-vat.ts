import { ok } from 'node:assert/strict';
import { ApiError } from '../../shared/contract/api-error.js';
import type { vat as contract } from '../../shared/contract/catalogue/vat.js';
import type { Output } from '../../shared/contract/contract.js';
import type { Clock } from '../../shared/process/clock.js';
import vat from '../../workers/vat/vat.js';
import { runHandler } from './run-handler.js';

export type Answer = Output<typeof contract>;
export type Calculation = Extract<Answer, { scenario_type: 'single_rate' }>;

export const on = (day: string): Clock => ({ now: () => new Date(`${day}T12:00:00Z`) });

/** Asks the VAT endpoint as a caller would, on the day that the rates were checked unless told otherwise. */
export const ask = (request: Record<string, unknown>, clock = on('2026-11-20')): Promise<Answer> =>
  runHandler(vat, request, { clock });

export async function calculate(request: Record<string, unknown>): Promise<Calculation> {
  const answer = await ask({ action: 'calculate', ...request });
  ok('net' in answer);
  return answer;
}

/** The error body that a request is refused with, or its answer when it is not. */
export async function refusal(request: Record<string, unknown>): Promise<unknown> {
  try {
    return await ask(request);
  } catch (error) {
    if (error instanceof ApiError) return { error: error.message, code: error.status };
    throw error;
  }
}

/** Net, gross, VAT and rate in this order. */
export const figures = ({ net, gross, vat_amount, vat_rate }: Calculation) => [net, gross, vat_amount, vat_rate];
