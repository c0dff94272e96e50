import type { CallToolResult, ContentBlock } from '@modelcontextprotocol/sdk/types.js';
import Type from 'typebox';
import { conforms } from '../../shared/contract/input.js';
import type { InnerAnswer } from './in-process.js';
import { LIST_FIELD } from './tools.js';

/** The answer of a call as the result of a tool. */
export function toolResult(answer: InnerAnswer): CallToolResult {
  const body: unknown = JSON.parse(answer.body);
  const { _meta, ...result } = answer.status < 300 ? success(body, answer) : failure(body, answer);
  return { ...result, _meta: { ...factsOf(answer), ..._meta } };
}

/** Headers of a call that are facts about its result, by the names that they have there. */
const FACTS = {
  request_id: 'x-request-id',
  credits_cost: 'x-credits-cost',
  credits_remaining: 'x-credits-remaining',
  upstream: 'x-upstream',
  idempotent_replayed: 'idempotent-replayed',
};

function factsOf({ header }: InnerAnswer): Record<string, string | number> {
  const told = Object.entries(FACTS).filter(([, from]) => header(from) !== '');
  return Object.fromEntries(
    told.map(([name, from]) => [name, from.startsWith('x-credits-') ? Number(header(from)) : header(from)]),
  );
}

const SYNTHETIC = 'The data of this answer are synthetic: they come from a sandbox, not from the real service.';

function success(body: unknown, { header }: InnerAnswer): CallToolResult {
  const { structured, picture } = withoutPicture(Array.isArray(body) ? { [LIST_FIELD]: body } : Object(body));
  const text: ContentBlock = { type: 'text', text: JSON.stringify(structured) };
  const note: ContentBlock[] = header('x-upstream') === 'sandbox' ? [{ type: 'text', text: SYNTHETIC }] : [];
  return { content: [text, ...picture, ...note], structuredContent: structured };
}

const withPicture = Type.Object({ mime: Type.String(), data_base64: Type.String() });

/** A picture is content of its own, and not also in what is structured: pixels as an image, a drawing as its source, a PDF as a file. */
function withoutPicture(answer: Record<string, unknown>): {
  structured: Record<string, unknown>;
  picture: ContentBlock[];
} {
  if (!conforms(withPicture, answer)) return { structured: answer, picture: [] };
  const { mime, data_base64: data } = answer;
  return { structured: { ...answer, data_base64: null }, picture: [pictureBlock(mime, data)] };
}

function pictureBlock(mime: string, data: string): ContentBlock {
  const file = { uri: `data:${mime}`, mimeType: mime };
  if (mime === 'image/svg+xml') {
    return { type: 'resource', resource: { ...file, text: Buffer.from(data, 'base64').toString() } };
  }
  if (mime === 'application/pdf') return { type: 'resource', resource: { ...file, blob: data } };
  return { type: 'image', mimeType: mime, data };
}

const errorBody = Type.Object({
  error: Type.String(),
  type: Type.String(),
  doc_url: Type.String(),
  errors: Type.Optional(Type.Array(Type.Object({ param: Type.String(), type: Type.String(), message: Type.String() }))),
});

/**
 * An error as an agent reads it: what is wrong, what to do, what it has cost. For the agent's program the same stands in `_meta`, by
 * types and fields; what is structured must be what the tool answers.
 */
function failure(body: unknown, answer: InnerAnswer): CallToolResult {
  if (!conforms(errorBody, body)) throw new Error(`no error body: ${answer.body}`);
  const { error, type, doc_url, errors = [] } = body;
  const others = errors.map(({ message }) => message).filter((message) => message !== error);
  const lines = [
    `${error} (${answer.status} ${type})`,
    ...others,
    adviceFor(answer),
    `Charged: ${answer.header('x-credits-cost') || 0} credits. More about this error: ${doc_url}`,
  ];
  const typed = { type, status: answer.status, ...(errors.length > 0 && { errors }) };
  return { isError: true, content: [{ type: 'text', text: lines.join('\n') }], _meta: { error: typed } };
}

const CORRECT = 'Correct the input, then call the tool again.';
const WAIT = 'Wait {seconds} s, then call the tool again.';
const FAILED = 'The service has failed: call the tool again in {seconds} s, and tell the user if it keeps failing.';

/** What to do about an error, by its status. */
const ADVICE: Readonly<Record<number, string>> = {
  400: CORRECT,
  401: 'Tell the user that the API key of this connection is not valid: calling again does not help.',
  402: 'Tell the user that the credits of the account, or the budget of its key, are used up: calling again does not help.',
  403: 'Tell the user that this was denied, and why: calling again does not help.',
  404: 'Nothing was found: check how it is written, or ask for something else.',
  409: WAIT,
  413: CORRECT,
  422: CORRECT,
  429: WAIT,
  504: 'The call took too long: ask for less at a time, or call the tool again later.',
};

const SOON = '5';

const adviceFor = ({ status, header }: InnerAnswer): string =>
  (ADVICE[status] ?? FAILED).replace('{seconds}', header('retry-after') || SOON);
