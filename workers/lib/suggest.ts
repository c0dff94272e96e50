import Type from 'typebox';
import { type UpstreamDeclaration, videoSuggestions, webSuggestions } from './upstream/declarations.js';
import { checkShape, jsonReader } from './upstream/read-response.js';
import type { UpstreamContext } from './upstream/upstreams.js';

/** A service of suggestions, and the data set that is asked there when it has several. */
interface SuggestionSource {
  readonly upstream: UpstreamDeclaration;
  readonly dataSet?: string;
}

/** Whose suggestions there are. */
const sources = {
  video: { upstream: videoSuggestions, dataSet: 'yt' },
  web: { upstream: webSuggestions },
} satisfies Record<string, SuggestionSource>;

/** As in the OpenSearch Suggestions extension: the query, then its completions, then things not used here. */
const answer = Type.Array(Type.Unknown(), { minItems: 2 });
const completions = Type.Array(Type.String());

const LIFETIME_MS = 3_600_000;

export interface Suggested {
  readonly query: string;
  readonly lang: string;
  readonly suggestions: string[];
}

/**
 * What people search for that begins like `q`. Nothing is asked for an empty text.
 *
 * The interface is the one that browsers use (`complete/search?client=firefox`). Its answers come in the character
 * set that `oe` names, or in the one that their Content-Type names when the service does as it pleases.
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
    read: (received) => checkShape(completions, jsonReader(answer)(received)[1]),
    lifetimeMs: LIFETIME_MS,
  });
  return { query, lang, suggestions: cleaned(value) };
}

function cleaned(found: readonly string[]): string[] {
  const words = found.map((text) => text.trim()).filter((text) => text !== '');
  return [...new Set(words)];
}
