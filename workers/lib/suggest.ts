import Type from 'typebox';
import { type UpstreamDeclaration, videoSuggestions, webSuggestions } from './upstream/declarations.js';
import { checkShape, jsonReader } from './upstream/read-response.js';
import type { UpstreamContext } from './upstream/upstreams.js';

/** A suggestion service, and its data set if it has several. */
interface SuggestionSource {
  readonly upstream: UpstreamDeclaration;
  readonly dataSet?: string;
}

const sources = {
  video: { upstream: videoSuggestions, dataSet: 'yt' },
  web: { upstream: webSuggestions },
} satisfies Record<string, SuggestionSource>;

/** As in the OpenSearch Suggestions extension: the query, its completions, and more. */
const response = Type.Array(Type.Unknown(), { minItems: 2 });
const completions = Type.Array(Type.String());

const LIFETIME_MS = 3_600_000;

export interface Suggested {
  readonly query: string;
  readonly lang: string;
  readonly suggestions: string[];
}

/**
 * Returns search suggestions for the beginning of a query; none for an empty one.
 *
 * The interface is that of browsers (`complete/search?client=firefox`). Responses are in the character set of `oe`, or that of their
 * Content-Type.
 */
export async function suggest(
  call: UpstreamContext,
  source: keyof typeof sources,
  q: string,
  hl: string,
): Promise<Suggested> {
  const { upstream, dataSet }: SuggestionSource = sources[source];
  const query = q.normalize('NFC').replace(/\s+/g, ' ').trim();
  const lang = hl.slice(0, 2).toLowerCase();
  if (query === '') return { query, lang, suggestions: [] };
  const { value } = await call.upstreams.get(upstream).fetch(call, {
    path: 'complete/search',
    query: { client: 'firefox', ds: dataSet, hl: lang, ie: 'utf-8', oe: 'utf-8', q: query },
    read: (received) => checkShape(completions, jsonReader(response)(received)[1]),
    lifetimeMs: LIFETIME_MS,
  });
  const suggestions = new Set(value.map((text) => text.trim()).filter((text) => text !== ''));
  return { query, lang, suggestions: [...suggestions] };
}
