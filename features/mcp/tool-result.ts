import type { CallToolResult, ContentBlock } from '@modelcontextprotocol/server';
import Type from 'typebox';
import { conforms } from '../../shared/contract/input.js';
import type { InProcessResponse } from '../web/index.js';
import { LIST_FIELD } from './tools.js';

/** Converts the response of an endpoint to the result of its tool. */
export function createToolResult(response: InProcessResponse, tool: string): CallToolResult {
  const body: unknown = JSON.parse(response.body);
  const { _meta, ...result } =
    response.status < 300 ? createSuccess(body, response) : createFailure(body, response, tool);
  return { ...result, _meta: { ...readMetadata(response), ..._meta } };
}

/** Headers that become metadata of the result, by their names there. */
const METADATA_HEADERS = {
  request_id: 'x-request-id',
  credits_cost: 'x-credits-cost',
  credits_remaining: 'x-credits-remaining',
  mode: 'x-mode',
  upstream: 'x-upstream',
  idempotent_replayed: 'idempotent-replayed',
};

function readMetadata({ header }: InProcessResponse): Record<string, string | number> {
  const present = Object.entries(METADATA_HEADERS).filter(([, from]) => header(from) !== '');
  const values = present.map(([name, from]) => [
    name,
    from.startsWith('x-credits-') ? Number(header(from)) : header(from),
  ]);
  return { mode: 'live', ...Object.fromEntries(values) };
}

/** Notes before a result that is not real. Models tend to report what comes first. */
const NOTES = {
  test:
    'Example data: this connection uses a test key, so this is the fixed example of the tool and not the result for your input. ' +
    'Do not report it as fact.',
  sandbox: 'Example data: synthetic data from a sandbox and not from the real service. Do not report it as fact.',
};

const findNote = ({ header }: InProcessResponse): string | undefined =>
  header('x-mode') === 'test' ? NOTES.test : header('x-upstream') === 'sandbox' ? NOTES.sandbox : undefined;

/** Creates the result of a success. A note is also in the structured content, since some clients give a model nothing else. */
function createSuccess(body: unknown, response: InProcessResponse): CallToolResult {
  const { structured, picture } = separatePicture(Array.isArray(body) ? { [LIST_FIELD]: body } : Object(body));
  const note = findNote(response);
  const whole = note === undefined ? structured : { notice: note, ...structured };
  const texts = [...(note === undefined ? [] : [note]), JSON.stringify(whole)];
  return { content: [...texts.map((text) => ({ type: 'text' as const, text })), ...picture], structuredContent: whole };
}

const withPicture = Type.Object({ mime: Type.String(), data_base64: Type.String() });

/** Moves a picture out of the structured content: pixels become an image, an SVG its source, a PDF a file. */
function separatePicture(body: Record<string, unknown>): {
  structured: Record<string, unknown>;
  picture: ContentBlock[];
} {
  if (!conforms(withPicture, body)) return { structured: body, picture: [] };
  const { mime, data_base64: data } = body;
  return { structured: { ...body, data_base64: null }, picture: [createPictureBlock(mime, data)] };
}

function createPictureBlock(mime: string, data: string): ContentBlock {
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
 * Converts an error to text for the agent: the problem, the advice and the cost. For the agent's program `_meta` has the type and the fields,
 * since structured content must match the output schema of the tool.
 */
function createFailure(body: unknown, response: InProcessResponse, tool: string): CallToolResult {
  if (!conforms(errorBody, body)) throw new Error(`Not an error body: ${response.body}`);
  const { error, type, doc_url, errors = [] } = body;
  const others = errors.map(({ message }) => message).filter((message) => message !== error);
  const lines = [
    `${error} (${response.status} ${type})`,
    ...others,
    createAdvice(response),
    ...(isAboutFields([type, ...errors.map((one) => one.type)])
      ? [`find_tool {"query":"${tool}"} returns all its fields.`]
      : []),
    `Charged: ${response.header('x-credits-cost') || 0} credits. About this error: ${doc_url}`,
  ];
  const typed = { type, status: response.status, ...(errors.length > 0 && { errors }) };
  return { isError: true, content: [{ type: 'text', text: lines.join('\n') }], _meta: { error: typed } };
}

/** True for errors about fields that an agent has guessed, or does not know from the list of tools. */
const isAboutFields = (types: readonly string[]): boolean =>
  types.includes('unknown_field') || types.includes('missing_field');

const CORRECT = 'Correct the input, then call the tool again.';
const WAIT = 'Wait {seconds} s, then call the tool again.';
const FAILED = 'The service failed. Call the tool again in {seconds} s, and tell the user if it keeps failing.';

/** Advice about errors, by status. */
const ADVICE: Readonly<Record<number, string>> = {
  400: CORRECT,
  401: 'Tell the user that the API key of this connection is invalid. Do not call again.',
  402: 'Tell the user that the credits of the account, or the budget of its key, are used up. Do not call again.',
  403: 'Tell the user that this was denied, and why. Do not call again.',
  404: 'Nothing was found. Check the spelling, or request something else.',
  409: WAIT,
  413: CORRECT,
  422: CORRECT,
  429: WAIT,
  504: 'The call timed out. Request less at a time, or call the tool again later.',
};

const DEFAULT_SECONDS = '5';

const createAdvice = ({ status, header }: InProcessResponse): string =>
  (ADVICE[status] ?? FAILED).replace('{seconds}', header('retry-after') || DEFAULT_SECONDS);
