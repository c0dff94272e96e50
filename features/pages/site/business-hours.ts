import { DateTime } from 'luxon';
import { type PropsOf, WEEKDAYS } from '../../../shared/contract/hosted-pages/blocks.js';
import { findLocale } from './words/locale.js';

type Hours = Pick<PropsOf<'businessHours'>, 'timezone' | 'hours' | 'holidays'>;

/** From one moment to another, on a day on which it is open. */
interface OpenPeriod {
  readonly from: DateTime;
  readonly to: DateTime;
}

/** How many days are looked at for the next time that it opens, and for special days to tell. */
const [LOOKAHEAD_DAYS, HOLIDAY_DAYS] = [14, 60];

const TIME = 'HH:mm';

/**
 * Opening hours as a page shows them: whether it is open now, when that changes, the week, and the special days of the time to come.
 * All times are of the place itself.
 */
export function describeHours({ timezone, hours, holidays }: Hours, now: Date, language: string) {
  const here = DateTime.fromJSDate(now, { zone: timezone }).setLocale(findLocale(language));
  const week = { timezone, hours, holidays };
  // What opened yesterday may close today.
  const spans = Array.from({ length: LOOKAHEAD_DAYS + 1 }, (_, day) =>
    findPeriods(here.startOf('day').plus({ days: day - 1 }), week),
  ).flat();
  const current = spans.filter(({ from, to }) => from <= here && here < to).sort((a, b) => +b.to - +a.to)[0];
  const next = spans.filter(({ from }) => from > here).sort((a, b) => +a.from - +b.from)[0];
  const changes = current ? formatMoment(current.to, here) : next && formatMoment(next.from, here);
  const monday = here.startOf('week');
  return {
    isOpen: current !== undefined,
    changes,
    days: WEEKDAYS.map((name, at) => ({
      name: monday.plus({ days: at }).toFormat('cccc'),
      isToday: here.weekday === at + 1,
      times: hours.filter(({ day }) => day === name).map(({ opens, closes }) => `${opens} – ${closes}`),
    })),
    holidays: holidays
      .filter(
        ({ date }) => date >= (here.toISODate() ?? '') && date <= (here.plus({ days: HOLIDAY_DAYS }).toISODate() ?? ''),
      )
      .sort((a, b) => a.date.localeCompare(b.date))
      .map(({ date, name, opens, closes }) => ({
        name,
        date: DateTime.fromISO(date).setLocale(findLocale(language)).toLocaleString({ day: 'numeric', month: 'long' }),
        times: opens && closes ? `${opens} – ${closes}` : undefined,
      })),
  };
}

/** When it is open on a day, which a special day decides before its day of the week. */
function findPeriods(day: DateTime, { hours, holidays }: Hours): OpenPeriod[] {
  const special = holidays.filter(({ date }) => date === day.toISODate());
  const times = special.length > 0 ? special : hours.filter((one) => one.day === WEEKDAYS[day.weekday - 1]);
  return times.flatMap(({ opens, closes }) => {
    if (!opens || !closes) return [];
    const from = at(day, opens);
    const to = at(closes > opens ? day : day.plus({ days: 1 }), closes);
    return [{ from, to }];
  });
}

function at(day: DateTime, time: string): DateTime {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return day.set({ hour, minute });
}

/** A time of today; of another day with its name. */
const formatMoment = (moment: DateTime, here: DateTime): string =>
  moment.hasSame(here, 'day') ? moment.toFormat(TIME) : `${moment.toFormat('cccc')}, ${moment.toFormat(TIME)}`;
