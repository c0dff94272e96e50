import { json, type SandboxRequest, type SandboxResponse, type SandboxUpstream } from '../http.js';
import { addDays, countDays, listDays } from '../world.js';
import { codes, computeMidRate, roundRate } from './mid-rates.js';

const KEY = 'sandbox-app-id';
const terms = {
  disclaimer: 'Synthetic rates of a sandbox, of no use for any purpose but trying out',
  license: 'Synthetic rates of a sandbox',
};

/** Imitates Open Exchange Rates (docs.openexchangerates.org): latest.json, time-series.json, and their errors. */
export const primaryRates: SandboxUpstream = {
  name: 'rates-primary',
  settings: { RATES_PRIMARY_URL: '{url}', RATES_PRIMARY_KEY: KEY },
  respond(request) {
    const { path, query } = request;
    if (!query.get('app_id')) return failure(401, 'missing_app_id', 'No App ID provided.');
    if (query.get('app_id') !== KEY) return failure(401, 'invalid_app_id', 'Invalid App ID provided.');
    if (path === 'latest.json') return latest(request);
    if (path === 'time-series.json') return timeSeries(request);
    return failure(404, 'not_found', 'Client requested a non-existent resource/route.');
  },
};

function failure(status: number, message: string, description: string): SandboxResponse {
  return json(status, { error: true, status, message, description });
}

const parseSymbols = (query: URLSearchParams): string[] => {
  const wanted = query.get('symbols')?.split(',');
  return wanted ? codes.filter((code) => wanted.includes(code)) : [...codes];
};

const listRates = (symbols: string[], day: string): Record<string, number> =>
  Object.fromEntries(symbols.map((code) => [code, roundRate(computeMidRate(code, day))]));

function latest({ query, now }: SandboxRequest): SandboxResponse {
  const rates = listRates(parseSymbols(query), now.toISOString().slice(0, 10));
  return json(200, { ...terms, timestamp: Math.floor(now.getTime() / 1000), base: 'USD', rates });
}

function timeSeries({ query, now }: SandboxRequest): SandboxResponse {
  const start = query.get('start') ?? '';
  const end = query.get('end') ?? '';
  const length = countDays(start, end);
  if (!(length >= 0) || end > now.toISOString().slice(0, 10)) {
    return failure(400, 'invalid_date_range', 'Invalid start and/or end dates requested.');
  }
  if (end > addDays(start, 31)) return failure(400, 'range_too_long', 'A time series spans one month at most.');
  const symbols = parseSymbols(query);
  const rates = Object.fromEntries(listDays(start, end).map((day) => [day, listRates(symbols, day)]));
  return json(200, { ...terms, start_date: start, end_date: end, base: 'USD', rates });
}
