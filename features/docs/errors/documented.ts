import { STATUS_CODES } from 'node:http';
import { escapeUTF8 } from 'entities';
import { type AnyErrorKind, type ApiError, docUrl, type ErrorBody } from '../../../shared/contract/api-error.js';
import { catalogue } from '../../../shared/contract/catalogue/index.js';
import type { Contract } from '../../../shared/contract/contract.js';
import { groupSlug, shortName } from '../../../shared/contract/endpoint.js';
import { errors, FIELD_ERRORS, invalidInput } from '../../../shared/contract/errors.js';
import { accountGroup, accountRoutes } from '../../account-api/index.js';
import { freeErrors, ourErrors } from '../openapi/responses.js';
import type { ErrorName, Explanation, Explanations } from './explanation.js';
import { ofEndpoints } from './of-endpoints.js';
import { ofEveryCall } from './of-every-call.js';
import { ofOperators } from './of-operators.js';
import { ofPayments } from './of-payments.js';
import { ofQrCodes } from './of-qr-codes.js';
import { ofThePlatform } from './of-the-platform.js';
import { ofThePortal } from './of-the-portal.js';
import { ofWebhooks } from './of-webhooks.js';

/** Where an error arises, which decides what it costs. */
export type Arises = 'before' | 'ours' | 'input' | 'elsewhere';

/** An error as the documentation shows it. */
export interface DocumentedError {
  /** The path of its page, to which its `doc_url` leads. */
  readonly path: string;
  readonly type: string;
  /** The status, or the two that it can have. */
  readonly status: string;
  /** The name of the status, e.g. `Not Found`. */
  readonly statusName: string;
  /** With what is filled in between braces. */
  readonly message: string;
  readonly arises: Arises;
  /** What becomes of the call's credits, in a word or two. */
  readonly charge: string;
  readonly cost: string;
  readonly cause: string;
  readonly remedy: string;
  /** What names it, if that is not every call. */
  readonly places: readonly Place[];
  /** One as a call may get it. */
  readonly example: () => ApiError;
  /** What a caller gets. */
  body(requestId: string, baseUrl: string): ErrorBody;
}

/** An endpoint, or a route beside them, and the group that it is in. */
interface Place {
  readonly title: string;
  readonly group: string;
  readonly url: string;
}

const explanations: Explanations = {
  ...ofEveryCall,
  ...ofThePlatform,
  ...ofOperators,
  ...ofWebhooks,
  ...ofPayments,
  ...ofThePortal,
  ...ofEndpoints,
  ...ofQrCodes,
};

const CHARGES: Readonly<Record<Arises, string>> = {
  before: 'not charged',
  ours: 'given back',
  input: 'charged',
  elsewhere: 'free',
};

const COSTS: Readonly<Record<Arises, string>> = {
  before: 'Nothing: the call is refused before it is charged.',
  ours: 'Nothing: the credits of the call are given back, once.',
  input: 'The price of the call: input that is refused is [charged](/docs/credits#what-is-charged).',
  elsewhere: 'Nothing: what is beside the endpoints is free.',
};

/** Every error there is, in the order of the table. */
export function documentedErrors(): DocumentedError[] {
  const rows = Object.entries(errors) as [ErrorName, AnyRow][];
  return [...fieldErrors, ...rows.map(([name, kind]) => documented(kind, explanations[name]))];
}

/** A row whatever its message: the types of the explanations hold that each has the example that its message needs. */
type AnyRow = AnyErrorKind & ((values: Explanation['example']) => ApiError);

function documented(kind: AnyRow, { cause, remedy, cost, example }: Explanation): DocumentedError {
  const { type, status, message } = kind;
  const arises = arisesAt(kind);
  return {
    ...{ path: docUrl(type, ''), type, message, arises, cause, remedy },
    status: String(status),
    statusName: STATUS_CODES[status] ?? '',
    charge: CHARGES[arises],
    cost: cost ?? COSTS[arises],
    places: placesOf(type),
    example: () => kind(example),
    body: (requestId, baseUrl) => kind(example).body(requestId, baseUrl),
  };
}

const everywhere = new Set<AnyErrorKind>([...freeErrors, ...ourErrors]);
const named = new Set<AnyErrorKind>(catalogue.flatMap((endpoint) => endpoint.errors));

function arisesAt(kind: AnyErrorKind): Arises {
  if (freeErrors.includes(kind)) return 'before';
  if (ourErrors.includes(kind)) return 'ours';
  if (!named.has(kind)) return 'elsewhere';
  return kind.fault === 'service' ? 'ours' : 'input';
}

/** Errors of fields that have none of their own; the status is the group's. */
const fieldErrors: readonly DocumentedError[] = [
  {
    type: FIELD_ERRORS.missing,
    message: '{field} is required',
    cause: 'A field that the endpoint needs is missing, blank or `null`.',
    remedy: '`param` names it. `errors` names every field that is wrong, so that all can be mended at once.',
    example: invalidInput(422, 'to is required', 'to', FIELD_ERRORS.missing),
  },
  {
    type: FIELD_ERRORS.invalid,
    message: '{field} must be …',
    cause:
      'A field has a value that is not allowed: of another kind, out of bounds, or not one of the words of a list.',
    remedy: 'The message says what is allowed. `errors` names every field that is wrong.',
    example: invalidInput(422, 'amount must be a number from 0.01 to 10000000', 'amount'),
  },
  {
    type: FIELD_ERRORS.unknown,
    message: 'Unknown field "{field}": did you mean …?',
    cause:
      'The request has a field that the endpoint does not have, and asked for [strict handling](/docs/requests#unknown-fields).',
    remedy:
      'Use the field that the message suggests. Without `Prefer: handling=strict` such fields are ignored and named in `X-Unknown-Fields`.',
    example: invalidInput(
      400,
      'Unknown field "country_cod": did you mean country_code?',
      'country_cod',
      FIELD_ERRORS.unknown,
    ),
  },
].map(({ example, ...error }) => ({
  ...error,
  path: docUrl(error.type, ''),
  status: '400, 422',
  statusName: '',
  arises: 'input',
  charge: CHARGES.input,
  cost: COSTS.input,
  places: [],
  example: () => example,
  body: (requestId, baseUrl) => example.body(requestId, baseUrl),
}));

/** The endpoints and routes that name an error, unless any call can get it. */
function placesOf(type: string): Place[] {
  if ([...everywhere].some((kind) => kind.type === type)) return [];
  const names = ({ errors: own }: Contract) => own.some((kind) => kind.type === type);
  return [
    ...catalogue.filter(names).map((endpoint) => ({
      title: endpoint.title,
      group: endpoint.group.title,
      url: `/docs/${groupSlug(endpoint.group)}#${shortName(endpoint)}`,
    })),
    ...accountRoutes
      .filter(({ contract }) => names(contract))
      .map(({ contract }) => ({
        title: contract.title,
        group: accountGroup.title,
        url: `/docs/${accountGroup.slug}#${contract.name}`,
      })),
  ];
}

/** A message as HTML, with the names of what is filled in marked as such. */
export const messageHtml = (message: string): string =>
  escapeUTF8(message).replace(/\{(\w+)\}/g, (_, slot: string) => `<var>${slot}</var>`);
