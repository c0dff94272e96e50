import type { ServiceRoute } from '../../../shared/contract/route.js';
import { account, usage } from '../../account/account-contracts.js';
import { job } from '../../account/job-contract.js';
import { tokens } from '../../account/token-contract.js';
import { experienceStats } from '../../experience/stats-contract.js';

/** What can be asked beside the endpoints, free of charge. */
export const serviceRoutes: readonly ServiceRoute[] = [account, usage, tokens, job, experienceStats];

/** What these routes are called together. */
export const serviceGroup = {
  slug: 'account',
  title: 'Account, tokens and jobs',
  summary: 'What your account holds and has used, tokens for browsers, and the answers of asynchronous calls',
  ratePerSecond: 20,
};

/** What operators do over HTTP. */
export const adminGroup = {
  title: 'Operators',
  summary: 'Accounts, purchases, keys, refunds, usage and the audit, for who has the admin token',
};

/** Names of routes, in words and in code. */
const names: Readonly<Record<string, { title: string; operationId: string }>> = {
  [account.path]: { title: 'Account', operationId: 'account' },
  [usage.path]: { title: 'Usage', operationId: 'usage' },
  [tokens.path]: { title: 'Browser token', operationId: 'createToken' },
  [job.path]: { title: 'Job', operationId: 'job' },
  [experienceStats.path]: { title: 'Statistics of a hosted page', operationId: 'experienceStats' },
};

/** The name of a route, in words and in code. */
export const nameOf = ({ path }: ServiceRoute) => names[path] ?? { title: path, operationId: path };

/** The key under which a route's answer is recorded, e.g. `GET /v1/account`. */
export const routeId = ({ method, path }: ServiceRoute): string => `${method} ${path}`;

/** The fields of a route's request that stand in its path. */
export const pathFields = ({ path }: ServiceRoute): string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);

/** The path and query under which a route is asked with the given fields; a POST sends its fields in the body. */
export function targetOf(route: ServiceRoute, fields: Readonly<Record<string, unknown>>): string {
  const inPath = pathFields(route);
  const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(fields[name])));
  if (route.method !== 'GET') return path;
  const query = Object.entries(fields).filter(([name]) => !inPath.includes(name));
  return query.length === 0
    ? path
    : `${path}?${new URLSearchParams(query.map(([name, value]) => [name, String(value)]))}`;
}
