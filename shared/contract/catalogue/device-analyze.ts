import { endpoint, group } from '../endpoint.js';
import { errors } from '../errors.js';
import { flag, integer, nullable, object, text } from '../fields.js';

const deviceAnalyzeGroup = group({
  id: 'device-analyze',
  title: 'User-agent analysis',
  summary: 'Browser, engine, OS, device and bot detection from a User-Agent string',
  readsQuery: true,
});

const named = { name: nullable(text()), version: nullable(text()) };

export const deviceAnalyze = endpoint(deviceAnalyzeGroup, {
  path: '/v1/device-analyze',
  pool: 'compute',
  credits: 0.002,
  summary: 'Identifies the browser, operating system and device of a User-Agent string, and detects bots',
  request: object({
    ua: text({
      description:
        'User-Agent string; defaults to the header of the request. Only the first 512 characters are analyzed',
      maxLength: 16_384,
      missing: errors.missingUserAgent,
    }),
  }),
  fromHeaders: { ua: 'user-agent' },
  response: object({
    data: object({
      ua_string: text({ description: 'Analyzed User-Agent string' }),
      browser: object({ ...named, vendor: nullable(text()) }),
      engine: object(named),
      os: object(named),
      device: object({ type: nullable(text()), brand: nullable(text()), model: nullable(text()) }),
      bot: nullable(object({ name: text(), category: nullable(text()), url: nullable(text()) })),
      is_mobile: flag(),
      is_tablet: flag(),
      is_bot: flag(),
      is_desktop: flag(),
    }),
    response_code: integer({ description: 'Status of the response' }),
    response_time_ms: integer({ description: 'Processing time in ms' }),
  }),
  batch: {},
  errors: [errors.missingUserAgent],
  example: {
    request: {
      ua: 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
    },
  },
});
