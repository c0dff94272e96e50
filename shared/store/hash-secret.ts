import { createHash } from 'node:crypto';

/** Returns what is stored of a key or token. It is random, so its plain SHA-256 cannot be reversed by guessing. */
export const hashSecret = (plain: string): string => createHash('sha256').update(plain).digest('hex');
