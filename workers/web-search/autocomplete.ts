import { autocomplete } from '../../shared/contract/catalogue/web-search.js';
import { handle } from '../handle.js';
import { suggest } from '../lib/suggest.js';

const MOST = 10;

export default handle(autocomplete, async ({ q, hl }, call) => {
  const answer = await suggest(call, 'web', q, hl);
  const suggestions = answer.suggestions.slice(0, MOST);
  return { query: answer.query, lang: answer.lang, cnt_results: suggestions.length, suggestions };
});
