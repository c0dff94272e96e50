import { escapeUTF8 } from 'entities';
import { catalogue } from '../../shared/contract/catalogue/index.js';
import type { AnyErrorKind } from '../../shared/contract/errors.js';
import { freeErrors, ourErrors } from './openapi/call-errors.js';

/** An error as a row of a table: its message is HTML. */
export interface ErrorRow {
  status: number;
  message: string;
  /** Titles of the groups where it occurs; none when it can occur anywhere. */
  groups: readonly string[];
}

/** A message as HTML, with the names of what is filled in marked as such. */
export const messageHtml = (message: string): string =>
  escapeUTF8(message).replace(/\{(\w+)\}/g, (_, slot: string) => `<var>${slot}</var>`);

/** Every named error by where it arises, which decides what it costs. */
export function errorTables(): { free: ErrorRow[]; ours: ErrorRow[]; charged: ErrorRow[] } {
  const everywhere = new Set([...freeErrors, ...ourErrors]);
  const named = [...new Set(catalogue.flatMap(({ errors }) => errors))].filter((kind) => !everywhere.has(kind));
  return {
    free: rows(freeErrors),
    ours: rows([...ourErrors, ...named.filter(({ status }) => status >= 500)]),
    charged: rows(named.filter(({ status }) => status < 500)),
  };
}

const rows = (kinds: readonly AnyErrorKind[]): ErrorRow[] =>
  [...kinds]
    .sort((a, b) => a.status - b.status)
    .map((kind) => ({ status: kind.status, message: messageHtml(kind.message), groups: groupsWith(kind) }));

const groupsWith = (kind: AnyErrorKind): string[] => [
  ...new Set(catalogue.filter(({ errors }) => errors.includes(kind)).map(({ group }) => group.title)),
];
