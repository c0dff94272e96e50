import Type from 'typebox';
import {
  documentedErrors,
  errorsBeforeCharge,
  readRecordedResponses,
  serverErrors,
} from '../../features/docs/index.js';
import { type ApiError, knownFor } from '../../shared/contract/api-error.js';
import type { Endpoint } from '../../shared/contract/endpoint.js';
import { errors } from '../../shared/contract/errors.js';
import { conforms } from '../../shared/contract/input.js';
import { jsonReply, type Reply } from '../../shared/queue/job.js';
import { SLOW } from '../steps/parse.js';

/** Seconds to wait that a real refusal would tell, where its row of the table does not. */
const WAITS: Readonly<Record<string, number>> = {
  [errors.tooManyRequests.type]: 1,
  [errors.budgetUsedUp.type]: 60,
};

/** An answer that holds an image, which may be asked for as a file. */
const image = Type.Object({ mime: Type.String(), data_base64: Type.String() });

/** What calls with test keys are answered: the examples of the documentation, which a real platform has answered once. */
export class TestAnswers {
  readonly #answers;
  readonly #errors = new Map(documentedErrors().map(({ type, example }) => [type, example]));

  /** @param baseUrl public address of the service, to which links in answers lead */
  constructor(baseUrl: string) {
    this.#answers = readRecordedResponses(baseUrl);
  }

  /**
   * The error that a call wants answered; undefined where it wants none.
   *
   * @param wanted a status, or the type of an error: one of the endpoint's own, or one that any call can have
   * @throws ApiError 422 for what is neither
   */
  errorFor({ errors: own }: Endpoint, wanted: string): ApiError | undefined {
    if (wanted === '' || wanted === SLOW) return undefined;
    const found = [...own, ...serverErrors, ...errorsBeforeCharge].find(
      ({ type, status }) => type === wanted || String(status) === wanted,
    );
    const example = found && this.#errors.get(found.type)?.();
    if (!example) throw errors.testAnswerUnknown();
    const wait = WAITS[example.type];
    return wait === undefined ? example : knownFor(example, wait);
  }

  /** Whether an error is one that an asynchronous call has as its result, rather than being refused at once. */
  comesLate({ type }: ApiError): boolean {
    return !errorsBeforeCharge.some((refused) => refused.type === type);
  }

  /** The example of an endpoint; as a file where the input asks for one. */
  exampleFor({ id, answersFiles }: Endpoint, input: unknown): Reply {
    const answer = this.#answers[id]?.answer;
    if (typeof answer !== 'object' || answer === null) throw new Error(`${id} has no recorded answer`);
    const { download }: { download?: unknown } = Object(input);
    if (!answersFiles || download !== true || !conforms(image, answer)) return jsonReply(200, answer);
    const headers = { 'Content-Type': answer.mime, 'Content-Disposition': 'attachment; filename="example"' };
    return { status: 200, headers, body: answer.data_base64, encoding: 'base64' };
  }
}
