import type { SandboxResponse, SandboxUpstream } from '../http.js';
import { addDays } from '../world.js';
import { codes, computeMidRate } from './mid-rates.js';

const FIRST_MONTH = '2021-01';

/** Codes of HM Revenue & Customs that differ from ISO 4217. */
const ownCodes: Readonly<Record<string, string>> = { VES: 'VED', ZWG: 'ZIG' };

/** Day of the month on which next month's rates are published. */
const PUBLISHED_ON = 20;

/** Monthly exchange rates as HM Revenue & Customs publishes them (trade-tariff.service.gov.uk): units of each currency per pound. */
export const hmrcRates: SandboxUpstream = {
  name: 'hmrc-rates',
  settings: { HMRC_RATES_URL: '{url}' },
  respond({ path, now }) {
    const [, year, month] = /^monthly_csv_(\d{4})-(1?\d)\.csv$/.exec(path) ?? [];
    const asked = `${year}-${month?.padStart(2, '0')}`;
    const shifted = addDays(now.toISOString().slice(0, 10), 31 - PUBLISHED_ON);
    if (!year || asked < FIRST_MONTH || asked > shifted.slice(0, 7)) {
      return { status: 404, contentType: 'application/json', body: '{"error":"not found"}' };
    }
    return file(`${asked}-01`);
  },
};

function file(first: string): SandboxResponse {
  const last = addDays(`${addDays(first, 31).slice(0, 7)}-01`, -1);
  const dates = [first, last].map((day) => day.split('-').reverse().join('/')).join(',');
  const fixing = addDays(first, -10);
  const rows = codes
    .filter((code) => code !== 'GBP' && /^[A-Z]{3}$/.test(code))
    .map((code) => {
      const units = (computeMidRate(code, fixing) / computeMidRate('GBP', fixing)).toFixed(4);
      return `"Sandbox, synthetic",${code},${ownCodes[code] ?? code},${units},${dates}`;
    });
  const header = 'Country/Territories,Currency,Currency Code,Currency Units per £1,Start date,End date';
  return { status: 200, contentType: 'text/csv', body: `${header}\n${rows.join('\n')}\n` };
}
