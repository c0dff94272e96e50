import { vat } from '../../shared/contract/catalogue/vat.js';
import type { Input, Output } from '../../shared/contract/contract.js';
import { errors } from '../../shared/contract/errors.js';
import { addDays, countDays } from '../../shared/days.js';
import { utcDay } from '../../shared/process/clock.js';
import {
  allCountries,
  type Country,
  countryName,
  EARLIEST_DAY,
  findCountry,
  findRateType,
  isOutsideOfVat,
  listRates,
  loadProfiles,
  type VatType,
} from '../../shared/vat/countries.js';
import { listTerritories } from '../../shared/vat/territories.js';
import { type Call, handle } from '../handle.js';
import { type Amount, Exact, getFormat, numberOrNull, parseAmount, parseRate } from './amounts.js';
import { calculate, type Known, type Result } from './calculate.js';
import { checkNumber } from './check-number/index.js';
import { createInvoice } from './invoice/index.js';

type Request = Input<typeof vat>;
type Answer = Output<typeof vat>;
type Calculation = Extract<Answer, { scenario_type: 'single_rate' }>;

export default handle(vat, answer, () => void loadProfiles());

/** Days after today for which rates can be looked up. */
const DAYS_AHEAD = 730;

/** Days before and after a change of rates on which calculations name it. */
const DAYS_AROUND_CHANGE = 90;

function answer(request: Request, call: Call): Answer | Promise<Answer> {
  if (request.action === 'check-number') return checkNumber(request, call);
  const today = utcDay(call.clock.now());
  const date = checkDay('date', request.date ?? today, today);
  if (request.action === 'invoice')
    return createInvoice(request, date, checkDay('tax_point_date', request.tax_point_date ?? date, today));
  const country = request.country_code === undefined ? undefined : requireCountry(request.country_code, date, request);
  switch (request.action) {
    case 'list-countries':
      return listCountries(date);
    case 'country-profile':
      return profile(required(country), date);
    case 'country-rates':
      return rates(required(country), date);
    case 'calculate':
      return (request.mode === 'multi_rate' ? multiRate : singleRate)(readGiven(request, country), date);
  }
}

/** @throws ApiError for a day whose rates cannot be looked up */
function checkDay(field: 'date' | 'tax_point_date', day: string, today: string): string {
  const until = addDays(today, DAYS_AHEAD);
  if (day < EARLIEST_DAY || day > until) throw errors.vatDateOutOfRange({ field, from: EARLIEST_DAY, until });
  return day;
}

function requireCountry(code: string, date: string, { region, postal_code: postalCode }: Request): Country {
  const country = findCountry(code, date, { region, postalCode });
  if (!country) throw errors.countryUnknown({ country: code });
  return country;
}

function required(country: Country | undefined): Country {
  if (!country) throw errors.countryRequired();
  return country;
}

function listCountries(date: string): Answer {
  const list = allCountries(date).map((country) => ({
    code: country.code,
    name: countryName(country),
    currency: country.currency,
    standard: country.rates.standard,
    valid_from: country.standard.from,
    valid_until: country.standard.until,
  }));
  return { countries: list, count: list.length, date };
}

function profile(country: Country, date: string): Answer {
  const { code, currency, rates, rounding, reverse_charge, vat_number_format } = country;
  return {
    country_code: code,
    name: countryName(country),
    currency,
    rates,
    default_rate: rates.standard,
    rounding,
    reverse_charge,
    vat_number_format,
    territories: listTerritories(code).map(({ code, name, in_vat_area }) => ({ code, name, in_vat_area })),
    ...provenance(country, date),
  };
}

const rates = (country: Country, date: string): Answer => ({
  country_code: country.code,
  rates: country.rates,
  updated_at: country.checked,
  ...provenance(country, date),
});

function provenance(country: Country, date: string) {
  const { previous, next, notes, temporary, source } = country;
  return {
    date,
    ...validity(country),
    changes: {
      previous: previous?.until ? { valid_until: previous.until, rates: previous.rates } : null,
      next: next ? { valid_from: next.from, rates: next.rates } : null,
    },
    territory: describeTerritory(country),
    notes: [...notes, ...temporary],
    source,
  };
}

const validity = (country: Country) =>
  isOutsideOfVat(country)
    ? { valid_from: null, valid_until: null }
    : { valid_from: country.valid_from, valid_until: country.valid_until };

