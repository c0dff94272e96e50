/** What passes from the front to a worker. */
export interface JobData {
  endpoint: string;
  input: unknown;
  /** Account that calls. */
  account: string;
  /** When the caller stops waiting, in ms since the epoch. */
  deadline: number;
  /** The stream on which the caller's front waits. */
  replyTo: string;
  requestId: string;
}

/** What passes back. The body is text already, so that the front sends it on untouched. */
export interface Reply {
  status: number;
  headers: Record<string, string>;
  body: string;
  /** `base64` when the body is a file. */
  encoding: 'utf8' | 'base64';
}

/** Prefix of everything that the queue keeps in Redis. */
export const QUEUE_PREFIX = 'queue';

/** The JSON reply to a call. */
export const jsonReply = (status: number, body: object, headers: Record<string, string> = {}): Reply => ({
  status,
  headers,
  body: JSON.stringify(body),
  encoding: 'utf8',
});
