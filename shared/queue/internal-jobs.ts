import Type, { type Static, type TSchema } from 'typebox';
import { ApiError } from '../contract/api-error.js';
import { errors } from '../contract/errors.js';
import { conforms } from '../contract/input.js';
import { type PoolName, pools } from '../contract/pools.js';
import type { Reply, Task } from './job.js';

/**
 * Work that the platform requests of a worker for itself. It travels like a request to an endpoint, but no client can send it and
 * no account is charged for it.
 */
export interface InternalJob<Input extends TSchema = TSchema, Result extends TSchema = TSchema> {
  /** Its handler is the default export of `workers/<name>.ts`. */
  readonly name: string;
  readonly pool: PoolName;
  /** Time from sending the job until its result is needed, in ms. */
  readonly deadlineMs: number;
  readonly input: Input;
  readonly result: Result;
}

export type InputOf<J extends InternalJob> = Static<J['input']>;
export type ResultOf<J extends InternalJob> = Static<J['result']>;

const declare = <Input extends TSchema, Result extends TSchema>(
  job: InternalJob<Input, Result>,
): InternalJob<Input, Result> => job;

/** Validates the content of a hosted page as generation does, and re-encodes its photos. */
export const readExperience = declare({
  name: 'qr-experience/read',
  pool: 'qr',
  deadlineMs: pools.qr.deadlineMs,
  input: Type.Object({
    type: Type.String(),
    page: Type.Optional(Type.Unknown()),
    content: Type.Optional(Type.Unknown()),
  }),
  result: Type.Object({
    type: Type.String(),
    title: Type.String(),
    page: Type.Unknown(),
    target: Type.Union([Type.String(), Type.Null()]),
  }),
});

/** Draws the link preview of a stored page and saves it beside the page's photos. */
export const drawPreview = declare({
  name: 'qr-experience/preview',
  pool: 'qr',
  deadlineMs: pools.qr.deadlineMs,
  input: Type.Object({
    code: Type.String(),
    type: Type.String(),
    title: Type.String(),
    page: Type.Unknown(),
    photos: Type.Optional(Type.String()),
  }),
  result: Type.Object({
    preview: Type.Union([
      Type.Object({ name: Type.String(), bytes: Type.Integer(), type: Type.Optional(Type.Literal('jpg')) }),
      Type.Null(),
    ]),
  }),
});

/** Source of a code: a hosted page or the content of a code, either possibly unfinished. */
const draftFields = {
  kind: Type.Union([Type.Literal('page'), Type.Literal('code')]),
  type: Type.String(),
  /** Fields of the request that would publish it. */
  body: Type.Record(Type.String(), Type.Unknown()),
  /** URL of the page. */
  url: Type.String(),
};

const design = Type.Record(Type.String(), Type.Unknown());

const problems = Type.Array(
  Type.Object({ param: Type.String(), message: Type.String(), nearest: Type.Optional(Type.String()) }),
);

/** Finds the problems of a draft of the studio: fields that publishing it would refuse. */
export const checkDraft = declare({
  name: 'qr-studio/check',
  pool: 'qr',
  deadlineMs: pools.qr.deadlineMs,
  input: Type.Object({ ...draftFields, design }),
  result: Type.Object({ content: problems, design: problems }),
});

/** Reads a draft of a page as far as it is valid, for its preview. */
export const readDraftPage = declare({
  name: 'qr-studio/page',
  pool: 'qr',
  deadlineMs: pools.qr.deadlineMs,
  input: Type.Object({ type: Type.String(), body: draftFields.body }),
  result: Type.Object({
    title: Type.String(),
    page: Type.Unknown(),
    target: Type.Union([Type.String(), Type.Null()]),
  }),
});

/** Re-encodes an uploaded picture: upright, without metadata, and no larger than pages show it. */
export const encodePicture = declare({
  name: 'qr-studio/picture',
  pool: 'qr',
  deadlineMs: pools.qr.deadlineMs,
  input: Type.Object({ data_base64: Type.String() }),
  result: Type.Object({ data_base64: Type.String(), width: Type.Integer(), height: Type.Integer() }),
});

/** Draws the code of a page, or of a draft as far as it is valid. */
export const drawCode = declare({
  name: 'qr-studio/code',
  pool: 'qr',
  deadlineMs: pools.qr.deadlineMs,
  input: Type.Object({
    ...draftFields,
    design,
    image_format: Type.String(),
    image_width: Type.Integer(),
    /** True for a draft: what is invalid is left out, and only the URL is encoded, other content by a placeholder of its size. */
    is_preview: Type.Boolean(),
  }),
  result: Type.Object({ mime: Type.String(), ext: Type.String(), data_base64: Type.String() }),
});

