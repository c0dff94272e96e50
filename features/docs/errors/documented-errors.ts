import { STATUS_CODES } from 'node:http';
import { escapeUTF8 } from 'entities';
import { type AnyErrorKind, type ApiError, docUrl, type ErrorBody } from '../../../shared/contract/api-error.js';
import { catalogue } from '../../../shared/contract/catalogue/index.js';
import type { Contract } from '../../../shared/contract/contract.js';
import { type Endpoint, groupSlug, shortName } from '../../../shared/contract/endpoint.js';
import { errors, FIELD_ERRORS, invalidInput } from '../../../shared/contract/errors.js';
import { accountRoutes } from '../../account-api/index.js';
import { routePlace } from '../account-pages.js';
import { errorsBeforeCharge, serverErrors } from '../openapi/responses.js';
import { type Explanation, readExplanations } from './explanations.js';

/** Origin of an error, which decides its cost. */
export type ErrorOrigin = 'before' | 'ours' | 'input' | 'elsewhere';

/** An error as the documentation shows it. Texts are inline Markdown. */
export interface DocumentedError {
  /** Path of its page, the target of its `doc_url`. */
  readonly path: string;
  readonly type: string;
  /** The status, or the two that it can have. */
  readonly status: string;
  /** Name of the status, e.g. `Not Found`. */
  readonly statusName: string;
  /** The message, with its slots in braces. */
  readonly message: string;
  readonly origin: ErrorOrigin;
  /** The charge in a word or two. */
  readonly charge: string;
  readonly cost: string;
  readonly cause: string;
  readonly remedy: string;
  /** Endpoints and routes that declare it; none if any request can get it. */
  readonly places: readonly Place[];
  /** True if only operators can get it. */
  readonly isForOperators: boolean;
  /** Creates an example of it. */
  readonly example: () => ApiError;
  /** Returns the body of the example. */
  body(requestId: string, baseUrl: string): ErrorBody;
}

/** An endpoint or an account route, and its group. */
interface Place {
  readonly title: string;
  readonly group: string;
  readonly url: string;
}

const CHARGES: Readonly<Record<ErrorOrigin, string>> = {
  before: 'not charged',
  ours: 'refunded',
  input: 'charged',
  elsewhere: 'free',
};

const COSTS: Readonly<Record<ErrorOrigin, string>> = {
  before: 'Nothing. The request is rejected before it is charged.',
  ours: 'Nothing. The credits of the request are refunded.',
  input: 'The price of the request. [Invalid input is charged](/docs/credits#what-is-charged).',
  elsewhere: 'Nothing. Only endpoints cost credits.',
};

/** Files with the errors of operators. An error of theirs that a route declares is for customers too. */
const OPERATOR_FILES = /^features\/(?:accounts|billing|console|operations|operators)\//;

/**
 * Returns the errors with their explanations, in the order of the error table.
 *
 * @param offered endpoints that the documentation describes; errors that only others declare are left out
 */
export function documentedErrors(offered: readonly Endpoint[]): DocumentedError[] {
  const explanations = new Map(readExplanations().map((explanation) => [explanation.type, explanation]));
  const declared = new Set(listDeclared(offered));
  const missing = new Set(listDeclared(catalogue).filter((type) => !declared.has(type) && !isGeneral(type)));
  return [...fieldErrors, ...tableRows(offered)]
    .map((row) => documentError(row, offered, explanations.get(row.type)))
    .filter(({ type, places }) => places.length > 0 || !missing.has(type));
}

/** Returns the types of the errors that endpoints declare. */
const listDeclared = (endpoints: readonly Endpoint[]): string[] =>
  endpoints.flatMap((endpoint) => endpoint.errors.map(({ type }) => type));

/** An error without its explanation. */
interface ErrorSource extends Pick<DocumentedError, 'type' | 'status' | 'statusName' | 'message' | 'origin'> {
  createExample(values: Explanation['example']): ApiError;
}

function documentError(
  { createExample, ...row }: ErrorSource,
  offered: readonly Endpoint[],
  explanation?: Explanation,
): DocumentedError {
  const { file = '', cause = '', remedy = '', cost = COSTS[row.origin], example: values = {} } = explanation ?? {};
  const places = findPlaces(row.type, offered);
  return {
    ...row,
    path: docUrl(row.type, ''),
    charge: CHARGES[row.origin],
    ...{ cost, cause, remedy },
    places,
    isForOperators: row.origin === 'elsewhere' && places.length === 0 && OPERATOR_FILES.test(file),
    example: () => createExample(values),
    body: (requestId, baseUrl) => createExample(values).body(requestId, baseUrl),
  };
}

/** A row of the table, called with whatever values its explanation has. A test compares them with the message. */
type AnyRow = AnyErrorKind & ((values: Explanation['example']) => ApiError);

const tableRows = (offered: readonly Endpoint[]): ErrorSource[] =>
  (Object.values(errors) as AnyRow[]).map((kind) => ({
    type: kind.type,
    status: String(kind.status),
    statusName: STATUS_CODES[kind.status] ?? '',
    message: kind.message,
    origin: findOrigin(kind, offered),
    createExample: kind,
  }));

/** Errors of fields that no row of the table is for. Their status is the group's. */
const fieldErrors: readonly ErrorSource[] = [
  {
    message: '{field} is required',
    example: invalidInput(422, 'to is required', 'to', FIELD_ERRORS.missing),
  },
  {
    message: '{field} must be …',
    example: invalidInput(422, 'amount must be a number from 0.01 to 10000000', 'amount'),
  },
  {
    message: 'Unknown field "{field}": did you mean …?',
    example: invalidInput(
      400,
      'Unknown field "country_cod": did you mean country_code?',
      'country_cod',
      FIELD_ERRORS.unknown,
    ),
  },
].map(({ message, example }) => ({
  ...{ type: example.type, message, status: '400, 422', statusName: '', origin: 'input' },
  createExample: () => example,
}));

function findOrigin(kind: AnyErrorKind, offered: readonly Endpoint[]): ErrorOrigin {
  if (errorsBeforeCharge.includes(kind)) return 'before';
  if (serverErrors.includes(kind)) return 'ours';
  if (!offered.some((endpoint) => endpoint.errors.includes(kind))) return 'elsewhere';
  return kind.fault === 'service' ? 'ours' : 'input';
}

/** True if any request can get an error. */
const isGeneral = (type: string): boolean =>
  [...errorsBeforeCharge, ...serverErrors].some((kind) => kind.type === type);

/** Returns the endpoints and routes that declare an error; none if any request can get it. */
function findPlaces(type: string, offered: readonly Endpoint[]): Place[] {
  if (isGeneral(type)) return [];
  const declares = ({ errors: declared }: Contract) => declared.some((kind) => kind.type === type);
  return [
    ...offered.filter(declares).map((endpoint) => ({
      title: endpoint.title,
      group: endpoint.group.title,
      url: `/docs/${groupSlug(endpoint.group)}#${shortName(endpoint)}`,
    })),
    ...accountRoutes
      .filter(({ contract }) => declares(contract))
      .map(({ contract }) => {
        const { page, url } = routePlace(contract);
        return { title: contract.title, group: page.title, url };
      }),
  ];
}

/** Returns a message as HTML, with its slots marked as variables. */
export const messageHtml = (message: string): string =>
  escapeUTF8(message).replace(/\{(\w+)\}/g, (_, slot: string) => `<var>${slot}</var>`);
