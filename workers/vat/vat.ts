import type { Decimal } from 'decimal.js';
import { vat } from '../../shared/contract/catalogue/vat.js';
import type { Input, Output } from '../../shared/contract/contract.js';
import { errors } from '../../shared/contract/errors.js';
import { utcDay } from '../../shared/process/clock.js';
import {
  allCountries,
  type Country,
  countryName,
  findCountry,
  findRateType,
  listRates,
  loadProfiles,
  type VatType,
} from '../../shared/vat/countries.js';
import { type Call, handle } from '../handle.js';
import { type Amount, Exact, getFormat, parseAmount, parseRate, toNumber } from './amounts.js';
import { calculate, type Known, type Result } from './calculate.js';
import { checkNumber } from './check-number/index.js';

type Request = Input<typeof vat>;
type Answer = Output<typeof vat>;
type Calculation = Extract<Answer, { scenario_type: 'single_rate' }>;

export default handle(vat, answer, () => void loadProfiles());

function answer(request: Request, call: Call): Answer | Promise<Answer> {
  if (request.action === 'check-number') return checkNumber(request, call);
  const today = utcDay(call.clock.now());
  const country = request.country_code === undefined ? undefined : requireCountry(request.country_code, today);
  switch (request.action) {
    case 'list-countries':
      return listCountries(today);
    case 'country-profile':
      return profile(required(country));
    case 'country-rates':
      return rates(required(country));
    case 'calculate':
      return (request.mode === 'multi_rate' ? multiRate : singleRate)(readGiven(request, country));
  }
}

function requireCountry(code: string, today: string): Country {
  const country = findCountry(code, today);
  if (!country) throw errors.countryUnknown({ country: code });
  return country;
}

function required(country: Country | undefined): Country {
  if (!country) throw errors.countryRequired();
  return country;
}

function listCountries(today: string): Answer {
  const list = allCountries(today).map((country) => ({
    code: country.code,
    name: countryName(country),
    currency: country.currency,
    standard: country.rates.standard,
  }));
  return { countries: list, count: list.length };
}

function profile(country: Country): Answer {
  const { code, currency, rates, rounding, reverse_charge, vat_number_format, notes, source } = country;
  return {
    country_code: code,
    name: countryName(country),
    currency,
    rates,
    default_rate: rates.standard,
    rounding,
    reverse_charge,
    vat_number_format,
    notes,
    source,
  };
}

function rates({ code, rates, checked, notes, source }: Country): Answer {
  return { country_code: code, rates, updated_at: checked, notes, source };
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

function singleRate({ known, doubts }: Given): Calculation {
  const result = calculate(known);
  const vatType = known.country && result.rate && findRateType(known.country, result.rate);
  return describe(known, result, vatType ?? null, doubts);
}

function multiRate({ known, doubts }: Given): Answer {
  const { country, rate, rounded } = known;
  if (rate) return singleRate({ known, doubts: [...doubts, 'vat_rate was given: multi_rate was ignored'] });
  if (!country)
    return { country_code: null, scenario_type: 'multi_rate', scenarios: [], warnings: [NO_COUNTRY, ...doubts] };
  const { amount, ignored } = firstAmount(known);
  const scenarios = listRates(country).map(({ type, rate: each }) => {
    const scenario = { ...amount, rate: new Exact(each), country, rounded };
    return describe(scenario, calculate(scenario), type, []);
  });
  const warnings = [...doubts, ...ignored, ...country.notes];
  return { country_code: country.code, scenario_type: 'multi_rate', scenarios, warnings };
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

const numberOrNull = (value: Decimal | undefined): number | null => (value ? toNumber(value) : null);
