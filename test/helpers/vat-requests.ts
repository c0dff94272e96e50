import { ok } from 'node:assert/strict';
import { ApiError } from '../../shared/contract/api-error.js';
import type { vat as contract } from '../../shared/contract/catalogue/vat.js';
import type { Output } from '../../shared/contract/contract.js';
import type { Clock } from '../../shared/process/clock.js';
import vat from '../../workers/vat/vat.js';
import { runHandler } from './run-handler.js';

export type Answer = Output<typeof contract>;
export type Calculation = Extract<Answer, { scenario_type: 'single_rate' }>;

export const clockOn = (day: string): Clock => ({ now: () => new Date(`${day}T12:00:00Z`) });

/** Sends a request to the VAT endpoint, by default on the day on which the rates were checked. */
export const requestVat = (request: Record<string, unknown>, clock = clockOn('2026-11-20')): Promise<Answer> =>
  runHandler(vat, request, { clock });

export async function calculate(request: Record<string, unknown>): Promise<Calculation> {
  const answer = await requestVat({ action: 'calculate', ...request });
  ok('net' in answer);
  return answer;
}

/** Returns the error body of a request, or its response if it succeeds. */
export async function requestRefusal(request: Record<string, unknown>): Promise<unknown> {
  try {
    return await requestVat(request);
  } catch (error) {
    if (error instanceof ApiError) return { error: error.message, code: error.status };
    throw error;
  }
}

/** Net, gross, VAT and rate in this order. */
export const figures = ({ net, gross, vat_amount, vat_rate }: Calculation) => [net, gross, vat_amount, vat_rate];
