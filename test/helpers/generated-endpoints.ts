import { ok } from 'node:assert/strict';
import { catalogue } from '../../shared/contract/catalogue/index.js';
import type { Config } from '../../shared/process/config.js';
import type { Handler } from '../../workers/handle.js';
import { createModel, type Model } from '../../workers/lib/llm/model.js';
import { type GivenCall, runHandler } from './run-handler.js';

/** Endpoints whose content a model generates. */
export const generatedEndpoints = catalogue.filter(({ group }) => group.isWritten);

/** @throws RangeError if the endpoint has no generated content */
export function findGeneratedEndpoint(id: string): (typeof generatedEndpoints)[number] {
  const found = generatedEndpoints.find((endpoint) => endpoint.id === id);
  if (!found) throw new RangeError(`no model writes ${id}`);
  return found;
}

const PATIENCE_MS = 120_000;

/** Settings with a long timeout of the model, and the composer as fallback. */
export const longTimeout = { LLM_TIMEOUT_MS: '60000', LLM_FALLBACK: 'composer' };

/** Runs the example of an endpoint, and returns the response with its headers, remarks and writer. */
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
      // On a busy machine the composer would stand in for a slow model.
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

/** Creates the model of a configuration. */
export function modelFor(config: Config): Model {
  const model = createModel(config);
  ok(model);
  return model;
}
