import { endpoint, group } from '../endpoint.js';
import { errors } from '../errors.js';
import { flag, integer, list, nullable, object, optional, Type, text } from '../fields.js';

const deviceAnalyzeGroup = group({
  id: 'device-analyze',
  title: 'User-agent analysis',
  summary: 'Browser, engine, OS, device and bot detection from a User-Agent string',
  readsQuery: true,
});

/** Headers that a browser describes itself with. */
const agentHeaders = [
  'user-agent',
  'sec-ch-ua',
  'sec-ch-ua-full-version-list',
  'sec-ch-ua-full-version',
  'sec-ch-ua-mobile',
  'sec-ch-ua-platform',
  'sec-ch-ua-platform-version',
  'sec-ch-ua-model',
  'sec-ch-ua-arch',
  'sec-ch-ua-bitness',
  'sec-ch-ua-form-factors',
  'signature-agent',
];

/** Fields of any name, of which those that describe a browser are read. */
const properties = (description: string) =>
  Type.Record(Type.String(), Type.Unknown(), {
    description,
    advanced: true,
    maxProperties: 100,
    maxJson: 32_768,
    shape: 'an object of at most 100 fields and 32768 characters of JSON',
  });

const named = { name: nullable(text()), version: nullable(text()) };

export const deviceAnalyze = endpoint(deviceAnalyzeGroup, {
  path: '/v1/device-analyze',
  keywords: ['bot', 'crawler', 'phone', 'parse'],
  pool: 'compute',
  credits: 0.002,
  summary: 'Identifies the browser, operating system and device of a User-Agent string, and detects bots',
  request: object({
    ua: optional(
      text({
        description:
          'User-Agent string, overrides that of headers. Only the first 512 characters are analyzed. Without ua, headers and client_hints, the ' +
          "request's own headers are analyzed",
        brief: '',
        maxLength: 16_384,
      }),
    ),
    headers: optional(
      properties(
        'Headers of the request to analyze, of which User-Agent, Sec-CH-UA…, X-Requested-With and Signature-Agent are read. Names in any ' +
          'letter case',
      ),
    ),
    client_hints: optional(
      properties(
        'Client hints by the names of their headers (Sec-CH-UA-Platform), or as navigator.userAgentData.getHighEntropyValues returns them ' +
          '(platform, platformVersion). Used instead of those of headers',
      ),
    ),
  }),
  fromHeaders: { headers: { names: agentHeaders, unless: ['ua', 'client_hints'] } },
  rules: [
    {
      describe: "Without ua, headers and client_hints, the request's own User-Agent and client hints are analyzed",
      brief: 'Without ua it analyzes your own',
      check: ({ ua, headers, client_hints }) =>
        ua === undefined && headers === undefined && client_hints === undefined ? errors.missingUserAgent() : undefined,
    },
  ],
  response: object({
    data: object({
      ua_string: text({
        minLength: 0,
        description: 'Analyzed User-Agent string; empty if there are only client hints',
      }),
      browser: object({ ...named, vendor: nullable(text()) }),
      engine: object(named),
      os: object({
        ...named,
        version_frozen: flag({ description: 'True if the browser sends this version on newer systems as well' }),
      }),
      device: object({ type: nullable(text()), brand: nullable(text()), model: nullable(text()) }),
      bot: nullable(
        object({
          name: text(),
          category: nullable(text()),
          purpose: nullable(
            text({ description: 'ai_training, ai_search, ai_assistant or ai_agent for bots of AI services' }),
          ),
          url: nullable(text()),
        }),
      ),
      client_hints: nullable(
        object(
          {
            contradict_ua: flag({
              description:
                'True if they are not of the browser that the user agent claims, which then only serves to find bots',
            }),
            brands: list(object({ name: text(), version: text({ minLength: 0 }) })),
            architecture: nullable(text({ description: 'x86 or arm' })),
            bitness: nullable(text({ description: '32 or 64' })),
            form_factors: list(text(), { description: 'desktop, mobile, tablet, xr, automotive, watch or eink' }),
          },
          { description: 'Client hints; null if there are none' },
        ),
      ),
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
