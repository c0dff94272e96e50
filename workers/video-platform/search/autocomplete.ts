import { autocomplete } from '../../../shared/contract/catalogue/video-platform-search.js';
import { handle } from '../../handle.js';
import { suggest } from '../../lib/suggest.js';

export default handle(autocomplete, async ({ q, hl }, call) => {
  const { query, lang, suggestions } = await suggest(call, 'video', q, hl);
  return { data: { query, lang, suggestions, cnt_results: suggestions.length } };
});
