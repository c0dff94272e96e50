import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import type { KeptPassword } from './collections.js';

/** What a password costs to check: 32 MiB and about a fifth of a second (OWASP's choice for 32 MiB). */
const COST = { cost: 2 ** 15, block: 8, parallel: 3 } as const;
const SALT_BYTES = 16;
const HASH_BYTES = 32;
/** Above what scrypt takes, 128 · N · r bytes, and what p adds to it. */
const MOST_MEMORY = 64 * 1024 * 1024;

/** What is kept of a password. */
export async function keepPassword(plain: string): Promise<KeptPassword> {
  const salt = randomBytes(SALT_BYTES).toString('base64');
  return { ...COST, salt, hash: (await derive(plain, { ...COST, salt })).toString('base64') };
}

/** Takes the place of the password of an operator who does not exist, so that a wrong name takes as long as a wrong password. */
const NOBODY: KeptPassword = {
  ...COST,
  salt: Buffer.alloc(SALT_BYTES).toString('base64'),
  hash: Buffer.alloc(HASH_BYTES).toString('base64'),
};

/** Whether this is the password. It takes as long when there is none. */
export async function isPassword(plain: string, kept: KeptPassword | undefined): Promise<boolean> {
  const expected = kept ?? NOBODY;
  const found = await derive(plain, expected);
  return timingSafeEqual(found, Buffer.from(expected.hash, 'base64')) && kept !== undefined;
}

function derive(plain: string, { salt, cost: N, block: r, parallel: p }: Omit<KeptPassword, 'hash'>): Promise<Buffer> {
  const options: ScryptOptions = { N, r, p, maxmem: MOST_MEMORY };
  // What looks alike is written in several ways by keyboards: one of them counts.
  const text = plain.normalize('NFKC');
  return new Promise((resolve, reject) => {
    scrypt(text, Buffer.from(salt, 'base64'), HASH_BYTES, options, (error, hash) =>
      error ? reject(error) : resolve(hash),
    );
  });
}
