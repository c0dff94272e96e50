import { marked } from 'marked';
import { highlight } from '../examples.js';
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

/** Returns every error by its origin, ordered by status. */
export function errorTables(): Record<ErrorOrigin, ErrorRow[]> {
  const all = documentedErrors();
  const rows = (origin: ErrorOrigin) =>
    all
      .filter((error) => error.origin === origin)
      .sort((a, b) => a.status.localeCompare(b.status))
      .map(({ path, type, status, message, places }) => ({
        ...{ path, type, status },
        message: messageHtml(message),
        groups: [...new Set(places.map(({ group }) => group))],
      }));
  return { before: rows('before'), ours: rows('ours'), input: rows('input'), elsewhere: rows('elsewhere') };
}

/** Places of errors that no endpoint declares. */
const OTHER_PLACES: Readonly<Record<ErrorOrigin, string>> = {
  before: 'Any call can get it.',
  ours: 'Any call can get it.',
  input: 'Any endpoint with fields can answer it.',
  elsewhere: 'It does not come from endpoints, but from what is beside them: what operators do, hosted pages, agents.',
};

/** Returns the data of the page of an error. Texts are HTML. */
export function errorView(error: DocumentedError, requestId: string, baseUrl: string) {
  const html = (text: string) => marked.parseInline(text, { async: false });
  const groups = [...new Set(error.places.map(({ group }) => group))];
  return {
    ...error,
    message: messageHtml(error.message),
    cause: html(error.cause),
    remedy: html(error.remedy),
    cost: html(error.cost),
    everywhere: OTHER_PLACES[error.origin],
    places: groups.map((group) => ({ group, links: error.places.filter((place) => place.group === group) })),
    body: highlight(JSON.stringify(error.body(requestId, baseUrl), null, 2), 'json'),
  };
}
