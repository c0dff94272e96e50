import { deviceAnalyze } from '../../shared/contract/catalogue/device-analyze.js';
import { errors } from '../../shared/contract/errors.js';
import { handle } from '../handle.js';
import { analyse, analyseVisitor } from './analyse.js';
import { readClientHints, readHeaders } from './client-hints.js';

export default handle(
  deviceAnalyze,
  (input) => {
    const started = performance.now();
    const inHeaders = readHeaders(input.headers ?? {});
    const ua = input.ua ?? inHeaders.ua;
    const hints = readClientHints(input.client_hints ?? {}) ?? inHeaders.hints;
    if (ua === null && hints === null) throw errors.missingUserAgent();
    const data = { ua_string: ua ?? '', ...analyseVisitor({ ua, hints, signer: inHeaders.signer }) };
    return { data, response_code: 200, response_time_ms: Math.round(performance.now() - started) };
  },
  () => typicalAgents.forEach(analyse),
);

/** One of each kind, to compile the patterns that most calls need. */
const typicalAgents = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Linux; Android 14; SM-S928B) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
  'Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  'Mozilla/5.0 (SMART-TV; Linux; Tizen 6.0) AppleWebKit/537.36 (KHTML, like Gecko) 76.0.3809.146/6.0 TV Safari/537.36',
  'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
];
