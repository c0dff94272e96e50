import {
  DEEPEST_BODY,
  LARGEST_BODY_WITH_KEY,
  MCP_PER_SECOND,
  MOST_FORM_FIELDS,
  MOST_MCP_MESSAGES,
  MOST_REPORTS,
  MOST_VALUES,
  MOST_VERSIONS,
  MOST_VISITS_STORED,
  TEST_CALLS,
  UNAUTHENTICATED_REQUESTS,
} from '../../shared/contract/bounds.js';
import { catalogue } from '../../shared/contract/catalogue/index.js';
import { errors, invalidInput } from '../../shared/contract/errors.js';
import { pools } from '../../shared/contract/pools.js';
import { serviceScopes } from '../../shared/contract/service-scopes.js';
import { settings } from '../../shared/process/settings.js';
import { createToken, TOKEN_MAX_SECONDS } from '../keys/index.js';
import { EDITS_PER_SECOND, hiddenStatus } from '../pages/index.js';
import { blockViews, contentViews } from './blocks.js';
import { changelogHtml } from './changelog.js';
import { errorTables } from './errors/views.js';
import { highlight, snippets } from './examples.js';
import { EXAMPLE_ID, statusMeanings } from './openapi/responses.js';
import { webhooksView } from './webhooks-view.js';

/** A page as menus, indexes and search results list it. */
export interface PageEntry {
  path: string;
  title: string;
  summary: string;
}

/** A page of the documentation that is not the reference of a group. */
export interface Guide extends PageEntry {
  template: string;
  /** Returns the data of the template. */
  view?(baseUrl: string): object;
}

const FIRST_REQUEST = { path: '/v1/currency/convert', body: { from: 'EUR', to: 'USD', amount: 250 } };

const postSnippets = (baseUrl: string, headers: Record<string, string> = {}) =>
  snippets({ method: 'POST', url: baseUrl + FIRST_REQUEST.path, body: FIRST_REQUEST.body, headers });

/** Errors of authentication, and when they occur. */
const refusals = [
  { ...errors.apiKeyMissing, when: 'Neither a key nor a token was sent' },
  { ...errors.apiKeyNotInHeader, when: 'No key was sent in the header, and the body is too large to look for one' },
  { ...errors.apiKeyInQuery, when: 'The key was sent as a query parameter' },
  { ...errors.apiKeyInvalid, when: 'No such key exists' },
  { ...errors.tokenSentAsKey, when: 'A browser token was sent where a key belongs' },
  { ...errors.testKeyNotAllowed, when: 'A test key was sent to a route that shows or changes what the account has' },
  { ...errors.tokenInvalid, when: 'The token was not issued here, or it has expired' },
  { ...errors.apiKeyInactive, when: 'The key has been revoked' },
  { ...errors.accountSuspended, when: 'The operator has suspended the account' },
  { ...errors.accountClosed, when: 'The account has been closed' },
  { ...errors.apiKeyExpired, when: 'The key has expired' },
  { ...errors.apiKeyNotAllowed, when: "Neither the endpoint nor its group is among the key's scopes" },
  { ...errors.apiKeyNotAllowedFromHere, when: 'The request came from none of the networks of the key' },
  { ...errors.tokenNotAllowed, when: 'A token was sent to a route that is no endpoint' },
  { ...errors.apiKeyFromBrowser, when: 'A page from another origin sent a key' },
  { ...errors.originNotAllowed, when: 'The token is bound to another origin' },
  { ...errors.budgetUsedUp, when: "The call costs more than what is left of the key's budget" },
  {
    ...errors.tooManyStrangers,
    when: `The address sent ${UNAUTHENTICATED_REQUESTS.requests} requests without a valid key in a minute`,
  },
];

