import { errors } from '../../shared/contract/errors.js';
import { day, integer, list, object, record, text } from '../../shared/contract/fields.js';
import { serviceRoute } from '../../shared/contract/route.js';

const count = integer();

export const experienceStats = serviceRoute({
  method: 'GET',
  path: '/v1/qr-experience/{id}/stats',
  summary: 'What became of a hosted page: scans per day, devices, countries, events by name (people, not crawlers)',
  request: object({ id: integer({ minimum: 1, description: 'Id of the experience' }) }),
  response: object({
    experience: object({ id: count, code: text(), type: text(), title: text() }),
    scans: object({
      total: count,
      unique: integer({ description: 'Visitors that could be told apart' }),
      bots: integer({ description: 'Visits of crawlers and link previews' }),
      per_day: list(object({ date: day(), count })),
    }),
    devices: record(count),
    countries: record(count),
    events: record(count),
  }),
  errors: [errors.experienceUnknown],
  example: { request: { id: 1 } },
});
