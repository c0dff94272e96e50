import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import Type, { type Static } from 'typebox';
import type { SandboxAnswer } from './http.js';

/** Faults that a test can inject into a response. */
export const faultKinds = [
  'slow',
  'hang',
  'forbidden',
  'not-found',
  'too-many-requests',
  'server-error',
  'broken-json',
  'wrong-charset',
  'truncated-body',
  'redirect-loop',
  'endless-body',
  'other-body',
] as const;
export type FaultKind = (typeof faultKinds)[number];

/** A fault of an upstream's responses. */
export const faultOrder = Type.Object(
  {
    upstream: Type.String(),
    kind: Type.Enum([...faultKinds]),
    /** Only requests whose path, query and body contain this; all when absent. */
    matching: Type.Optional(Type.String()),
    /** Number of requests it applies to; all by default. */
    times: Type.Optional(Type.Integer({ minimum: 1 })),
    /** For `slow`: how long, in ms. */
    delayMs: Type.Optional(Type.Integer({ minimum: 0 })),
    /** Response body, for `other-body` and for statuses whose body has a meaning in the protocol. */
    body: Type.Optional(Type.String()),
    /** For `other-body`: its Content-Type; the body is sent in the character set named there, if it is Latin-1. */
    contentType: Type.Optional(Type.String()),
  },
  { additionalProperties: false },
);
export type Fault = Static<typeof faultOrder>;

/** The faults that tests have ordered. */
export class Faults {
  #ordered: Fault[] = [];

  order(fault: Fault): void {
    this.#ordered.push({ ...fault });
  }

  clear(): void {
    this.#ordered = [];
  }

  /** The fault that befalls a request, used up by one. */
  next(upstream: string, request: string): Fault | undefined {
    const fault = this.#ordered.find(
      (one) => one.upstream === upstream && one.times !== 0 && request.includes(one.matching ?? ''),
    );
    if (fault?.times !== undefined) fault.times -= 1;
    return fault;
  }
}

const statuses: Partial<Record<FaultKind, number>> = {
  forbidden: 403,
  'not-found': 404,
  'too-many-requests': 429,
  'server-error': 500,
};

/** Answers as the fault has it; false when the proper answer is to follow. */
export async function befall(fault: Fault, proper: SandboxAnswer, response: ServerResponse): Promise<boolean> {
  const status = statuses[fault.kind];
  if (status !== undefined) {
    response
      .writeHead(status, { 'content-type': proper.contentType })
      .end(fault.body ?? '{"error":"ordered by a test"}');
    return true;
  }
  switch (fault.kind) {
    case 'slow':
      await sleep(fault.delayMs ?? 500);
      return false;
    case 'hang':
      return true;
    case 'other-body':
      sendOther(fault, proper, response);
      return true;
    case 'redirect-loop':
      response.writeHead(302, { location: response.req.url ?? '/' }).end();
      return true;
    case 'truncated-body':
      response.writeHead(200, { 'content-type': proper.contentType, 'content-length': Buffer.byteLength(proper.body) });
      response.write(proper.body.slice(0, proper.body.length / 2), () => response.destroy());
      return true;
    case 'endless-body':
      await pourUntilClosed(response, proper.contentType);
      return true;
    case 'wrong-charset':
      response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' });
      response.end(Buffer.concat([Buffer.from(proper.body), Buffer.from([0xff, 0xfe, 0xe9])]));
      return true;
    default:
      response.writeHead(200, { 'content-type': proper.contentType }).end(proper.body.slice(0, proper.body.length / 2));
      return true;
  }
}

function sendOther({ body = '', contentType }: Fault, proper: SandboxAnswer, response: ServerResponse): void {
  const isLatin1 = /charset="?(iso-8859-1|windows-1252)/i.test(contentType ?? '');
  response.writeHead(200, { 'content-type': contentType ?? proper.contentType });
  response.end(Buffer.from(body, isLatin1 ? 'latin1' : 'utf8'));
}

async function pourUntilClosed(response: ServerResponse, contentType: string): Promise<void> {
  const chunk = Buffer.alloc(1024 * 1024, ' ');
  response.writeHead(200, { 'content-type': contentType });
  while (!response.destroyed && !response.closed) {
    response.write(chunk);
    await sleep(1);
  }
}
