/** Scopes of the service routes, which are the routes beside the endpoints. */
export const serviceScopes = [
  {
    id: 'account:read',
    title: 'Read account, usage and orders',
    opens: 'account, usage and orders, and the requests and jobs of the other keys of the account (read only)',
    byNameOnly: false,
  },
  {
    id: 'billing',
    title: 'Spend money (billing)',
    opens: 'orders, the automatic top-up and the saved payment method: everything that spends money',
    byNameOnly: true,
  },
  {
    id: 'webhooks',
    title: 'Webhooks',
    opens: 'webhooks, alerts and callbacks: everything that is sent to URLs elsewhere',
    byNameOnly: false,
  },
  {
    id: 'pages',
    title: 'Manage hosted pages',
    opens: 'hosted pages: list, read, change and delete them, their statistics and events',
    byNameOnly: false,
  },
  {
    id: 'keys',
    title: 'Manage API keys (reserved)',
    opens: 'API keys; reserved, as no route manages keys with a key yet',
    byNameOnly: true,
  },
] as const;

export type ServiceScope = (typeof serviceScopes)[number]['id'];

/** The scope of a service route that every key may use. */
export const ANY_KEY = 'any key';

/** The scope of a route for operators, which no key opens. */
export const OPERATOR = 'operator';

/** Requirement of a route: a scope, any of several, or no more than a valid key. */
export type RouteScope = ServiceScope | readonly ServiceScope[] | typeof ANY_KEY | typeof OPERATOR;

/** The service scopes that open a route; none if every key may use it. */
export const scopesOf = ({ scope }: { readonly scope: RouteScope }): readonly ServiceScope[] => {
  if (scope === ANY_KEY || scope === OPERATOR) return [];
  return typeof scope === 'string' ? [scope] : scope;
};
