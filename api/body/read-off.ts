import type { IncomingMessage } from 'node:http';

/** After each portion of some 64 KiB nothing is read for so long, in ms. */
const REST_MS = 10;

/**
 * Reads what is left of a request that has been refused, for nobody, at a pace that keeps this process busy with little: as fast as it is
 * sent, which is how node does it, megabytes cost more to refuse than to serve small calls. It has to be read, since many clients look
 * for no answer before they have sent all of theirs. The server's limit of time for a request ends what has no end.
 */
export function readOff(req: IncomingMessage): void {
  if (req.complete) return;
  req.on('data', () => {
    req.pause();
    setTimeout(() => req.resume(), REST_MS).unref();
  });
  req.resume();
}
