import type { SandboxAnswer, SandboxUpstream } from '../http.js';
import { suggest, type Vocabulary, videoVocabulary, webVocabulary } from './suggest.js';

/**
 * Speaks as the suggestion service that browsers ask does (`complete/search?client=firefox`): a JSON array in
 * ISO-8859-1, unless `oe` asks for UTF-8.
 */
function suggestions(name: string, setting: string, vocabulary: Vocabulary, most: number): SandboxUpstream {
  return {
    name,
    settings: { [setting]: '{url}' },
    answer({ path, query }) {
      if (path !== 'complete/search' || query.get('client') !== 'firefox') {
        return { status: 404, contentType: 'text/html; charset=utf-8', body: '<title>404</title>' };
      }
      const q = query.get('q') ?? '';
      const found = suggest(q, query.get('hl') ?? 'en', vocabulary, most);
      return inCharset([q, found, [], {}], /utf-?8/i.test(query.get('oe') ?? ''));
    },
  };
}

function inCharset(answer: unknown, isUtf8: boolean): SandboxAnswer {
  const text = JSON.stringify(answer);
  return isUtf8
    ? { status: 200, contentType: 'text/javascript; charset=UTF-8', body: Buffer.from(text) }
    : { status: 200, contentType: 'text/javascript; charset=ISO-8859-1', body: Buffer.from(text, 'latin1') };
}

export const videoSuggestions = suggestions('video-suggest', 'VIDEO_SUGGEST_URL', videoVocabulary, 14);
export const webSuggestions = suggestions('web-suggest', 'WEB_SUGGEST_URL', webVocabulary, 10);
