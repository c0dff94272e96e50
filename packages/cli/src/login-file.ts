import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';

/** A login. */
export interface Login {
  url: string;
  key: string;
}

/** Returns the path of the login file, which only the user may read: it holds the key. */
export function loginFile(): string {
  const { XDG_CONFIG_HOME, APPDATA } = process.env;
  const folder = XDG_CONFIG_HOME || (process.platform === 'win32' && APPDATA) || join(homedir(), '.config');
  return join(folder, 'utility-api', 'login.json');
}

/** Reads the login; undefined if there is none, or the file is unreadable. */
export function readLogin(): Login | undefined {
  try {
    const { url, key } = Object(JSON.parse(readFileSync(loginFile(), 'utf8')));
    return typeof url === 'string' && typeof key === 'string' ? { url, key } : undefined;
  } catch {
    return undefined;
  }
}

/** Saves a login atomically, in a file that others cannot read. */
export function writeLogin(login: Login): void {
  const file = loginFile();
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const fresh = `${file}.${process.pid}`;
  writeFileSync(fresh, `${JSON.stringify(login, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
  renameSync(fresh, file);
}

export const forgetLogin = (): void => rmSync(loginFile(), { force: true });