export const guides: readonly Guide[] = [
  {
    path: '/docs',
    template: 'getting-started',
    title: 'Getting started',
    summary: 'The first call, in a minute',
    view: (baseUrl) => ({ first: postSnippets(baseUrl) }),
  },
  {
    path: '/docs/authentication',
    template: 'authentication',
    title: 'Authentication',
    summary: 'API keys, scopes, and tokens for browsers',
    view: (baseUrl) => ({
      refusals,
      serviceScopes,
      keyWithinKib: LARGEST_BODY_WITH_KEY / 1024,
      tokenMinutes: TOKEN_MAX_SECONDS / 60,
      token: snippets({
        method: 'POST',
        url: baseUrl + createToken.contract.path,
        body: createToken.contract.example.request,
      }),
    }),
  },
  {
    path: '/docs/requests',
    template: 'requests',
    title: 'Requests and limits',
    summary: 'How values are read, how large a body may be, how often a key may call',
    view: () => ({
      shortDeadline: pools.compute.deadlineMs / 1000,
      longDeadline: pools.content.deadlineMs / 1000,
      bounds: {
        levels: DEEPEST_BODY,
        values: MOST_VALUES.toLocaleString('en'),
        formFields: MOST_FORM_FIELDS.toLocaleString('en'),
      },
    }),
  },
  {
    path: '/docs/credits',
    template: 'credits',
    title: 'Credits',
    summary: 'What a call costs, when it is given back, how long credits last',
  },
  {
    path: '/docs/prices',
    template: 'prices',
    title: 'Prices',
    summary: 'What each endpoint costs',
  },
  {
    path: '/docs/errors',
    template: 'errors',
    title: 'Errors',
    summary: 'The error body, every status, type and message',
    view: (baseUrl) => ({
      ...errorTables(),
      example: highlight(JSON.stringify(exampleError(baseUrl), null, 2), 'json'),
      meanings: Object.entries(statusMeanings).map(([status, meaning]) => ({ status, meaning })),
    }),
  },
  {
    path: '/docs/idempotency',
    template: 'idempotency',
    title: 'Idempotency',
    summary: 'Retry without paying twice',
    view: (baseUrl) => ({ retry: postSnippets(baseUrl, { 'Idempotency-Key': 'order-1042' }) }),
  },
  {
    path: '/docs/async',
    template: 'async',
    title: 'Asynchronous calls',
    summary: 'Submit a call and fetch its answer later',
    view: (baseUrl) => ({
      submit: postSnippets(baseUrl, { Prefer: 'respond-async' }),
      accepted: highlight(
        JSON.stringify({ job_id: EXAMPLE_ID, status_url: `${baseUrl}/v1/jobs/${EXAMPLE_ID}` }, null, 2),
        'json',
      ),
    }),
  },
  {
    path: '/docs/blocks',
    template: 'blocks',
    title: 'Blocks of pages',
    summary: 'What a page behind a QR code is made of: every type of block and its props',
    view: () => ({
      blocks: blockViews(),
      contents: contentViews(),
      page: highlight(JSON.stringify(SMALL_PAGE, null, 2), 'json'),
    }),
  },
  {
    path: '/docs/hosted-pages',
    template: 'hosted-pages',
    title: 'Hosted pages that live',
    summary: 'Edit, pause, restore and delete what a printed code shows, and read what visitors say',
    view: (baseUrl) => ({
      edit: snippets({
        method: 'PATCH',
        url: `${baseUrl}/v1/qr-experience/1042`,
        body: { content: { text: 'We are open from noon to midnight now.' }, label: 'Table cards' },
        headers: { 'If-Match': '"3"' },
      }),
      bounds: {
        versions: MOST_VERSIONS,
        edits: EDITS_PER_SECOND,
        days: Object(settings.VISITS_KEPT_DAYS).default,
        visits: MOST_VISITS_STORED.toLocaleString('en'),
        reports: MOST_REPORTS,
      },
      statuses: Object.entries(hiddenStatus),
    }),
  },
  {
    path: '/docs/testing',
    template: 'testing',
    title: 'Testing',
    summary: 'Try a program without cost: test keys, sandbox data, failures on demand',
    view: (baseUrl) => ({
      strict: postSnippets(baseUrl, { Prefer: 'handling=strict' }),
      wish: postSnippets(baseUrl, { 'X-Test-Answer': '429' }),
      test: TEST_CALLS,
    }),
  },
  {
    path: '/docs/going-live',
    template: 'going-live',
    title: 'Going live',
    summary: 'What to look after before customers depend on a program',
    view: () => ({
      retried: [429, 500, 502, 503, 504],
      shortDeadline: pools.compute.deadlineMs / 1000,
      longDeadline: pools.content.deadlineMs / 1000,
    }),
  },
  {
    path: '/docs/migrating',
    template: 'migrating',
    title: 'Migrating',
    summary: 'What changes for a program that has used a hosted service so far',
  },
  {
    path: '/docs/webhooks',
    template: 'webhooks',
    title: 'Webhooks',
    summary: 'Events and results posted to an address of yours',
    view: webhooksView,
  },
  {
    path: '/docs/mcp',
    template: 'mcp',
    title: 'Agents (MCP)',
    summary: 'Every endpoint as a tool for agents, and the documentation as Markdown',
    view: (baseUrl) => ({
      overHttp: mcpServer({ type: 'http', url: `${baseUrl}/mcp`, headers: { 'X-API-Key': 'ua_live_…' } }),
      overStdio: mcpServer({
        command: 'node',
        args: ['/path/to/utility-api/packages/mcp/dist/main.js'],
        env: { UTILITY_API_URL: baseUrl, UTILITY_API_KEY: 'ua_live_…' },
      }),
      count: catalogue.length,
      perSecond: MCP_PER_SECOND,
      messages: MOST_MCP_MESSAGES,
      call: snippets({ method: 'POST', url: `${baseUrl}/mcp`, body: toolCall }),
    }),
  },
  {
    path: '/docs/client',
    template: 'client',
    title: 'Clients and tools',
    summary: 'TypeScript and Python clients, a command line, the OpenAPI document, a Postman collection',
    view: (baseUrl) => ({
      usage: highlight(clientUsage(baseUrl), 'typescript'),
      pythonUsage: highlight(pythonUsage(baseUrl), 'python'),
      shellUsage: highlight(shellUsage(baseUrl), 'bash'),
    }),
  },
  {
    path: '/docs/changelog',
    template: 'changelog',
    title: 'Changelog',
    summary: 'What has changed, version by version',
    view: () => ({ changes: changelogHtml() }),
  },
];

