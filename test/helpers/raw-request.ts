import { request } from 'node:http';
import { text } from 'node:stream/consumers';

interface RawRequest {
  method?: string;
  headers?: Record<string, string>;
  /** Sent with the headers; more of it may be announced than ever comes. */
  body?: string | Buffer;
}

interface RawAnswer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

/** Sends a request with just these headers, be it one that no browser and no `fetch` would send, and ends it once it is answered. */
export async function rawRequest(url: string, { method = 'POST', headers = {}, body }: RawRequest): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers, agent: false }, async (answer) => {
      resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: await text(answer) });
      sent.destroy();
    });
    sent.on('error', reject);
    if (body === undefined) sent.flushHeaders();
    else sent.write(body);
    if (method === 'GET') sent.end();
  });
}