function describeTerritory({ territory }: Country) {
  if (!territory) return null;
  const { code, name, in_vat_area, in_eu_vat_area, local_tax, note, source } = territory;
  return { code, name, in_vat_area, in_eu_vat_area, local_tax, note, source };
}

/** Finds the nearest change of rates around a day. */
function findChange({ rates, previous, next, valid_from }: Country, date: string): Calculation['rate_change'] {
  const distance = (day: string) => Math.abs(countDays(day, date));
  const around = [
    ...(next ? [{ date: next.from, before: rates, after: next.rates }] : []),
    ...(previous ? [{ date: valid_from, before: previous.rates, after: rates }] : []),
  ].sort((one, other) => distance(one.date) - distance(other.date));
  return around.find((each) => distance(each.date) <= DAYS_AROUND_CHANGE) ?? null;
}

interface Given {
  readonly known: Known;
  readonly doubts: string[];
}

function readGiven(request: Request, country: Country | undefined): Given {
  const net = parseAmount('net', request.net);
  const gross = parseAmount('gross', request.gross);
  const vatAmount = parseAmount('vat_amount', request.vat_amount);
  const known = {
    net: net?.value,
    gross: gross?.value,
    vat: vatAmount?.value,
    rate: parseRate(request.vat_rate),
    vatType: request.vat_type,
    country,
    rounded: request.round,
  };
  return { known, doubts: collectDoubts([net, gross, vatAmount], country) };
}

/** Collects the doubts; three decimals are usual if the currency has three. */
const collectDoubts = (amounts: (Amount | undefined)[], country: Country | undefined): string[] =>
  country?.rounding.precision === 3 ? [] : amounts.flatMap((amount) => amount?.doubt ?? []);

function singleRate({ known, doubts }: Given, date: string): Calculation {
  const result = calculate(known);
  const vatType = known.country && result.rate && findRateType(known.country, result.rate);
  return describe(known, result, vatType ?? null, doubts, date);
}

function multiRate({ known, doubts }: Given, date: string): Answer {
  const { country, rate, rounded } = known;
  if (rate) return singleRate({ known, doubts: [...doubts, 'vat_rate was given: multi_rate was ignored'] }, date);
  if (!country)
    return { country_code: null, scenario_type: 'multi_rate', date, scenarios: [], warnings: [NO_COUNTRY, ...doubts] };
  const { amount, ignored } = firstAmount(known);
  const scenarios = isOutsideOfVat(country)
    ? [singleRate({ known: { ...amount, country, rounded }, doubts: [] }, date)]
    : listRates(country).map(({ type, rate: each }) => {
        const scenario = { ...amount, rate: new Exact(each), country, rounded };
        return describe(scenario, calculate(scenario), type, [], date);
      });
  const warnings = [...doubts, ...ignored, ...country.notes];
  return { country_code: country.code, scenario_type: 'multi_rate', date, scenarios, warnings };
}

const NO_COUNTRY = 'multi_rate needs a country_code';

/** Selects one amount for the scenarios; a second amount would determine the rate. */
function firstAmount({ net, gross, vat }: Known): { amount: Pick<Known, 'net' | 'gross' | 'vat'>; ignored: string[] } {
  if (net)
    return { amount: { net }, ignored: gross || vat ? ['Only net was used: every scenario has its own rate'] : [] };
  if (gross) return { amount: { gross }, ignored: vat ? ['Only gross was used: every scenario has its own rate'] : [] };
  return { amount: { vat }, ignored: [] };
}

function describe(
  { country, rounded }: Known,
  { amounts, rate, warnings }: Result,
  vatType: VatType | null,
  doubts: string[],
  date: string,
): Calculation {
  const format = getFormat(country, rounded);
  return {
    country_code: country?.code ?? null,
    scenario_type: 'single_rate',
    vat_type: vatType,
    net: numberOrNull(amounts?.net),
    gross: numberOrNull(amounts?.gross),
    vat_amount: numberOrNull(amounts?.vat),
    vat_rate: numberOrNull(rate),
    currency: country?.currency ?? null,
    date,
    ...(country ? validity(country) : { valid_from: null, valid_until: null }),
    source: country?.source ?? null,
    territory: country ? describeTerritory(country) : null,
    rate_change: country ? findChange(country, date) : null,
    warnings: [...doubts, ...warnings],
    formatted: amounts
      ? {
          net: format.money(amounts.net),
          gross: format.money(amounts.gross),
          vat_amount: format.money(amounts.vat),
          vat_rate: rate ? format.percent(rate) : null,
        }
      : null,
  };
}
