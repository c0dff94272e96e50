import type { Endpoint } from '../../../shared/contract/endpoint.js';
import { highlight } from '../examples.js';
import { inlineHtml } from '../inline-html.js';
import { type DocumentedError, documentedErrors, type ErrorOrigin, messageHtml } from './documented-errors.js';

/** A row of a table of errors. Its message is HTML. */
interface ErrorRow {
  path: string;
  type: string;
  status: string;
  message: string;
  /** Titles of the groups where it occurs; none if it can occur anywhere. */
  groups: readonly string[];
}

/** Returns every error by its origin, ordered by status. Those that only operators can get are apart. */
export function errorTables(offered: readonly Endpoint[]): Record<ErrorOrigin | 'operators', ErrorRow[]> {
  const all = documentedErrors(offered);
  const rows = (isRow: (error: DocumentedError) => boolean) =>
    all
      .filter(isRow)
      .sort((a, b) => a.status.localeCompare(b.status))
      .map(({ path, type, status, message, places }) => ({
        ...{ path, type, status },
        message: messageHtml(message),
        groups: [...new Set(places.map(({ group }) => group))],
      }));
  const from = (origin: ErrorOrigin) => rows((error) => error.origin === origin && !error.isForOperators);
  return {
    ...{ before: from('before'), ours: from('ours'), input: from('input'), elsewhere: from('elsewhere') },
    operators: rows(({ isForOperators }) => isForOperators),
  };
}

/** Places of errors that no endpoint declares. */
const OTHER_PLACES: Readonly<Record<ErrorOrigin, string>> = {
  before: 'Any request can get it.',
  ours: 'Any request can get it.',
  input: 'Any endpoint with fields can return it.',
  elsewhere:
    'Endpoints do not return it. It comes from your account, hosted pages, agents or the console of operators.',
};

const CUSTOMERS = { path: '/docs/errors', title: 'Errors' };
const OPERATORS = { path: '/docs/errors-of-operators', title: 'Errors for operators' };

/** Returns the data of the page of an error. Texts are HTML. */
export function errorView(error: DocumentedError, requestId: string, baseUrl: string) {
  const groups = [...new Set(error.places.map(({ group }) => group))];
  return {
    ...error,
    message: messageHtml(error.message),
    cause: inlineHtml(error.cause),
    remedy: inlineHtml(error.remedy),
    cost: inlineHtml(error.cost),
    up: error.isForOperators ? OPERATORS : CUSTOMERS,
    everywhere: OTHER_PLACES[error.origin],
    places: groups.map((group) => ({ group, links: error.places.filter((place) => place.group === group) })),
    body: highlight(JSON.stringify(error.body(requestId, baseUrl), null, 2), 'json'),
  };
}
