import { Writable } from 'node:stream';
import { pino } from 'pino';
import type { Logger } from '../../shared/process/log.js';

export type LogLine = Record<string, unknown> & { msg: string };

/** A real logger whose lines end up in a list. */
export function recordingLog(lines: LogLine[]): Logger {
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(JSON.parse(chunk.toString()) as LogLine);
      done();
    },
  });
  return pino({ level: 'debug' }, sink);
}
