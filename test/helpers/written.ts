import { ok } from 'node:assert/strict';
import { catalogue } from '../../shared/contract/catalogue/index.js';
import type { Config } from '../../shared/process/config.js';
import type { Handler } from '../../workers/handle.js';
import { createModel, type Model } from '../../workers/lib/llm/model.js';
import { type GivenCall, runHandler } from './run-handler.js';

/** The endpoints whose answers a model writes. */
export const writtenEndpoints = catalogue.filter(({ group }) => group.isWritten);

/** @throws RangeError when no model writes there */
export function endpointOf(id: string): (typeof writtenEndpoints)[number] {
  const found = writtenEndpoints.find((endpoint) => endpoint.id === id);
  if (!found) throw new RangeError(`no model writes ${id}`);
  return found;
}

const PATIENCE_MS = 120_000;

/** Settings with which a model is waited for as long, and the composer stands in for it. */
export const patient = { LLM_TIMEOUT_MS: '60000', LLM_FALLBACK: 'composer' };

/** Has the example of an endpoint answered: by whom, in which language, and with what. */
export async function ask(
  endpoint: (typeof catalogue)[number],
  given: GivenCall & { readonly config: Config },
  more: object = {},
) {
  const module: { default: Handler } = await import(
    new URL(`../../workers/${endpoint.group.id}/${endpoint.path.split('/').at(-1)}.js`, import.meta.url).href
  );
  const headers = new Map<string, string>();
  const remarks = new Map<string, string>();
  const answer = await runHandler(
    module.default,
    { ...endpoint.example.request, ...more },
    {
      // Whoever is late is composed for: a busy machine is no reason.
      deadline: new Date(Date.now() + PATIENCE_MS),
      signal: AbortSignal.timeout(PATIENCE_MS),
      ...given,
      headers,
      remark: (name, value) => void remarks.set(name, value),
    },
  );
  const text = JSON.stringify({ ...Object(answer), response_time_ms: 0 });
  return { text, headers, remarks, writer: headers.get('X-Writer') };
}

/** The model of some settings, as a process makes it once. */
export function modelOf(config: Config): Model {
  const model = createModel(config);
  ok(model);
  return model;
}
