import Type, { type Static } from 'typebox';
import { errors } from '../../shared/contract/errors.js';
import { musicCharts } from '../lib/upstream/declarations.js';
import { UpstreamFailure } from '../lib/upstream/failure.js';
import type { HttpResponse } from '../lib/upstream/http.js';
import { checkShape, jsonReader } from '../lib/upstream/read-response.js';
import type { UpstreamContext } from '../lib/upstream/upstreams.js';

const LIFETIME_MS = 3_600_000;

const whole = Type.Union([Type.Integer(), Type.String({ pattern: '^\\d+$' })]);
const record = Type.Record(Type.String(), Type.Unknown());
const shape = Type.Object({
  response_code: Type.Optional(whole),
  error_number: Type.Optional(Type.Union([whole, Type.Null()])),
  result: Type.Optional(Type.Union([Type.Array(record), record, Type.Null()])),
});

/** Records of a method, and the status of the provider. */
interface MusicAnswer {
  readonly records: Record<string, unknown>[];
  readonly responseCode: number;
  readonly errorNumber: number | null;
}

const DENIED = new Set([401, 402, 403]);

/**
 * Calls a method of the provider, a service with the interface of the Popnable API, version 2 (github.com/popnable/popnable-api):
 * `GET {base}/{method}?…&key=`, which returns `result`, `response_code`, `error_number` and `error`. What it does not find is a response
 * without records.
 *
 * @throws ApiError 403 if the provider denies access, 502 if it is unavailable or its response is invalid
 */
export async function askProvider(
  call: UpstreamContext,
  method: string,
  query: Readonly<Record<string, string | undefined>>,
): Promise<MusicAnswer> {
  try {
    const { value } = await call.upstreams.get(musicCharts).fetch(call, {
      path: method,
      query,
      secrets: { key: call.config.MUSIC_KEY },
      read: readAnswer,
      lifetimeMs: LIFETIME_MS,
    });
    return value;
  } catch (error) {
    const status = error instanceof UpstreamFailure ? error.upstreamStatus : undefined;
    if (status === 404 && error instanceof UpstreamFailure) {
      return { records: [], responseCode: status, errorNumber: errorNumberIn(error.upstreamBody) };
    }
    if (DENIED.has(status ?? 0)) throw errors.musicDenied({ provider: call.config.MUSIC_PROVIDER_NAME }, error);
    throw error;
  }
}

/** The provider can refuse in the body of a 200, whose code counts then. */
function readAnswer(answer: HttpResponse): MusicAnswer {
  const { response_code = 200, error_number, result } = jsonReader(shape)(answer);
  const responseCode = Number(response_code);
  if (responseCode >= 400) {
    throw new UpstreamFailure(musicCharts.name, 'status', {
      upstreamStatus: responseCode,
      upstreamBody: answer.bytes.toString('utf8'),
    });
  }
  const records = Array.isArray(result) ? result : result ? [result] : [];
  return { records: records.map(withWholeIds), responseCode, errorNumber: wholeOrNull(error_number) };
}

function errorNumberIn(body = ''): number | null {
  try {
    return wholeOrNull(checkShape(shape, JSON.parse(body)).error_number);
  } catch {
    return null;
  }
}

const wholeOrNull = (value: Static<typeof whole> | null | undefined): number | null =>
  value === undefined || value === null ? null : Number(value);

/** Ids are integers, also if the provider sends text. */
function withWholeIds(record: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, wholeId(name, value)]));
}

function wholeId(name: string, value: unknown): unknown {
  if (typeof value === 'string') return /(^|_)id$/.test(name) && /^\d{1,15}$/.test(value) ? Number(value) : value;
  if (Array.isArray(value)) return value.map((item) => wholeId(name, item));
  return value !== null && typeof value === 'object' ? withWholeIds({ ...value }) : value;
}
