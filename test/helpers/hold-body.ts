import { request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

/** Time for a server to receive the beginning of a request, in ms. */
const RECEIVED_MS = 500;

interface HeldRequest {
  headers: Record<string, string>;
  body: string;
}

/** Begins a POST request and holds the end of its body back. @returns sends the rest, and returns the status of the response */
export async function holdBody(url: string, { headers, body }: HeldRequest): Promise<() => Promise<number>> {
  const length = { 'Content-Length': String(Buffer.byteLength(body)) };
  const sent = request(url, { method: 'POST', headers: { ...headers, ...length }, agent: false });
  const status = new Promise<number>((resolve, reject) => {
    sent.on('response', (response) => {
      resolve(response.statusCode ?? 0);
      response.resume();
    });
    sent.on('error', reject);
  });
  sent.write(body.slice(0, 1));
  await pause(RECEIVED_MS);
  return () => {
    sent.end(body.slice(1));
    return status;
  };
}
