/** Scopes of service routes, which are all routes that are no endpoints. `*` includes a scope unless it is `byNameOnly`. */
export const serviceScopes = [
  {
    id: 'account:read',
    title: 'Read account, usage and orders',
    opens: 'account, usage and orders, and the requests and jobs of all keys of the account (read only)',
    byNameOnly: false,
  },
  {
    id: 'billing',
    title: 'Spend money (billing)',
    opens: 'orders, automatic top-up and the saved payment method: everything that spends money',
    byNameOnly: true,
  },
  {
    id: 'webhooks',
    title: 'Webhooks',
    opens: 'webhooks, alerts and callbacks: everything that is sent to your URLs',
    byNameOnly: false,
  },
  {
    id: 'pages',
    title: 'Manage hosted pages',
    opens: 'hosted pages with their statistics and events, drafts, domains and image URLs: list, read, edit and delete',
    byNameOnly: false,
  },
  {
    id: 'keys',
    title: 'Manage API keys (reserved)',
    opens: 'API keys (reserved: no route manages keys yet)',
    byNameOnly: true,
  },
] as const;

export type ServiceScope = (typeof serviceScopes)[number]['id'];

/** Scope of a service route that is open to every key. */
export const ANY_KEY = 'any key';

/** Scope of a route for operators, which no key opens. */
export const OPERATOR = 'operator';

/** Scope that a route requires: one, any of several, or none beyond a valid key. */
export type RouteScope = ServiceScope | readonly ServiceScope[] | typeof ANY_KEY | typeof OPERATOR;

/** Returns the service scopes that open a route: none if it is open to every key, or to operators only. */
export const listScopes = ({ scope }: { readonly scope: RouteScope }): readonly ServiceScope[] => {
  if (scope === ANY_KEY || scope === OPERATOR) return [];
  return typeof scope === 'string' ? [scope] : scope;
};
