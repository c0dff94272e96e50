import type { Endpoint } from '../../shared/contract/endpoint.js';
import type { requestStates, statusClasses } from '../requests/index.js';

const PATH = '/account/requests';

/** Names of the filters in links and forms. An empty filter has no effect. */
const FILTERS = [
  ...['endpoint', 'key', 'status', 'status_class', 'type', 'state', 'slower_than_ms', 'from', 'to', 'after'],
] as const;

const HOUR_MS = 3_600_000;
const MAX_LENGTH = 200;

/** Filters of the list, as they were given. */
export interface RequestFilters {
  given: Readonly<Record<string, string>>;
  /** The same for the list: days are instants. */
  query: Readonly<Record<string, string>>;
  /** Returns a link to the first page of the list with other filters; an empty one is removed. */
  link(changed: Readonly<Record<string, string>>): string;
}

export function readFilters(query: Readonly<Record<string, unknown>>): RequestFilters {
  const given = Object.fromEntries(
    FILTERS.map((name): [string, string] => [
      name,
      String(query[name] ?? '')
        .trim()
        .slice(0, MAX_LENGTH),
    ]).filter(([, value]) => value !== ''),
  );
  return {
    given,
    query: Object.fromEntries(Object.entries(given).map(([name, value]) => [name, toInstant(name, value)])),
    link(changed) {
      const { after: _, ...others } = given;
      const kept = Object.entries({ ...others, ...changed }).filter(([, value]) => value !== '');
      return kept.length === 0 ? PATH : `${PATH}?${new URLSearchParams(kept)}`;
    },
  };
}

/** Converts a day to an instant: the start of the first, the end of the last. */
function toInstant(name: string, value: string): string {
  if (!/^\d{4}-\d\d-\d\d$/.test(value)) return value;
  if (name === 'from') return `${value}T00:00:00Z`;
  return name === 'to' ? `${value}T23:59:59.999Z` : value;
}

/** A filter above the list: a link that removes it if it is set, or else links that set it. */
interface FilterChip {
  label: string;
  /** Meaning of the value that is set. */
  value: string | undefined;
  /** Link without the filter. */
  remove: string;
  options: readonly { text: string; link: string }[];
}

interface Offered {
  keys: readonly { key: string; name: string; prefix: string }[];
  offered: readonly Endpoint[];
  requests: readonly { type: string | null; status: number }[];
}

const STATES: Record<(typeof requestStates)[number], string> = {
  charged: 'Charged',
  given_back: 'Refunded',
  refused: 'Refused',
  test: 'Test key',
  replayed: 'Sent again',
};

const CLASSES: Record<(typeof statusClasses)[number], string> = {
  '2xx': '2xx (success)',
  '4xx': '4xx (your error)',
  '5xx': '5xx (our error)',
};

const DURATIONS: Readonly<Record<string, string>> = {
  '100': 'over 100 ms',
  '500': 'over 500 ms',
  '1000': 'over 1 s',
  '5000': 'over 5 s',
};

const SPANS: readonly (readonly [string, number])[] = [
  ['Last hour', HOUR_MS],
  ['Last 24 hours', 24 * HOUR_MS],
  ['Last 7 days', 7 * 24 * HOUR_MS],
];

/** Creates the chips of the filters. Error types are those of the page. */
export function createFilterChips(
  { given, link }: RequestFilters,
  { keys, offered, requests }: Offered,
  now: Date,
): FilterChip[] {
  const chip = (label: string, name: string, options: Readonly<Record<string, string>>): FilterChip => {
    const value = given[name];
    return {
      label,
      value: value === undefined ? undefined : (options[value] ?? value),
      remove: link({ [name]: '' }),
      options: Object.entries(options).map(([one, text]) => ({ text, link: link({ [name]: one }) })),
    };
  };
  const same = (values: readonly string[]) => Object.fromEntries([...new Set(values)].map((one) => [one, one]));
  const statuses = requests.map(({ status }) => String(status)).sort();
  const exact = chip('Status', 'status', same(statuses));
  const classes = chip('Status', 'status_class', CLASSES);
  const status = exact.value === undefined ? { ...classes, options: [...classes.options, ...exact.options] } : exact;
  const from = chip('Time', 'from', {});
  const until = given.to === undefined ? [] : [chip('Until', 'to', {})];
  return [
    status,
    chip('Error', 'type', same(requests.flatMap(({ type }) => type ?? []))),
    chip('Endpoint', 'endpoint', same(offered.map(({ id }) => id))),
    chip('Key', 'key', Object.fromEntries(keys.map(({ key, name, prefix }) => [key, `${name} (${prefix}…)`]))),
    chip('Duration', 'slower_than_ms', DURATIONS),
    chip('Outcome', 'state', STATES),
    {
      ...from,
      value: from.value === undefined ? undefined : `since ${from.value.replace('T', ' ').slice(0, 16)}`,
      options: SPANS.map(([text, ms]) => ({
        text,
        link: link({ from: new Date(now.getTime() - ms).toISOString().replace(/\.\d+/, '') }),
      })),
    },
    ...until,
  ];
}
