import { equal } from 'node:assert/strict';
import { ADMIN_TOKEN } from './stack.js';

/** Logs in to the operator console of a platform, as a browser would. */
export async function logIn(baseUrl: string): Promise<{ setCookies: string[]; cookie: string }> {
  const login = await fetch(`${baseUrl}/operator/login`, {
    method: 'POST',
    body: new URLSearchParams({ token: ADMIN_TOKEN }),
    redirect: 'manual',
  });
  equal(login.headers.get('location'), '/operator');
  const setCookies = login.headers.getSetCookie();
  return { setCookies, cookie: setCookies.map((set) => set.split(';')[0]).join('; ') };
}
