/** Identifier of a request. */
type RequestId = string | number;

/** A JSON-RPC message, as far as the relay reads it. */
export interface Message {
  jsonrpc: '2.0';
  id?: RequestId | null;
  method?: string;
  params?: { [name: string]: unknown; _meta?: Record<string, unknown> };
  result?: unknown;
  error?: { code: number; message: string; data?: unknown };
}

/** A message that expects a response. */
export type Request = Message & { id: RequestId; method: string };

/** True if a value is a message. */
export const isMessage = (value: unknown): value is Message =>
  isObject(value) && value.jsonrpc === '2.0' && (value.params === undefined || isObject(value.params));

/** True if a message expects a response. */
export const isRequest = (message: Message): message is Request =>
  typeof message.method === 'string' && (typeof message.id === 'string' || typeof message.id === 'number');

/** Returns the protocol version that a message names itself, as messages do since revision 2026-07-28. */
export function versionIn({ params }: Message): string | undefined {
  const version = params?._meta?.['io.modelcontextprotocol/protocolVersion'];
  return typeof version === 'string' ? version : undefined;
}

/** Parses JSON; undefined if it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
