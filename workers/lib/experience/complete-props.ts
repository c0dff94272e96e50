import { DateTime, IANAZone } from 'luxon';
import { invalidInput } from '../../../shared/contract/errors.js';
import { type BlockType, isDay, type PropsOf } from '../../../shared/experience/blocks.js';

type Completion<T extends BlockType> = (props: PropsOf<T>, path: string) => PropsOf<T>;

/** How long an event lasts whose end is not given. */
const USUAL_EVENT = { hours: 1 };

const event: Completion<'event'> = (props, path) => {
  if (!IANAZone.isValidZone(props.timezone)) {
    throw invalidInput(422, `${path}.timezone must be a time zone such as Europe/Madrid`, `${path}.timezone`);
  }
  const start = readMoment(props.start, props.timezone, `${path}.start`);
  const end = props.end
    ? readMoment(props.end, props.timezone, `${path}.end`)
    : isDay(start)
      ? start
      : utc(DateTime.fromISO(start).plus(USUAL_EVENT));
  if (isDay(start) !== isDay(end))
    throw invalidInput(422, `${path}.end must have a time exactly when start has one`, `${path}.end`);
  if (end < start) throw invalidInput(422, `${path}.end must not be before start`, `${path}.end`);
  return { ...props, start, end };
};

const coupon: Completion<'coupon'> = (props, path) => ({
  ...props,
  ...(props.valid_until ? { valid_until: readMoment(props.valid_until, 'UTC', `${path}.valid_until`) } : {}),
});

const hero: Completion<'hero'> = (props, path) => {
  if (!props.headline && !props.description && !props.image) {
    throw invalidInput(422, `${path} must have a headline, a description or an image`, path);
  }
  return props;
};

const appBadges: Completion<'appBadges'> = (props, path) => {
  if (!props.ios && !props.android) throw invalidInput(422, `${path} must have an ios or an android address`, path);
  return props;
};

const vcardPlus: Completion<'vcardPlus'> = (props, path) => {
  if (!props.first_name && !props.last_name && !props.org) {
    throw invalidInput(422, `${path} must have a first_name, a last_name or an org`, path);
  }
  return props;
};

const completions: { [T in BlockType]?: Completion<T> } = { event, coupon, hero, appBadges, vcardPlus };

/**
 * Checks what concerns several props of a block, and brings dates to one form: a day as YYYY-MM-DD, an instant in UTC.
 *
 * @throws ApiError 422
 */
export function completeProps<T extends BlockType>(type: T, props: PropsOf<T>, path: string): PropsOf<T> {
  const complete = completions[type];
  return complete ? complete(props, path) : props;
}

function readMoment(text: string, timezone: string, path: string): string {
  const read = DateTime.fromISO(text.replace(' ', 'T'), { zone: timezone });
  if (!read.isValid) throw invalidInput(422, `${path} must be a real date`, path);
  return isDay(text) ? text : utc(read);
}

const utc = (moment: DateTime): string =>
  moment.toUTC().toISO({ suppressMilliseconds: true }) ?? moment.toJSDate().toISOString();
