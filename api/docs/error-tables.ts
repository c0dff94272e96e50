import { escapeUTF8 } from 'entities';
import { catalogue } from '../../shared/contract/catalogue/index.js';
import { type AnyErrorKind, errors, FIELD_ERRORS } from '../../shared/contract/errors.js';
import { freeErrors, ourErrors } from './openapi/responses.js';

/** An error as a row of a table: its message is HTML. */
export interface ErrorRow {
  /** Also the row's anchor, to which the error's `doc_url` leads. */
  type: string;
  status: string;
  message: string;
  /** Titles of the groups where it occurs; none when it can occur anywhere. */
  groups: readonly string[];
}

/** A message as HTML, with the names of what is filled in marked as such. */
export const messageHtml = (message: string): string =>
  escapeUTF8(message).replace(/\{(\w+)\}/g, (_, slot: string) => `<var>${slot}</var>`);

/** Every error by where it arises, which decides what it costs. */
export function errorTables(): Record<'free' | 'ours' | 'charged' | 'elsewhere', ErrorRow[]> {
  const everywhere = new Set([...freeErrors, ...ourErrors]);
  const named = [...new Set(catalogue.flatMap((endpoint) => endpoint.errors))].filter((kind) => !everywhere.has(kind));
  const ours = [...ourErrors, ...named.filter(({ fault }) => fault === 'service')];
  const charged = named.filter(({ fault }) => fault === 'caller');
  const elsewhere = Object.values(errors).filter((kind) => ![...freeErrors, ...ours, ...charged].includes(kind));
  return {
    free: rows(freeErrors),
    ours: rows(ours),
    charged: [...fieldRows, ...rows(charged)],
    elsewhere: rows(elsewhere),
  };
}

/** Fields without an error of their own; the status is the group's. */
const fieldRows: readonly ErrorRow[] = [
  { type: FIELD_ERRORS.missing, message: messageHtml('{field} is required') },
  { type: FIELD_ERRORS.invalid, message: messageHtml('{field} must be …') },
  { type: FIELD_ERRORS.unknown, message: messageHtml('Unknown field "{field}": did you mean …?') },
].map((row) => ({ ...row, status: '400, 422', groups: [] }));

const rows = (kinds: readonly AnyErrorKind[]): ErrorRow[] =>
  [...kinds]
    .sort((a, b) => a.status - b.status)
    .map(({ type, status, message }) => ({
      type,
      status: String(status),
      message: messageHtml(message),
      groups: groupsWith(type),
    }));

const groupsWith = (type: string): string[] => [
  ...new Set(
    catalogue.filter((endpoint) => endpoint.errors.some((kind) => kind.type === type)).map(({ group }) => group.title),
  ),
];
