import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import type { PasswordHash } from './collections.js';

/** Parameters of scrypt: 32 MiB and about a fifth of a second per check (OWASP's choice for 32 MiB). */
const COST = { cost: 2 ** 15, block: 8, parallel: 3 } as const;
const SALT_BYTES = 16;
const HASH_BYTES = 32;
/** Memory limit, above the 128 · N · r bytes of scrypt and what p adds. */
const MAX_MEMORY = 64 * 1024 * 1024;

/** Hashes a password for the store. */
export async function hashPassword(
  plain: string,
  cost: Pick<PasswordHash, 'cost' | 'block' | 'parallel'> = COST,
): Promise<PasswordHash> {
  const salt = randomBytes(SALT_BYTES).toString('base64');
  return { ...cost, salt, hash: (await derive(plain, { ...cost, salt })).toString('base64') };
}

/** Compared for an unknown operator, so that a wrong name takes as long as a wrong password. */
const NOBODY: PasswordHash = {
  ...COST,
  salt: Buffer.alloc(SALT_BYTES).toString('base64'),
  hash: Buffer.alloc(HASH_BYTES).toString('base64'),
};

/** True if a password matches its hash. Takes the same time without a hash. */
export async function verifyPassword(plain: string, stored: PasswordHash | undefined): Promise<boolean> {
  const expected = stored ?? NOBODY;
  const found = await derive(plain, expected);
  return timingSafeEqual(found, Buffer.from(expected.hash, 'base64')) && stored !== undefined;
}

function derive(plain: string, { salt, cost: N, block: r, parallel: p }: Omit<PasswordHash, 'hash'>): Promise<Buffer> {
  const options: ScryptOptions = { N, r, p, maxmem: MAX_MEMORY };
  // Keyboards encode the same character differently.
  const text = plain.normalize('NFKC');
  return new Promise((resolve, reject) => {
    scrypt(text, Buffer.from(salt, 'base64'), HASH_BYTES, options, (error, hash) =>
      error ? reject(error) : resolve(hash),
    );
  });
}
