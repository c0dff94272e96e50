import Type from 'typebox';
import type { ReadNumber } from '../../../shared/vat/vat-number.js';
import { vies } from '../../lib/upstream/declarations.js';
import { UpstreamFailure } from '../../lib/upstream/failure.js';
import type { HttpResponse } from '../../lib/upstream/http.js';
import { jsonReader } from '../../lib/upstream/read-response.js';
import type { UpstreamContext } from '../../lib/upstream/upstreams.js';

/** Time for which the entry of a register counts as current, in ms. */
const LIFETIME_MS = 24 * 3_600_000;

const text = Type.Optional(Type.Union([Type.String(), Type.Null()]));
const shape = Type.Object({
  valid: Type.Optional(Type.Boolean()),
  requestDate: text,
  requestIdentifier: text,
  name: text,
  address: text,
  userError: text,
  errorWrappers: Type.Optional(Type.Array(Type.Object({ error: Type.String() }))),
});
const readShape = jsonReader(shape);

/** Entry of a member state's register. */
interface Registration {
  readonly valid: boolean;
  readonly name: string | null;
  readonly address: string | null;
  /** Proof that the number was checked for a requester. */
  readonly consultationNumber: string | null;
  /** Time of the check by the clock of VIES, if it tells one. */
  readonly requestDate: string | null;
}

/** Reasons why VIES has no answer. */
export type Unanswered =
  | 'member_state_unavailable'
  | 'service_unavailable'
  | 'timeout'
  | 'too_many_requests'
  | 'refused'
  | 'requester_invalid';

/** Errors of VIES. All but the last three pass: a later request can succeed. */
const ERRORS: Readonly<Record<string, Unanswered>> = {
  MS_UNAVAILABLE: 'member_state_unavailable',
  SERVICE_UNAVAILABLE: 'service_unavailable',
  SERVER_BUSY: 'too_many_requests',
  TIMEOUT: 'timeout',
  GLOBAL_MAX_CONCURRENT_REQ: 'too_many_requests',
  GLOBAL_MAX_CONCURRENT_REQ_TIME: 'too_many_requests',
  MS_MAX_CONCURRENT_REQ: 'too_many_requests',
  MS_MAX_CONCURRENT_REQ_TIME: 'too_many_requests',
  VAT_BLOCKED: 'refused',
  IP_BLOCKED: 'refused',
  INVALID_INPUT: 'refused',
  INVALID_REQUESTER_INFO: 'requester_invalid',
};

const LASTING: readonly Unanswered[] = ['refused', 'requester_invalid'];

/** Finds out at VIES whether a number is registered. Its answers are cached for a day, those for a requester for this requester only. */
export async function queryVies(
  call: UpstreamContext,
  { prefix, national }: ReadNumber,
  requester: ReadNumber | undefined,
): Promise<{ registration: Registration; checkedAt: Date; isCached: boolean } | { unanswered: Unanswered }> {
  const began = call.clock.now();
  try {
    const { at, value } = await call.upstreams.get(vies).fetch(call, {
      path: 'check-vat-number',
      json: {
        countryCode: prefix,
        vatNumber: national,
        ...(requester && { requesterMemberStateCode: requester.prefix, requesterNumber: requester.national }),
      },
      part: prefix,
      read: readRegistration,
      lifetimeMs: LIFETIME_MS,
    });
    return { registration: value, checkedAt: readTime(value.requestDate) ?? at, isCached: at < began };
  } catch (error) {
    if (error instanceof UpstreamFailure) return { unanswered: findReason(error) };
    throw error;
  }
}

/** An error can come with the status 200. The text of a response is in no error, since it can have names. */
function readRegistration(response: HttpResponse): Registration {
  const { valid, requestDate, requestIdentifier, name, address, userError, errorWrappers } = readQuietly(response);
  const error = errorWrappers?.[0]?.error ?? (userError && !/^(IN)?VALID$/.test(userError) ? userError : undefined);
  if (error !== undefined) throw toFailure(error);
  if (valid === undefined) throw new UpstreamFailure(vies.name, 'unreadable');
  return {
    valid,
    name: textOrNull(name),
    address: textOrNull(address),
    consultationNumber: textOrNull(requestIdentifier),
    requestDate: textOrNull(requestDate),
  };
}

function readQuietly(response: HttpResponse): Type.Static<typeof shape> {
  try {
    return readShape(response);
  } catch {
    throw new UpstreamFailure(vies.name, 'unreadable');
  }
}

/** An error that passes counts as an outage of the member state: it is retried, and opens its circuit. */
const toFailure = (error: string): UpstreamFailure =>
  new UpstreamFailure(vies.name, 'status', {
    upstreamStatus: LASTING.includes(ERRORS[error] ?? 'service_unavailable') ? 400 : 503,
    upstreamBody: JSON.stringify({ errorWrappers: [{ error }] }),
  });

function findReason({ reason, upstreamBody = '' }: UpstreamFailure): Unanswered {
  if (reason === 'timeout') return 'timeout';
  if (reason === 'circuit open') return 'member_state_unavailable';
  const named = /"error"\s*:\s*"([A-Z_]+)"/.exec(upstreamBody)?.[1];
  return (named === undefined ? undefined : ERRORS[named]) ?? 'service_unavailable';
}

/** Member states that do not disclose a field send dashes. */
const textOrNull = (value: string | null | undefined): string | null =>
  value === undefined || value === null || /^[-\s]*$/.test(value) ? null : value.trim();

/** Reads a time; undefined if it is only a day. */
function readTime(value: string | null): Date | undefined {
  const time = value === null || !value.includes('T') ? Number.NaN : Date.parse(value);
  return Number.isNaN(time) ? undefined : new Date(time);
}
