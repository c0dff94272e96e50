import type { Contract } from '../../shared/contract/contract.js';
import type { Route } from '../../shared/contract/route.js';
import { accountRoutes } from '../account-api/index.js';

/** A page with a part of the account API. */
export interface AccountPage {
  /** Id of the page, and its path below `/docs/`. */
  slug: string;
  title: string;
  summary: string;
  /** Beginnings of the paths of its routes. */
  paths: readonly string[];
}

/** The pages of the account API, in the order of the menu. */
export const accountPages: readonly AccountPage[] = [
  {
    slug: 'account',
    title: 'Account, usage and tokens',
    summary: 'Read your balance and usage, set alert thresholds, and create browser tokens',
    paths: ['/v1/account', '/v1/usage', '/v1/tokens'],
  },
  {
    slug: 'account/billing',
    title: 'Billing',
    summary: 'Buy credits, subscribe to a plan, list orders and invoices, and set up an automatic top-up',
    paths: ['/v1/account/', '/v1/invoices'],
  },
  {
    slug: 'account/requests',
    title: 'Requests and jobs',
    summary: 'Look up past requests, and fetch the results of asynchronous ones',
    paths: ['/v1/requests', '/v1/jobs'],
  },
  {
    slug: 'account/batches',
    title: 'Batches',
    summary: 'Run up to 10,000 requests to one endpoint as one job, and get their results as a file',
    paths: ['/v1/batches'],
  },
  {
    slug: 'account/hosted-pages',
    title: 'Hosted pages',
    summary: 'List, edit, pause and delete hosted pages, and read their events and statistics',
    paths: ['/v1/qr-experience', '/v1/qr-drafts', '/v1/pictures', '/v1/qr-studio'],
  },
  {
    slug: 'account/domains',
    title: 'Domains and images by URL',
    summary: 'Show hosted pages on a domain of your own, and create image URLs that work without a key',
    paths: ['/v1/domains', '/v1/image-links'],
  },
  {
    slug: 'account/webhooks',
    title: 'Webhooks',
    summary: 'Register webhook endpoints, rotate their secrets, and inspect deliveries',
    paths: ['/v1/webhooks'],
  },
];

/** Returns the page of a route: the one with the longest beginning of its path. */
function findPage({ path }: Pick<Contract, 'path'>): AccountPage {
  const matches = accountPages.flatMap((page) =>
    page.paths.filter((start) => path.startsWith(start)).map((start) => ({ page, length: start.length })),
  );
  const [longest] = matches.sort((a, b) => b.length - a.length);
  if (!longest) throw new Error(`No page of the documentation is for ${path}`);
  return longest.page;
}

/** Returns the routes on a page of the account API. */
export const listRoutes = (page: AccountPage): Route[] =>
  accountRoutes.map(({ contract }) => contract).filter((contract) => findPage(contract) === page);

/** Returns the page of a route, and the path of its section. */
export function routePlace(contract: Pick<Contract, 'name' | 'path'>): { page: AccountPage; url: string } {
  const page = findPage(contract);
  return { page, url: `/docs/${page.slug}#${contract.name}` };
}

/** Returns the path of the section of a route, by the route's name. */
export function routeUrl(name: string): string {
  const found = accountRoutes.find(({ contract }) => contract.name === name);
  if (!found) throw new Error(`There is no route ${name}`);
  return routePlace(found.contract).url;
}
