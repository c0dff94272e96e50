import { json, type SandboxRequest, type SandboxResponse, type SandboxUpstream } from '../http.js';
import { countDays, listDays } from '../world.js';
import { codes, computeSecondMidRate, roundRate } from './mid-rates.js';

const KEY = 'sandbox-apikey';
const LONGEST_RANGE_DAYS = 366;

/** Imitates currencyapi.com (currencyapi.com/docs): v3/latest, v3/range, and their errors. */
export const secondaryRates: SandboxUpstream = {
  name: 'rates-secondary',
  settings: { RATES_SECONDARY_URL: '{url}', RATES_SECONDARY_KEY: KEY },
  respond(request) {
    const { path, headers, query } = request;
    if ((headers.apikey ?? query.get('apikey')) !== KEY) {
      return json(401, { message: 'Invalid authentication credentials' });
    }
    if (path === 'v3/latest') return latest(request);
    if (path === 'v3/range') return range(request);
    return json(404, { message: 'Not Found' });
  },
};

function quotes(query: URLSearchParams, day: string): Record<string, { code: string; value: number }> {
  const wanted = query.get('currencies')?.split(',') ?? codes;
  return Object.fromEntries(
    codes
      .filter((code) => wanted.includes(code))
      .map((code) => [code, { code, value: roundRate(computeSecondMidRate(code, day)) }]),
  );
}

function latest({ query, now }: SandboxRequest): SandboxResponse {
  const day = now.toISOString().slice(0, 10);
  return json(200, { meta: { last_updated_at: `${day}T00:00:00Z` }, data: quotes(query, day) });
}

function range({ query, now }: SandboxRequest): SandboxResponse {
  const first = (query.get('datetime_start') ?? '').slice(0, 10);
  const today = now.toISOString().slice(0, 10);
  const asked = (query.get('datetime_end') ?? '').slice(0, 10);
  const last = [asked, today].sort()[0] ?? today;
  if (!(countDays(first, last) >= 0) || countDays(first, today) > LONGEST_RANGE_DAYS) {
    const message = 'The datetime start is not within the range of your accuracy.';
    return json(422, { message, errors: { datetime_start: [message] } });
  }
  const data = listDays(first, last).map((day) => ({ datetime: `${day}T23:59:59Z`, currencies: quotes(query, day) }));
  return json(200, { data });
}
