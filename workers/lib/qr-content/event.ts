import { DateTime, IANAZone } from 'luxon';
import type { Static } from 'typebox';
import { isDay } from '../../../shared/contract/hosted-pages/blocks.js';
import { refuseAll } from '../../../shared/contract/input.js';
import type { directContents } from '../../../shared/contract/qr-content/contents.js';
import { escapeText } from './contacts.js';
import { createProblem } from './problems.js';

type Event = Static<typeof directContents.event>;

/**
 * Encodes an event as a calendar (RFC 5545) with only what scanners read: with the id, time stamp and product that a file has, it would be
 * nearly twice as long.
 *
 * @throws ApiError 422
 */
export function encodeEvent(event: Event): string {
  const { start, end } = readTimes(event);
  const { title, location, description, url } = event;
  const lines = [
    ['SUMMARY', escapeText(title)],
    ...[formatTimeLine('DTSTART', start, event.start)],
    ...(end && event.end ? [formatTimeLine('DTEND', isDay(event.end) ? end.plus({ days: 1 }) : end, event.end)] : []),
    ['LOCATION', location && escapeText(location)],
    ['DESCRIPTION', description && escapeText(description)],
    ['URL', url],
  ];
  return [
    ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'BEGIN:VEVENT'],
    ...lines.flatMap(([name, value]) => (value ? [`${name}:${value}`] : [])),
    ...['END:VEVENT', 'END:VCALENDAR'],
  ].join('\r\n');
}

/** A day has no time zone; an instant is in UTC, which every calendar shows in its owner's zone. */
const formatTimeLine = (name: string, time: DateTime, sent: string): [string, string] =>
  isDay(sent)
    ? [`${name};VALUE=DATE`, time.toFormat('yyyyMMdd')]
    : [name, time.toUTC().toFormat("yyyyMMdd'T'HHmmss'Z'")];

function readTimes({ start: from, end: to, timezone }: Event): { start: DateTime; end: DateTime | undefined } {
  const isZone = IANAZone.isValidZone(timezone);
  const read = (moment: string) => DateTime.fromISO(moment.replace(' ', 'T'), { zone: isZone ? timezone : 'UTC' });
  const start = read(from);
  const end = to === undefined ? undefined : read(to);
  refuseAll([
    ...(start.isValid ? [] : [createProblem('start', 'must be an existing date')]),
    ...(end === undefined || end.isValid ? [] : [createProblem('end', 'must be an existing date')]),
    ...(to !== undefined && isDay(from) !== isDay(to)
      ? [createProblem('end', 'must have a time if and only if start has one')]
      : []),
    ...(end && end < start ? [createProblem('end', 'must not be before start')] : []),
    ...(isZone ? [] : [createProblem('timezone', 'must be a time zone such as Europe/Madrid')]),
  ]);
  return { start, end };
}
