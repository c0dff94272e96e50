import Type from 'typebox';
import {
  documentedErrors,
  errorsBeforeCharge,
  readRecordedResponses,
  serverErrors,
} from '../../features/docs/index.js';
import { type ApiError, withRetryAfter } from '../../shared/contract/api-error.js';
import { catalogue } from '../../shared/contract/catalogue/index.js';
import type { Endpoint } from '../../shared/contract/endpoint.js';
import { errors } from '../../shared/contract/errors.js';
import { conforms } from '../../shared/contract/input.js';
import { jsonReply, type Reply } from '../../shared/queue/job.js';
import { SLOW } from '../steps/parse.js';

/** `Retry-After` of errors, in seconds, that have none in the table since a real one depends on the key. */
const RETRY_AFTER: Readonly<Record<string, number>> = {
  [errors.tooManyRequests.type]: 1,
  [errors.budgetUsedUp.type]: 60,
};

/** A response with an image, which may be requested as a file. */
const image = Type.Object({ mime: Type.String(), data_base64: Type.String() });

/** Responses to test keys: the examples of the documentation, recorded on a real platform, and the errors that a request may ask for. */
export class TestResponses {
  readonly #examples;
  readonly #errors = new Map(documentedErrors(catalogue).map(({ type, example }) => [type, example]));

  /** @param baseUrl public URL of the service, for links in responses */
  constructor(baseUrl: string) {
    this.#examples = readRecordedResponses(baseUrl);
  }

  /**
   * Finds the error that a call requests; undefined if it requests none.
   *
   * @param requested a status or an error type: one of the endpoint's own, or one that any call can have
   * @throws ApiError 422 for anything else
   */
  findError({ errors: own }: Endpoint, requested: string): ApiError | undefined {
    if (requested === '' || requested === SLOW) return undefined;
    const found = [...own, ...serverErrors, ...errorsBeforeCharge].find(
      ({ type, status }) => type === requested || String(status) === requested,
    );
    const example = found && this.#errors.get(found.type)?.();
    if (!example) throw errors.testAnswerUnknown();
    const seconds = RETRY_AFTER[example.type];
    return seconds === undefined ? example : withRetryAfter(example, seconds);
  }

  /** True if an asynchronous call has the error as its result, and is not refused with it at once. */
  isResult({ type }: ApiError): boolean {
    return !errorsBeforeCharge.some((refused) => refused.type === type);
  }

  /** Returns the example of an endpoint; as a file if the input requests one. */
  findExample({ id, answersFiles }: Endpoint, input: unknown): Reply {
    const example = this.#examples[id]?.answer;
    if (typeof example !== 'object' || example === null) throw new Error(`${id} has no recorded response`);
    const { download }: { download?: unknown } = Object(input);
    if (!answersFiles || download !== true || !conforms(image, example)) return jsonReply(200, example);
    const headers = { 'Content-Type': example.mime, 'Content-Disposition': 'attachment; filename="example"' };
    return { status: 200, headers, body: example.data_base64, encoding: 'base64' };
  }
}
