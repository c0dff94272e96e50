import ical, { ICalCalendarMethod } from 'ical-generator';
import { DateTime } from 'luxon';
import type { PropsOf } from '../../shared/experience/blocks.js';
import { isDay } from '../../shared/experience/blocks.js';

/**
 * An event as a calendar file (RFC 5545). Times are in UTC, which every calendar shows in its owner's zone.
 *
 * @param uid the same for the same event, so that saving it twice keeps one
 * @param made when the page was made
 */
export function calendarFile(event: PropsOf<'event'>, uid: string, made: Date): string {
  const calendar = ical({ method: ICalCalendarMethod.PUBLISH, prodId: { company: 'utility-api', product: 'pages' } });
  const [start, end] = times(event);
  calendar.createEvent({
    id: uid,
    stamp: made,
    start,
    end,
    allDay: isDay(event.start),
    summary: event.title,
    location: event.location ?? null,
    description: event.description ?? null,
    // The library escapes these as text, which an address is not: percent-encoded they stay what they are.
    url: event.url?.replaceAll(',', '%2C').replaceAll(';', '%3B') ?? null,
  });
  return calendar.toString();
}

/** In a calendar file a whole-day event ends on the day after its last. */
function times({ start, end }: PropsOf<'event'>): [Date, Date] {
  const [from, to] = [start, end ?? start].map((moment) => DateTime.fromISO(moment, { zone: 'UTC' })) as [
    DateTime,
    DateTime,
  ];
  return [from.toJSDate(), (isDay(start) ? to.plus({ days: 1 }) : to).toJSDate()];
}
