import { Download, JsonStream } from '../../shared/contract/download.js';
import { ALL, type Key } from '../keys/index.js';
import { can, type MemberRole, type Permission } from '../members/index.js';
import type { Caller } from '../web/index.js';
import type { PortalContext } from './pages.js';
import type { PortalServices } from './services.js';

/** Scopes that a permission corresponds to. Reading needs none. */
const SCOPES: readonly (readonly [Permission, string])[] = [
  ['keys', 'keys'],
  ['requests', ALL],
  ['pages', 'pages'],
  ['webhooks', 'webhooks'],
  ['billing', 'billing'],
];

const listScopes = (role: MemberRole): string[] => [
  'account:read',
  ...SCOPES.filter(([permission]) => can(role, permission)).map(([, scope]) => scope),
];

/** Creates the context in which a member uses routes of the account API, with the scopes of a key that the member's role allows. */
export const createMemberContext = (
  services: PortalServices,
  { state: { member, role, requestId } }: PortalContext,
): PortalServices & Caller & { readonly key: Key } => ({
  ...services,
  requestId,
  key: {
    _id: '',
    id: 'portal',
    account: member.account,
    name: 'Portal',
    prefix: '',
    scopes: listScopes(role),
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