const SMALL_PAGE = {
  type: 'page',
  page: {
    version: 1,
    theme: { primary: '#0b57c2' },
    blocks: [
      {
        type: 'hero',
        props: { headline: 'Trattoria Lucia', cta: { label: 'Our menu', href: 'https://example.com/menu' } },
      },
      { type: 'rating', props: { question: 'How was your meal?' } },
    ],
  },
};

/** Returns an entry of the configuration file of MCP clients. */
const mcpServer = (entry: object): string =>
  highlight(JSON.stringify({ mcpServers: { 'utility-api': entry } }, null, 2), 'json');

const toolCall = {
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'currency_convert', arguments: FIRST_REQUEST.body },
};

const clientUsage = (baseUrl: string): string => `import { UtilityApi } from 'utility-api-client';

const api = new UtilityApi({ baseUrl: '${baseUrl}', apiKey: process.env.API_KEY });
const { mid_market } = await api.currency.convert({ from: 'EUR', to: 'USD', amount: 250 });
console.log(mid_market.result);`;

const pythonUsage = (baseUrl: string): string => `import os
from utility_api import UtilityApi

api = UtilityApi("${baseUrl}", api_key=os.environ["API_KEY"])
answer = api.currency.convert({"from": "EUR", "to": "USD", "amount": 250})
print(answer["mid_market"]["result"])`;

const shellUsage = (baseUrl: string): string => `utility-api login --url ${baseUrl}
utility-api currency/convert --from EUR --to USD --amount 250
utility-api qr-code/generate --qr_code_text https://example.com --save menu.png
utility-api vat --help`;

/** An error body with all its fields. */
const exampleError = (baseUrl: string) =>
  invalidInput(422, 'amount must be a number from 0.01 to 10000000', 'amount').body(EXAMPLE_ID, baseUrl);
