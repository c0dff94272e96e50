import { errors, invalidInput } from '../../shared/contract/errors.js';
import { integer, object, oneOf, optional, text } from '../../shared/contract/fields.js';
import { readFields } from '../../shared/contract/input.js';

/** What the buttons and forms of hosted pages report. */
const EVENTS = [
  'cta_click',
  'link_click',
  'social_click',
  'app_click',
  'phone_click',
  'email_click',
  'video_click',
  'video_played',
  'audio_played',
  'picture_opened',
  'download',
  'coupon_copied',
  'calendar_saved',
  'contact_saved',
  'rating_submitted',
  'feedback_submitted',
] as const;

const schema = object({
  event: oneOf(EVENTS),
  value: optional(text({ maxLength: 2_000 })),
  block: optional(text({ pattern: '^b[0-9-]{1,20}$', shape: 'the id of a block' })),
});

const stars = integer({ minimum: 1, maximum: 10 });

/** What a page reported. */
export interface Reported {
  readonly event: (typeof EVENTS)[number];
  readonly value: string | number | null;
  /** The block whose form was sent. */
  readonly block: string | undefined;
}

/** @throws ApiError 422 for anything that no hosted page would report */
export function readReported(body: unknown): Reported {
  const { event, value, block } = readFields(schema, body ?? {}, 422, 'event');
  if (event === 'rating_submitted') return { event, value: readFields(stars, value, 422, 'value'), block };
  if (event === 'feedback_submitted' && !value) throw invalidInput(422, 'value is required', 'value');
  return { event, value: value ?? null, block };
}

/** Whether a request was made by a page of this service, as far as the browser tells. */
export function refuseOtherSites(fetchSite: string): void {
  if (fetchSite !== '' && fetchSite !== 'same-origin') throw errors.eventFromElsewhere();
}
