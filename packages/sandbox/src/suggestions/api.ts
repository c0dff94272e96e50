import type { SandboxResponse, SandboxUpstream } from '../http.js';
import { suggest, type Vocabulary, videoVocabulary, webVocabulary } from './suggest.js';

/**
 * Imitates the suggestion service of browsers (`complete/search?client=firefox`): a JSON array in ISO-8859-1, or in UTF-8 if `oe`
 * requests it.
 */
function createSuggestionService(name: string, setting: string, vocabulary: Vocabulary, most: number): SandboxUpstream {
  return {
    name,
    settings: { [setting]: '{url}' },
    respond({ path, query }) {
      if (path !== 'complete/search' || query.get('client') !== 'firefox') {
        return { status: 404, contentType: 'text/html; charset=utf-8', body: '<title>404</title>' };
      }
      const q = query.get('q') ?? '';
      const found = suggest(q, query.get('hl') ?? 'en', vocabulary, most);
      return encodeJson([q, found, [], {}], /utf-?8/i.test(query.get('oe') ?? ''));
    },
  };
}

function encodeJson(value: unknown, isUtf8: boolean): SandboxResponse {
  const text = JSON.stringify(value);
  return isUtf8
    ? { status: 200, contentType: 'text/javascript; charset=UTF-8', body: Buffer.from(text) }
    : { status: 200, contentType: 'text/javascript; charset=ISO-8859-1', body: Buffer.from(text, 'latin1') };
}

export const videoSuggestions = createSuggestionService('video-suggest', 'VIDEO_SUGGEST_URL', videoVocabulary, 14);
export const webSuggestions = createSuggestionService('web-suggest', 'WEB_SUGGEST_URL', webVocabulary, 10);
