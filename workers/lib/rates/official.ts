import { Decimal } from 'decimal.js';
import type { official } from '../../../shared/contract/catalogue/currency.js';
import type { Output } from '../../../shared/contract/contract.js';
import { addDays, listMonths } from '../../../shared/days.js';
import { utcDay } from '../../../shared/process/clock.js';
import { findReplaced } from '../currencies/withdrawn.js';
import type { UpstreamContext } from '../upstream/upstreams.js';
import { findHmrcRate } from './hmrc.js';
import { REFERENCE_RATES } from './quote.js';
import { findReferenceRates } from './reference-rates.js';
import { type DailyTables, findPublication, LONGEST_GAP_DAYS, roundRate } from './table.js';

type OfficialRate = Output<typeof official>['rates'][number];
export type Kind = OfficialRate['kind'];

/** A publisher of official rates, and the rates of a currency that apply on a day by its publications. */
interface Publisher {
  readonly kinds: readonly Kind[];
  find(call: UpstreamContext, code: string, day: string): Promise<OfficialRate[]> | OfficialRate[];
}

/** Fixed rates of withdrawn currencies. */
const legislator: Publisher = {
  kinds: ['fixed_rate'],
  find(_, code, day) {
    const replaced = findReplaced(code, day);
    if (!replaced) return [];
    const { successor: base, fixedRate, lastDay, act } = replaced;
    const valid = { valid_from: addDays(lastDay, 1), valid_to: null, published_on: null };
    return [{ kind: 'fixed_rate', base, rate: Number(fixedRate), ...valid, source: act, legal_basis: act }];
  },
};

/** Rates that are published by the European Central Bank, or are defined by its reference rates. */
const centralBank: Publisher = {
  kinds: ['ecb_daily', 'ecb_monthly_average', 'de_vat_monthly', 'eu_customs'],
  async find(call, code, day) {
    const today = utcDay(call.clock.now());
    const month = findMonth(day);
    const fetchedTo = [today, addDays(month.last, LONGEST_GAP_DAYS)].sort()[0] ?? today;
    const fetchedFrom = addDays(findMonth(addDays(month.first, -1)).first, -LONGEST_GAP_DAYS);
    const { value: days } = await findReferenceRates(call, [code], fetchedFrom, fetchedTo);
    const averages = month.last < today ? computeAverages(days, code, month) : [];
    return [...findDaily(days, code, day), ...averages, ...findCustomsRate(days, code, month)];
  },
};

/** The latest rate at the time when VAT becomes chargeable, which the member states must accept. */
function findDaily(days: DailyTables, code: string, day: string): OfficialRate[] {
  const last = findPublication(days, day);
  const rate = last?.table.units[code];
  if (!last || rate === undefined) return [];
  const next = Object.keys(days)
    .filter((published) => published > day)
    .sort()[0];
  return [
    {
      ...{ kind: 'ecb_daily', base: 'EUR', rate, valid_from: last.day, valid_to: next ? addDays(next, -1) : null },
      ...{
        published_on: last.day,
        source: REFERENCE_RATES,
        legal_basis: 'Article 91(2) of Directive 2006/112/EC (VAT)',
      },
    },
  ];
}

interface Month {
  readonly first: string;
  readonly last: string;
}

const findMonth = (day: string): Month => listMonths(day, day)[0] ?? { first: day, last: day };

/**
 * The arithmetic mean of a month's rates, and the same as the German Federal Ministry of Finance publishes it: rounded to the decimals of the
 * daily rates.
 */
function computeAverages(days: DailyTables, code: string, { first, last }: Month): OfficialRate[] {
  const publications = Object.keys(days).filter((day) => day >= first && day <= last);
  const rates = publications.flatMap((day) => days[day]?.units[code] ?? []);
  if (rates.length === 0 || rates.length < publications.length) return [];
  const average = Decimal.sum(...rates).div(rates.length);
  const decimals = Math.max(...rates.map((rate) => new Decimal(rate).decimalPlaces()));
  const period = { base: 'EUR', valid_from: first, valid_to: last };
  return [
    {
      ...{
        kind: 'ecb_monthly_average',
        rate: roundRate(average),
        ...period,
        published_on: publications.sort().at(-1) ?? null,
      },
      ...{
        source: `${REFERENCE_RATES}, average of the month`,
        legal_basis: 'National rules under Article 91(2) of Directive 2006/112/EC (VAT)',
      },
    },
    {
      ...{
        kind: 'de_vat_monthly',
        rate: average.toDecimalPlaces(decimals, Decimal.ROUND_HALF_UP).toNumber(),
        ...period,
      },
      ...{
        published_on: null,
        source: 'Computed as the Umsatzsteuer-Umrechnungskurse of the German Federal Ministry of Finance',
      },
      legal_basis: '§ 16(6) UStG',
    },
  ];
}

/** First day of the rule for customs values. */
const FIRST_CUSTOMS_DAY = '2016-05-01';
const WEDNESDAY = 3;

/**
 * The rate for customs values in member states whose currency is the euro: the one published on the penultimate Wednesday of the month
 * before, or the last before it, applies for a month (Article 146 of Implementing Regulation (EU) 2015/2447).
 */
function findCustomsRate(days: DailyTables, code: string, { first, last }: Month): OfficialRate[] {
  const lastOfMonthBefore = addDays(first, -1);
  const sinceWednesday = (new Date(lastOfMonthBefore).getUTCDay() + 7 - WEDNESDAY) % 7;
  const published = findPublication(days, addDays(lastOfMonthBefore, -sinceWednesday - 7));
  const rate = published?.table.units[code];
  if (first < FIRST_CUSTOMS_DAY || !published || rate === undefined) return [];
  return [
    {
      ...{ kind: 'eu_customs', base: 'EUR', rate, valid_from: first, valid_to: last, published_on: published.day },
      source: `${REFERENCE_RATES}, penultimate Wednesday of the month before`,
      legal_basis:
        'Article 53 of Regulation (EU) No 952/2013 and Article 146 of Implementing Regulation (EU) 2015/2447',
    },
  ];
}

/** Monthly rates for customs values and VAT in the United Kingdom. */
const hmrc: Publisher = {
  kinds: ['hmrc_monthly'],
  async find(call, code, day) {
    const found = await findHmrcRate(call, code, day);
    if (!found) return [];
    const { units, from, to } = found;
    return [
      {
        ...{ kind: 'hmrc_monthly', base: 'GBP', rate: units, valid_from: from, valid_to: to, published_on: null },
        source: 'HM Revenue & Customs, monthly exchange rates',
        legal_basis:
          'Section 18 of the Taxation (Cross-border Trade) Act 2018; paragraph 11 of Schedule 6 to the Value Added Tax Act 1994',
      },
    ];
  },
};

export const publishers: readonly Publisher[] = [legislator, centralBank, hmrc];
