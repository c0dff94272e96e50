import type { Writable } from 'node:stream';
import pretty from 'pino-pretty';
import { READABLE } from '../shared/process/log.js';

/** Takes the log of a process, a line of JSON for each event, and writes it to standard output as people read it. */
export const readableLines = (): Writable => pretty({ ...READABLE, destination: 1, sync: true });
