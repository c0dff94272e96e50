import { DateTime } from 'luxon';
import { type PropsOf, WEEKDAYS } from '../../../shared/contract/hosted-pages/blocks.js';
import { findLocale } from './words/index.js';

type Hours = Pick<PropsOf<'businessHours'>, 'timezone' | 'hours' | 'holidays'>;

interface OpenPeriod {
  readonly from: DateTime;
  readonly to: DateTime;
}

/** Number of days ahead to look for the next opening, and for holidays to list. */
const [LOOKAHEAD_DAYS, HOLIDAY_DAYS] = [14, 60];

const TIME = 'HH:mm';

/** Describes opening hours for display: if it is open, when that changes, the week, and coming holidays. Times are local to the place. */
export function describeHours({ timezone, hours, holidays }: Hours, now: Date, language: string) {
  const here = DateTime.fromJSDate(now, { zone: timezone }).setLocale(findLocale(language));
  const week = { timezone, hours, holidays };
  // A period that began yesterday may end today.
  const periods = Array.from({ length: LOOKAHEAD_DAYS + 1 }, (_, day) =>
    findPeriods(here.startOf('day').plus({ days: day - 1 }), week),
  ).flat();
  const current = periods.filter(({ from, to }) => from <= here && here < to).sort((a, b) => +b.to - +a.to)[0];
  const next = periods.filter(({ from }) => from > here).sort((a, b) => +a.from - +b.from)[0];
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

/** Returns the opening periods of a day; those of a holiday replace those of its day of the week. */
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

/** Formats the time of a moment, with the name of the day unless it is today. */
function formatMoment(moment: DateTime, here: DateTime) {
  const time = moment.toFormat(TIME);
  const day = moment.hasSame(here, 'day') ? undefined : moment.toFormat('cccc');
  return { time, day, when: day ? `${day}, ${time}` : time };
}
