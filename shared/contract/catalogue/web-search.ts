import { endpoint, group } from '../endpoint.js';
import { errors } from '../errors.js';
import { integer, language, list, object, text } from '../fields.js';

const webSearchGroup = group({
  id: 'web-search',
  title: 'Web-search autocomplete',
  summary: 'Suggestions for web searches',
  inputStatus: 400,
  ratePerSecond: 5,
  readsQuery: true,
});

export const autocomplete = endpoint(webSearchGroup, {
  path: '/v1/web-search/search/autocomplete',
  keywords: ['keywords', 'suggestions', 'SEO'],
  aliases: ['/v1/web-search/search/autocomplete/autocomplete'],
  pool: 'fetch',
  credits: 0.01,
  summary: 'Suggests up to ten web searches that begin with a phrase',
  request: object({
    q: text({
      description: 'Beginning of a search; a short one may have few suggestions or none',
      brief: 'Beginning of a search',
      maxLength: 500,
      missing: errors.missingQ,
    }),
    hl: language,
  }),
  response: object({
    query: text({ description: 'Normalized search phrase' }),
    lang: text(),
    cnt_results: integer(),
    suggestions: list(text()),
  }),
  errors: [errors.missingQ],
  example: { request: { q: 'best electric', hl: 'en' } },
});
