import { Download, JsonStream } from '../../shared/contract/download.js';
import { everyScope } from '../../shared/keys/scopes.js';
import type { Key } from '../../shared/store/collections.js';
import type { AccountContext } from '../account/answer.js';
import type { Services } from '../call.js';
import type { PortalContext } from './pages.js';

/** What answers for programs work with when a member asks: in place of a key, all that the account may. */
export const contextOf = (services: Services, { state: { member, requestId } }: PortalContext): AccountContext => ({
  ...services,
  requestId,
  key: keyOf(member.account, services.clock.now()),
});

/** The rights of a member, as a key that is nowhere in the store. */
const keyOf = (account: string, created: Date): Key => ({
  _id: '',
  id: 'portal',
  account,
  name: 'Portal',
  prefix: '',
  scopes: [...everyScope],
  active: true,
  expires: null,
  limits: {},
  created,
});

/** An answer that is no file. */
export function noFile<T>(answered: T | Download | JsonStream): T {
  if (answered instanceof Download || answered instanceof JsonStream)
    throw new TypeError('a file where a page was asked for');
  return answered;
}