/** Fetches the rates of every source: returns the number of currencies of each, or why it failed. */
export const refreshRates = declare({
  name: 'currency/refresh-rates',
  pool: 'fetch',
  deadlineMs: 120_000,
  input: Type.Object({}),
  result: Type.Record(
    Type.String(),
    Type.Union([Type.Object({ currencies: Type.Integer() }), Type.Object({ failed: Type.String() })]),
  ),
});

/** Looks up the records of a customer's domain: the texts of a name, and whether a host has an address of another. Null if unknown in time. */
export const lookUpDomain = declare({
  name: 'domains/look-up',
  pool: 'fetch',
  deadlineMs: pools.fetch.deadlineMs,
  input: Type.Object({ textName: Type.String(), host: Type.String(), target: Type.String() }),
  result: Type.Object({
    texts: Type.Union([Type.Array(Type.String()), Type.Null()]),
    pointsToTarget: Type.Union([Type.Boolean(), Type.Null()]),
  }),
});

/** Checks the VAT number of a customer at VIES, for a requester unless that is empty. */
export const verifyVatNumber = declare({
  name: 'vat/verify-number',
  pool: 'compute',
  deadlineMs: 6_000,
  input: Type.Object({ vat_number: Type.String(), requester: Type.String() }),
  result: Type.Object({
    status: Type.Enum(['valid', 'invalid', 'unknown']),
    /** See the action check-number; `not_configured` without VIES. */
    reason: Type.Union([Type.String(), Type.Null()]),
    name: Type.Union([Type.String(), Type.Null()]),
    consultation_number: Type.Union([Type.String(), Type.Null()]),
    checked_at: Type.String(),
  }),
});

/** Writes tomorrow's daily readings with the language model: returns how many are stored and how many are missing. */
export const writeReadings = declare({
  name: 'horoscope/write-readings',
  pool: 'content',
  deadlineMs: 900_000,
  input: Type.Object({}),
  result: Type.Object({ written: Type.Integer(), missing: Type.Integer() }),
});

export const internalJobs: readonly InternalJob[] = [
  readExperience,
  drawPreview,
  checkDraft,
  readDraftPage,
  drawCode,
  encodePicture,
  lookUpDomain,
  refreshRates,
  verifyVatNumber,
  writeReadings,
];

const byName = new Map(internalJobs.map((job) => [job.name, job]));

/** Returns the internal job with a name; undefined for the ids of endpoints. */
export const findInternalJob = (name: string): InternalJob | undefined => byName.get(name);

/** Sends jobs to the pools and receives their replies, for fronts and the scheduler. */
export interface JobSender {
  /**
   * Sends a job and waits for its reply.
   *
   * @throws ApiError 503 when it could not be sent or served in time, 504 when the deadline passes while it runs
   */
  send(pool: PoolName, task: Task, deadlineMs: number): Promise<Reply>;
  /** Releases the reply, which is stored until then. */
  settled(requestId: string): void;
}

/**
 * Runs an internal job on a worker.
 *
 * @param origin the account that it is for, empty for none, and the id of the job
 * @throws ApiError the error of the handler, or see JobSender
 */
export async function runInternalJob<Input extends TSchema, Result extends TSchema>(
  sender: JobSender,
  { name, pool, deadlineMs, result }: InternalJob<Input, Result>,
  input: Static<Input>,
  origin: Pick<Task, 'account' | 'requestId'>,
): Promise<Static<Result>> {
  const reply = await sender.send(pool, { endpoint: name, input, ...origin }, deadlineMs);
  sender.settled(origin.requestId);
  const body: unknown = JSON.parse(reply.body);
  if (reply.status !== 200) throw restoreError(reply, body);
  if (!conforms(result, body)) throw errors.internalError({}, `${name} returned an unexpected result`);
  return body;
}

/** The fields of an error's body that an error is restored from. */
const errorBody = Type.Object({
  error: Type.String(),
  type: Type.String(),
  param: Type.Optional(Type.String()),
  errors: Type.Optional(
    Type.Array(
      Type.Object({
        param: Type.String(),
        type: Type.String(),
        message: Type.String(),
        nearest: Type.Optional(Type.String()),
      }),
    ),
  ),
});

/** Restores the error of a response from its body. */
export function restoreError({ status, fault }: Pick<Reply, 'status' | 'fault'>, body: unknown): ApiError {
  if (!conforms(errorBody, body)) return errors.internalError({}, body);
  const { type, error, param, errors: problems = [] } = body;
  return new ApiError(type, status, error, { param, problems, ...(fault && { fault }) });
}
