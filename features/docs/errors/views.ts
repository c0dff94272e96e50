import { marked } from 'marked';
import { coloured } from '../examples.js';
import { type DocumentedError, documentedErrors, type ErrorOrigin, messageHtml } from './documented-errors.js';

/** A row of a table of errors: its message is HTML. */
export interface ErrorRow {
  path: string;
  type: string;
  status: string;
  message: string;
  /** Titles of the groups where it occurs; none when it can occur anywhere. */
  groups: readonly string[];
}

/** Every error by where it arises, which decides what it costs. */
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

/** Where errors occur that no endpoint names. */
const EVERYWHERE: Readonly<Record<ErrorOrigin, string>> = {
  before: 'Any call can get it.',
  ours: 'Any call can get it.',
  input: 'Any endpoint with fields can answer it.',
  elsewhere: 'It does not come from endpoints, but from what is beside them: what operators do, hosted pages, agents.',
};

/** An error as its page shows it: all texts are HTML. */
export function errorView(error: DocumentedError, requestId: string, baseUrl: string) {
  const html = (text: string) => marked.parseInline(text, { async: false });
  const groups = [...new Set(error.places.map(({ group }) => group))];
  return {
    ...error,
    message: messageHtml(error.message),
    cause: html(error.cause),
    remedy: html(error.remedy),
    cost: html(error.cost),
    everywhere: EVERYWHERE[error.origin],
    places: groups.map((group) => ({ group, links: error.places.filter((place) => place.group === group) })),
    body: coloured(JSON.stringify(error.body(requestId, baseUrl), null, 2), 'json'),
  };
}
