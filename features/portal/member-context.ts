import { Download, JsonStream } from '../../shared/contract/download.js';
import { everyScope, type Key } from '../keys/index.js';
import type { Caller } from '../web/index.js';
import type { PortalContext } from './pages.js';
import type { PortalServices } from './services.js';

/** Creates the context in which a member uses routes of the account API, with a key that has all scopes and is not stored. */
export const createMemberContext = (
  services: PortalServices,
  { state: { member, requestId } }: PortalContext,
): PortalServices & Caller & { readonly key: Key } => ({
  ...services,
  requestId,
  key: {
    _id: '',
    id: 'portal',
    account: member.account,
    name: 'Portal',
    prefix: '',
    scopes: [...everyScope],
    active: true,
    expires: null,
    limits: {},
    created: services.clock.now(),
  },
});

/** Narrows a response to one that is not a file. */
export function requireJson<T>(response: T | Download | JsonStream): T {
  if (response instanceof Download || response instanceof JsonStream) throw new TypeError('Unexpected file');
  return response;
}
