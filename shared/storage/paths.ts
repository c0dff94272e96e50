import { createHash } from 'node:crypto';

/** Where accounts keep their files, each in a folder of its own. */
const ACCOUNTS = 'accounts';

/** An account's folder, inside any disk. Its name tells nothing about the account. */
export const accountFolder = (account: string): string =>
  `${ACCOUNTS}/${createHash('sha256').update(account).digest('hex').slice(0, 16)}`;

/** A wish for a path reduced to `[a-z0-9-_/.]`, without steps upwards, hidden names or empty parts. */
export const reducePath = (wish: string): string =>
  wish
    .toLowerCase()
    .split(/[/\\]+/)
    .map((part) =>
      part
        .replace(/[^a-z0-9._-]+/g, '-')
        .replace(/^[.-]+|[.-]+$/g, '')
        .replace(/\.{2,}/g, '.'),
    )
    .filter((part) => part !== '')
    .join('/');

/** Whether an account may read a path: what is its own, and what belongs to no account. */
export const mayRead = (account: string, path: string): boolean =>
  !path.startsWith(`${ACCOUNTS}/`) || path.startsWith(`${accountFolder(account)}/`);
