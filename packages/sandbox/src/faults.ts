import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import Type, { type Static } from 'typebox';
import type { SandboxResponse } from './http.js';

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
export const faultSchema = Type.Object(
  {
    upstream: Type.String(),
    kind: Type.Enum([...faultKinds]),
    /** Only requests whose path, query and body contain this; all when absent. */
    matching: Type.Optional(Type.String()),
    /** Number of requests it applies to; all by default. */
    times: Type.Optional(Type.Integer({ minimum: 1 })),
    /** For `slow`: delay in ms. */
    delayMs: Type.Optional(Type.Integer({ minimum: 0 })),
    /** Response body, for `other-body` and for statuses whose body has a meaning in the protocol. */
    body: Type.Optional(Type.String()),
    /** For `other-body`: its Content-Type; the body is sent in the character set named there, if it is Latin-1. */
    contentType: Type.Optional(Type.String()),
  },
  { additionalProperties: false },
);
export type Fault = Static<typeof faultSchema>;

/** Faults that tests have requested. */
export class Faults {
  #faults: Fault[] = [];

  add(fault: Fault): void {
    this.#faults.push({ ...fault });
  }

  clear(): void {
    this.#faults = [];
  }

  /** Returns the fault of a request, and counts it as used once. */
  next(upstream: string, request: string): Fault | undefined {
    const fault = this.#faults.find(
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

/** Responds as the fault says. @returns false if the normal response is still to be sent */
export async function injectFault(fault: Fault, normal: SandboxResponse, response: ServerResponse): Promise<boolean> {
  const status = statuses[fault.kind];
  if (status !== undefined) {
    response
      .writeHead(status, { 'content-type': normal.contentType })
      .end(fault.body ?? '{"error":"requested by a test"}');
    return true;
  }
  switch (fault.kind) {
    case 'slow':
      await sleep(fault.delayMs ?? 500);
      return false;
    case 'hang':
      return true;
    case 'other-body':
      sendOther(fault, normal, response);
      return true;
    case 'redirect-loop':
      response.writeHead(302, { location: response.req.url ?? '/' }).end();
      return true;
    case 'truncated-body':
      response.writeHead(200, { 'content-type': normal.contentType, 'content-length': Buffer.byteLength(normal.body) });
      response.write(normal.body.slice(0, normal.body.length / 2), () => response.destroy());
      return true;
    case 'endless-body':
      await pourUntilClosed(response, normal.contentType);
      return true;
    case 'wrong-charset':
      response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' });
      response.end(Buffer.concat([Buffer.from(normal.body), Buffer.from([0xff, 0xfe, 0xe9])]));
      return true;
    default:
      response.writeHead(200, { 'content-type': normal.contentType }).end(normal.body.slice(0, normal.body.length / 2));
      return true;
  }
}

function sendOther({ body = '', contentType }: Fault, normal: SandboxResponse, response: ServerResponse): void {
  const isLatin1 = /charset="?(iso-8859-1|windows-1252)/i.test(contentType ?? '');
  response.writeHead(200, { 'content-type': contentType ?? normal.contentType });
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
