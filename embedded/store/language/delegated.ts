import { Double } from 'bson';
import { Context, ProcessingMode } from 'mingo/core';
import * as dates from 'mingo/operators/expression/date';
import * as texts from 'mingo/operators/expression/string';
import type { Options } from 'mingo/types';
import { refuse } from '../errors.js';
import type { NamedOperator } from './operators.js';
import { type Doc, isDoc, toNumber, type Value } from './values.js';

/**
 * The operators of dates and texts that mingo computes as MongoDB does, once their arguments are plain JS values; with
 * the names of their arguments, required ones marked.
 */
const DELEGATED = {
  $dateToParts: 'date! timezone iso8601',
  $dateFromParts: 'year! month day hour minute second millisecond timezone',
  $dateToString: 'date! format timezone onNull',
  $dateFromString: 'dateString! format timezone onError onNull',
  $dateAdd: 'startDate! unit! amount! timezone',
  $dateSubtract: 'startDate! unit! amount! timezone',
  $dateDiff: 'startDate! endDate! unit! timezone startOfWeek',
  $dateTrunc: 'date! unit! binSize timezone startOfWeek',
  $trim: 'input! chars',
  $ltrim: 'input! chars',
  $rtrim: 'input! chars',
  $replaceOne: 'input! find! replacement!',
  $replaceAll: 'input! find! replacement!',
  $regexMatch: 'input! regex! options',
  $regexFind: 'input! regex! options',
  $regexFindAll: 'input! regex! options',
};

const DATE_PARTS = 'year month day isoWeekYear isoWeek isoDayOfWeek hour minute second millisecond'.split(' ');
const PARTS_OF_DATES = [...DATE_PARTS, 'week', 'dayOfMonth', 'dayOfWeek', 'dayOfYear'].filter((part) => part !== 'day');
const LONGS = new Set(['$dateDiff', '$isoWeekYear']);

// An empty table of operators, since mingo copies the table at every call and the arguments are nothing but paths.
const options: Options = {
  idKey: '_id',
  processingMode: ProcessingMode.CLONE_OFF,
  useStrictMode: true,
  scriptEnabled: false,
  failOnError: true,
  context: Context.init(),
};

/** The operators that are left to mingo. */
export function delegated(): Record<string, NamedOperator> {
  const ofDates = PARTS_OF_DATES.map((part) => [`$${part}`, operatorOf(`$${part}`, 'date! timezone', 'date')]);
  const others = Object.entries(DELEGATED).map(([name, args]) => [name, operatorOf(name, args)]);
  return Object.fromEntries([...ofDates, ...others]);
}

function operatorOf(name: string, args: string, bare?: string): NamedOperator {
  const found: unknown = Object.entries({ ...dates, ...texts }).find(([known]) => known === name)?.[1];
  if (typeof found !== 'function') throw new Error(`mingo has no operator ${name}`);
  const run = (given: Doc): Value => {
    const values = Object.fromEntries(Object.entries(given).map(([key, value]) => [key, plain(value)]));
    const paths = Object.fromEntries(Object.keys(values).map((key) => [key, `$${key}`]));
    try {
      return typed(name, found(values, paths, options));
    } catch (error) {
      return refuse(9, `${name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  };
  const names = args.split(' ');
  const required = names.filter((each) => each.endsWith('!')).map((each) => each.slice(0, -1));
  return { names: names.map((each) => each.replace('!', '')), required, run, ...(bare ? { bare } : {}) };
}

function plain(value: Value): unknown {
  return value instanceof Double || typeof value === 'bigint' ? toNumber(value) : value;
}

/** What mingo computes holds nothing but plain values; a few of its numbers are int64 and its parts in another order. */
function typed(name: string, value: Value): Value {
  if (LONGS.has(name) && typeof value === 'number') return BigInt(value);
  if (name !== '$dateToParts' || !isDoc(value)) return value;
  return Object.fromEntries(DATE_PARTS.filter((part) => part in value).map((part) => [part, value[part]]));
}
