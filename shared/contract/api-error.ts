/** Names of the slots in a message: `Exchange rate not available for {from}/{to}` → `from | to`. */
type Slots<Message extends string> = Message extends `${string}{${infer Slot}}${infer Rest}`
  ? Slot | Slots<Rest>
  : never;

export type Values<Message extends string> = Record<Slots<Message>, string | number>;

type Fill<Message extends string> = [Slots<Message>] extends [never]
  ? [values?: Record<string, never>, cause?: unknown]
  : [values: Values<Message>, cause?: unknown];

/** Party at fault for an error. Server faults are not charged. */
export type Fault = 'caller' | 'service';

/** Returns whose failure a status is by default. */
const attributeFault = (status: number): Fault => (status >= 500 ? 'service' : 'caller');

/** True if the response is a server fault, which is not charged. */
export const isServerFault = ({ status, fault = attributeFault(status) }: { status: number; fault?: Fault }): boolean =>
  fault === 'service';

/** A problem of one field of a request. */
export interface Problem {
  /** Path of the field, e.g. `page.blocks[0].props.url`. */
  readonly param: string;
  readonly type: string;
  readonly message: string;
  /** Nearest value that would be accepted, as text. */
  readonly nearest?: string | undefined;
}

/** The error body of the service. */
export interface ErrorBody {
  readonly error: string;
  /** The status, repeated. */
  readonly code: number;
  readonly type: string;
  readonly param?: string;
  /** Problems of all fields, if fields are the reason. */
  readonly errors?: readonly Problem[];
  readonly request_id: string;
  /** URL of the error in the documentation. */
  readonly doc_url: string;
}

interface Details {
  readonly cause?: unknown;
  readonly fault?: Fault;
  readonly retryAfterSeconds?: number | undefined;
  readonly param?: string | undefined;
  readonly nearest?: string | undefined;
  readonly problems?: readonly Problem[];
}

/** Returns the URL of an error in the documentation. */
export const docUrl = (type: string, baseUrl: string): string => `${baseUrl}/docs/errors/${type}`;

/** An error for clients. `message` is public, `cause` is only logged. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly fault: Fault;
  /** Value of the `Retry-After` header in seconds, if waiting helps. */
  readonly retryAfterSeconds: number | undefined;
  /** Path of the first invalid field. */
  readonly param: string | undefined;
  readonly problems: readonly Problem[];

  /** @param type stable identifier in snake_case */
  constructor(
    readonly type: string,
    readonly status: number,
    message: string,
    { cause, fault, retryAfterSeconds, param, nearest, problems }: Details = {},
  ) {
    super(message, cause === undefined ? undefined : { cause });
    this.fault = fault ?? attributeFault(status);
    this.retryAfterSeconds = retryAfterSeconds;
    this.param = param;
    this.problems = problems ?? (param === undefined ? [] : [{ param, type, message, ...(nearest && { nearest }) }]);
  }

  /**
   * Returns the body of the response.
   *
   * @param baseUrl public URL of the service, for the link to its documentation
   */
  body(requestId: string, baseUrl: string): ErrorBody {
    return {
      error: this.message,
      code: this.status,
      type: this.type,
      ...(this.param === undefined ? {} : { param: this.param }),
      ...(this.problems.length === 0 ? {} : { errors: this.problems }),
      request_id: requestId,
      doc_url: docUrl(this.type, baseUrl),
    };
  }
}

/** Returns the error with a `Retry-After` in seconds. */
export function withRetryAfter(error: ApiError, retryAfterSeconds: number): ApiError {
  const { type, status, message, cause, fault, param, problems } = error;
  return new ApiError(type, status, message, { cause, fault, param, problems, retryAfterSeconds });
}

/** A row of the error table: calling it creates the error, its properties describe it in the documentation. */
export interface ErrorKind<Message extends string = string> {
  (...fill: Fill<Message>): ApiError;
  readonly type: string;
  readonly status: number;
  readonly message: Message;
  readonly fault: Fault;
}

/** An error kind with any slots, as lists of errors hold it. */
export type AnyErrorKind = Pick<ErrorKind, 'type' | 'status' | 'message' | 'fault'>;

interface Row<Message extends string> {
  readonly status: number;
  readonly message: Message;
  /** Path of the invalid field; may contain slots of the message. */
  readonly param?: string;
  /** Nearest value that would be accepted; may contain slots of the message. */
  readonly nearest?: string;
  readonly retryAfterSeconds?: number;
  /** Party at fault, if it does not follow from the status. */
  readonly fault?: Fault;
}

/** Declares a row: a status, a message with slots between braces, and options. */
export const row = <const Message extends string>(
  status: number,
  message: Message,
  terms: Omit<Row<Message>, 'status' | 'message'> = {},
): Row<Message> => ({ status, message, ...terms });

const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const fill = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replace(/\{(\w+)\}/g, (_, slot: string) => String(values[slot] ?? ''));

function createKind<Message extends string>(name: string, declared: Row<Message>): ErrorKind<Message> {
  const { status, message, param, nearest, retryAfterSeconds, fault = attributeFault(status) } = declared;
  const type = snakeCase(name);
  const make = (...[values = {}, cause]: Fill<Message>): ApiError =>
    new ApiError(type, status, fill(message, values), {
      cause,
      fault,
      retryAfterSeconds,
      param: param && fill(param, values),
      nearest: nearest && fill(nearest, values),
    });
  return Object.assign(make, { type, status, message, fault });
}

/** Creates error kinds from rows, whose names are the types of the errors. */
export function defineErrors<Rows extends Record<string, Row<string>>>(rows: Rows) {
  type Kinds = { [Name in keyof Rows]: ErrorKind<Rows[Name]['message']> };
  return Object.fromEntries(
    Object.entries(rows).map(([name, declared]) => [name, createKind(name, declared)]),
  ) as Kinds;
}
