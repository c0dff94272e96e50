import { endpoint, group } from '../endpoint.js';
import { errors } from '../errors.js';
import { integer, language, list, object, text } from '../fields.js';

const webSearchGroup = group({
  id: 'web-search',
  title: 'Web-search autocomplete',
  summary: 'Query suggestions',
  inputStatus: 400,
  ratePerSecond: 5,
  readsQuery: true,
});

export const autocomplete = endpoint(webSearchGroup, {
  path: '/v1/web-search/search/autocomplete',
  aliases: ['/v1/web-search/search/autocomplete/autocomplete'],
  pool: 'fetch',
  credits: 0.01,
  summary: 'What people search the web for that begins like this, up to ten',
  request: object({
    q: text({
      description: 'Search phrase; short prefixes may have few suggestions or none',
      maxLength: 500,
      missing: errors.missingQ,
    }),
    hl: language,
  }),
  response: object({
    query: text({ description: 'The phrase that was looked up' }),
    lang: text(),
    cnt_results: integer(),
    suggestions: list(text()),
  }),
  errors: [errors.missingQ],
  example: { request: { q: 'best electric', hl: 'en' } },
});
