import { deepEqual, equal, ok } from 'node:assert/strict';
import ICAL from 'ical.js';
import { problemsOf } from '../../../test/helpers/problems-of.js';
import { encodeContent } from './encode-content.js';

const read = (content: object) => {
  const calendar = new ICAL.Component(ICAL.parse(encodeContent('event', content).text));
  const event = calendar.getFirstSubcomponent('vevent');
  ok(event);
  return (name: string) => event.getFirstPropertyValue(name);
};

describe('an event', () => {
  it('is read back by an independent parser, at its time in UTC', () => {
    const value = read({
      ...{ title: 'Wine, cheese; more', start: '2026-07-01 19:30', end: '2026-07-01T22:00', timezone: 'Europe/Madrid' },
      ...{ location: 'Calle Mayor 1, Madrid', description: 'one\ntwo', url: 'https://example.com/a' },
    });
    deepEqual(
      ['summary', 'dtstart', 'dtend', 'location', 'description', 'url'].map((name) => String(value(name))),
      [
        ...['Wine, cheese; more', '2026-07-01T17:30:00Z', '2026-07-01T20:00:00Z'],
        ...['Calle Mayor 1, Madrid', 'one\ntwo', 'https://example.com/a'],
      ],
    );
  });

  it('of whole days ends after its last day', () => {
    const value = read({ title: 'Fair', start: '2026-12-30', end: '2026-12-31' });
    deepEqual([String(value('dtstart')), String(value('dtend'))], ['2026-12-30', '2027-01-01']);
    equal(read({ title: 'Fair', start: '2026-12-30' })('dtend'), null);
  });

  it('names every field that cannot be', () => {
    deepEqual(
      problemsOf(() => read({ title: 'x', start: '2026-02-30', end: '2026-02-30T10:00', timezone: 'Mars' })),
      {
        'content.start': 'content.start must be an existing date',
        'content.end': 'content.end must be an existing date',
        'content.timezone': 'content.timezone must be a time zone such as Europe/Madrid',
      },
    );
    deepEqual(
      problemsOf(() => read({ title: 'x', start: '2026-02-02T10:00', end: '2026-02-02T09:00' })),
      {
        'content.end': 'content.end must not be before start',
      },
    );
  });
});
