import { createHash } from 'node:crypto';

/** Hashes a key or token for storage. It is random, so its plain SHA-256 cannot be reversed by guessing. */
export const hashSecret = (plain: string): string => createHash('sha256').update(plain).digest('hex');
