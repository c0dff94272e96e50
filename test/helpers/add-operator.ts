import { randomBytes } from 'node:crypto';
import type { Collections } from '../../features/collections.js';
import type { Role } from '../../features/operators/roles.js';
import { issueToken } from '../../features/operators/token-secrets.js';
import { weakenPasswordHashes } from './private-fronts.js';

/** An operator of a test, with a token of the same role that never expires. */
export interface TestOperator {
  readonly name: string;
  readonly token: string;
  readonly tokenId: string;
}

/** Creates an operator whose password is `PASSWORD`, checked quickly. */
export async function addOperator(store: Collections, role: Role): Promise<TestOperator> {
  const name = `${role}-${randomBytes(5).toString('hex')}`;
  const now = new Date();
  const password = { hash: '', salt: '', cost: 2, block: 1, parallel: 1 };
  await store.operators.insertOne({ _id: name, password, password_set: now, role, active: true, created: now });
  await weakenPasswordHashes(store);
  return { name, ...(await addToken(store, name, role)) };
}

/** Creates a token of an operator. */
export async function addToken(store: Collections, operator: string, role: Role, expires: Date | null = null) {
  const { plain, token } = await issueToken(store, { operator, name: 'test', role, expires, created: new Date() });
  return { token: plain, tokenId: token.id };
}

/** Logs in to the console with name and password; an empty cookie when it is refused. */
export async function logInAs(baseUrl: string, operator: string, password: string, headers: Record<string, string>) {
  const response = await fetch(`${baseUrl}/operator/login`, {
    method: 'POST',
    redirect: 'manual',
    headers,
    body: new URLSearchParams({ operator, password }),
  });
  return response.headers
    .getSetCookie()
    .map((set) => set.split(';')[0])
    .join('; ');
}
