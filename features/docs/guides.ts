import {
  DEEPEST_BODY,
  DELETION_GRACE_DAYS,
  DRAFTS,
  LARGEST_BODY_WITH_KEY,
  LONGEST_PAGE_PASSWORD,
  MCP_PER_SECOND,
  MCP_PROGRESS_MS,
  MOST_FORM_FIELDS,
  MOST_INVITATIONS,
  MOST_LIVE_KEYS,
  MOST_MCP_MESSAGES,
  MOST_MEMBERS,
  MOST_REPORTS,
  MOST_VALUES,
  MOST_VERSIONS,
  MOST_VISITS_STORED,
  PAGE_PASS_SECONDS,
  PICTURES,
  SHORTEST_PAGE_PASSWORD,
  STORED_BODIES,
  STUDIO_SESSION_SECONDS,
  TEST_CALLS,
  UNAUTHENTICATED_REQUESTS,
  WRONG_PAGE_PASSWORDS,
} from '../../shared/contract/bounds.js';
import { findEndpoint } from '../../shared/contract/catalogue/index.js';
import type { Endpoint } from '../../shared/contract/endpoint.js';
import { errors, invalidInput } from '../../shared/contract/errors.js';
import { pools } from '../../shared/contract/pools.js';
import { serviceScopes } from '../../shared/contract/service-scopes.js';
import { settings } from '../../shared/process/settings.js';
import { LOG_DAYS } from '../account-log/index.js';
import { createToken, TOKEN_MAX_SECONDS } from '../keys/index.js';
import { can, describeAllowed, INVITATION_DAYS, memberRoles, type Permission } from '../members/index.js';
import { CONNECT_PATH, REFRESH_DAYS } from '../oauth/index.js';
import { EDITS_PER_SECOND, hiddenStatus } from '../pages/index.js';
import { blockPages, contentViews } from './blocks.js';
import { changelogHtml } from './changelog.js';
import { type ClientView, clientViews } from './client-packages.js';
import { directCodeViews } from './direct-codes.js';
import { errorTables } from './errors/views.js';
import { highlight, responseExample, snippets } from './examples.js';
import { readRecordedResponses } from './openapi/recorded-responses.js';
import { EXAMPLE_ID, statusMeanings } from './openapi/responses.js';
import { qrStyles } from './qr-styles.js';
import type { SignUp } from './sign-up.js';
import type { ClientCall } from './snippets.js';
import { webhookEventsView, webhooksView } from './webhooks-view.js';

/** A page as menus, indexes and search results list it. */
export interface PageEntry {
  path: string;
  title: string;
  summary: string;
}

/** A page that embeds the studio. */
const EMBEDDING = `<iframe id="studio" title="QR studio" src="…url of the session…" style="width: 100%; height: 48rem; border: 0"></iframe>
<script>
  addEventListener('message', ({ source, data }) => {
    if (source !== document.getElementById('studio').contentWindow || data.type !== 'published') return;
    console.log(data.experience_id, data.scan_url);
  });
</script>`;

/** Headings of the menu under which guides are listed. */
export const guideSections = ['Get started', 'Build', 'QR codes and hosted pages'] as const;

/** A page of the documentation that is not the reference of a group. */
export interface Guide extends PageEntry {
  template: string;
  /** Heading of the menu; undefined for a page that others link to. */
  section?: (typeof guideSections)[number];
  /** Words by which readers search for the page, and for its sections by their anchors, and which the text may not have. */
  keywords?: string;
  sectionKeywords?: Readonly<Record<string, string>>;
  /** Returns the data of the template. */
  view?(baseUrl: string, signUp: SignUp, offered: readonly Endpoint[]): object;
}

/** Permissions of members, with what the guide says about each. */
const PERMISSIONS: readonly (readonly [Permission, string])[] = [
  ['keys', 'create, change, replace and revoke keys'],
  ['requests', 'send requests from the documentation'],
  ['pages', 'create and change QR codes, and download what visitors left'],
  ['billing', 'buy credits, set the automatic top-up and the billing details'],
  ['settings', 'rename the account, set alerts, export all data'],
  ['members', 'invite and remove members, change their roles'],
  ['ownership', 'hand over ownership, delete the account'],
];

/** The request of the examples. Its endpoint is always offered. */
const EXAMPLE = { endpoint: 'vat', path: '/v1/vat', body: { action: 'calculate', net: 250, country_code: 'DE' } };

/**
 * Returns a request in every language.
 *
 * @param options how our clients send it; undefined if they cannot
 */
const postSnippets = (
  baseUrl: string,
  headers: Record<string, string> = {},
  options: Pick<ClientCall, 'idempotencyKey' | 'submit'> | undefined = {},
) => {
  const { path, body } = EXAMPLE;
  const client = options && { baseUrl, method: ['vat'], fields: body, ...options };
  return snippets({ method: 'POST', url: baseUrl + path, body, headers, client });
};

/** Returns the first request of a reader in every language, and the response that a platform sent to it. */
function firstRequest(baseUrl: string) {
  const recorded = readRecordedResponses(baseUrl).vat;
  const body = recorded?.request ?? Object(findEndpoint('vat')?.example.request);
  const client = { baseUrl, method: ['vat'], fields: body };
  return {
    first: snippets({ method: 'POST', url: `${baseUrl}/v1/vat`, body, client }),
    response: responseExample(recorded),
  };
}

/** Errors of authentication, and when they occur. */
const refusals = [
  { ...errors.apiKeyMissing, when: 'You sent neither a key nor a token' },
  { ...errors.apiKeyNotInHeader, when: 'The body is too large to search for a key, and the header has none' },
  { ...errors.apiKeyInQuery, when: 'You sent the key as a query parameter' },
  { ...errors.apiKeyInvalid, when: 'The key does not exist' },
  { ...errors.tokenSentAsKey, when: 'You sent a browser token in the place of a key' },
  { ...errors.testKeyNotAllowed, when: 'You sent a test key to a route of the account API' },
  { ...errors.tokenInvalid, when: 'The token has expired, or comes from another platform' },
  { ...errors.apiKeyInactive, when: 'The key was revoked' },
  { ...errors.accountSuspended, when: 'The operator suspended the account' },
  { ...errors.accountClosed, when: 'The account was closed' },
  { ...errors.apiKeyExpired, when: 'The key has expired' },
  { ...errors.apiKeyNotAllowed, when: 'The key has no scope for this endpoint or route' },
  { ...errors.apiKeyNotAllowedFromHere, when: 'Your IP address is not one that the key allows' },
  { ...errors.tokenNotAllowed, when: 'You sent a token to a route that only accepts keys' },
  { ...errors.apiKeyFromBrowser, when: 'A web page on another origin sent a key' },
  { ...errors.originNotAllowed, when: 'The token is bound to another origin' },
  { ...errors.budgetUsedUp, when: 'The request costs more than is left of the budget of the key' },
  {
    ...errors.tooManyStrangers,
    when: `Your IP address sent ${UNAUTHENTICATED_REQUESTS.requests} requests without a valid key within a minute`,
  },
];

export const guides: readonly Guide[] = [
  {
    path: '/docs',
    template: 'getting-started',
    section: 'Get started',
    title: 'Getting started',
    summary: 'Create a key and send your first request',
    keywords: 'quickstart quick start introduction begin first request',
    sectionKeywords: { 'create-a-key': 'sign up signup register registration new account api key get' },
    view: (baseUrl, signUp) => ({ signUp, ...firstRequest(baseUrl) }),
  },
  {
    path: '/docs/portal',
    template: 'portal',
    section: 'Get started',
    title: 'Your account',
    summary: 'Manage keys, team members, billing and alerts in the dashboard',
    keywords: 'dashboard portal login log in sign in account settings',
    sectionKeywords: {
      team: 'team teammates members users invite invitation colleagues organization roles permissions owner admin viewer',
      'account-log': 'audit log history changes who activity',
      billing: 'invoice invoices receipt receipts vat number payment method credit card buy top up',
      requests: 'log logs debug request id errors usage forecast',
      bodies: 'body payload logging request response store replay curl',
      delete: 'delete close cancel account gdpr export data privacy',
    },
    view: (_, signUp) => ({
      bodies: STORED_BODIES,
      ...{ signUp, mostKeys: MOST_LIVE_KEYS, graceDays: DELETION_GRACE_DAYS, logDays: LOG_DAYS },
      ...{ mostMembers: MOST_MEMBERS, mostInvitations: MOST_INVITATIONS, invitationDays: INVITATION_DAYS },
      roles: memberRoles.map((role) => ({
        role,
        actions: PERMISSIONS.filter(([permission]) => can(role, permission)).map(([, action]) => action),
      })),
    }),
  },
  {
    path: '/docs/authentication',
    template: 'authentication',
    section: 'Get started',
    title: 'Authentication',
    summary: 'API keys, scopes, and tokens for browsers',
    keywords: 'auth api key bearer header login permissions scopes',
    sectionKeywords: {
      'browser-tokens': 'cors cross-origin browser frontend javascript spa client-side preflight origin',
    },
    view: (baseUrl) => ({
      refusals,
      serviceScopes,
      keyWithinKib: LARGEST_BODY_WITH_KEY / 1024,
      tokenMinutes: TOKEN_MAX_SECONDS / 60,
      token: snippets({
        method: 'POST',
        url: baseUrl + createToken.contract.path,
        body: createToken.contract.example.request,
        client: { baseUrl, method: [createToken.contract.name], fields: createToken.contract.example.request },
      }),
    }),
  },
  {
    path: '/docs/client',
    template: 'client',
    section: 'Get started',
    title: 'SDKs and tools',
    summary: 'TypeScript and Python clients, a command line, OpenAPI and Postman',
    keywords: 'sdk sdks client clients library libraries package npm pip node typescript python cli',
    sectionKeywords: {
      'other-languages': 'java kotlin go golang ruby php csharp c# .net rust swift generator codegen',
    },
    view: (baseUrl) => ({
      clients: clientViews(baseUrl),
      usage: highlight(clientUsage(baseUrl), 'typescript'),
      pythonUsage: highlight(pythonUsage(baseUrl), 'python'),
      shellUsage: highlight(shellUsage(baseUrl), 'bash'),
      generate: highlight(generateUsage(baseUrl), 'bash'),
    }),
  },
  {
    path: '/clients',
    template: 'clients',
    section: 'Get started',
    title: 'Install a client',
    summary: 'Packages of all clients, which npm and pip install from this platform',
    keywords: 'install download sdk npm pip npx n8n tarball wheel tgz whl checksum sha256 integrity version',
    view: (baseUrl) => {
      const clients = clientViews(baseUrl);
      return { clients, baseUrl, mcp: mcpServer(localServer(clients.mcp, baseUrl)) };
    },
  },
  {
    path: '/docs/credits',
    template: 'credits',
    section: 'Get started',
    title: 'Credits',
    summary: 'What requests cost, when you are not charged, and when credits expire',
    keywords: 'credit balance billing charge charged',
    sectionKeywords: { refunds: 'refund refunds refunded money back chargeback', buy: 'buy purchase packs order pay' },
  },
  {
    path: '/docs/prices',
    template: 'prices',
    section: 'Get started',
    title: 'Prices',
    summary: 'The price of each endpoint in credits',
    keywords: 'pricing price cost costs plan plans how much',
  },
  {
    path: '/docs/requests',
    template: 'requests',
    section: 'Build',
    title: 'Requests and limits',
    summary: 'Request bodies, input rules, rate limits and timeouts',
    sectionKeywords: {
      'rate-limits': 'rate limit limits limiting throttle throttling quota requests per second',
      deadlines: 'timeout timeouts deadline slow',
    },
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
    path: '/docs/errors',
    template: 'errors',
    section: 'Build',
    title: 'Errors',
    summary: 'The error format, and every status, type and message',
    keywords: 'error errors exception failure',
    view: (baseUrl, _, offered) => ({
      ...errorTables(offered),
      example: highlight(JSON.stringify(exampleError(baseUrl), null, 2), 'json'),
      meanings: Object.entries(statusMeanings).map(([status, meaning]) => ({ status, meaning })),
    }),
  },
  {
    path: '/docs/errors-of-operators',
    template: 'operator-errors',
    title: 'Errors for operators',
    summary: 'Errors of the console, the admin API and the command line',
    view: (_baseUrl, _signUp, offered) => ({ messages: errorTables(offered).operators }),
  },
  {
    path: '/docs/idempotency',
    template: 'idempotency',
    section: 'Build',
    title: 'Idempotency',
    summary: 'Retry a request without paying twice',
    keywords: 'idempotent retry retries duplicate twice',
    view: (baseUrl) => ({
      retry: postSnippets(baseUrl, { 'Idempotency-Key': 'order-1042' }, { idempotencyKey: 'order-1042' }),
    }),
  },
  {
    path: '/docs/async',
    template: 'async',
    section: 'Build',
    title: 'Asynchronous requests',
    summary: 'Submit a request now and fetch its result later',
    keywords: 'async asynchronous job jobs batch background queue polling',
    view: (baseUrl) => ({
      submit: postSnippets(baseUrl, { Prefer: 'respond-async' }, { submit: { endpoint: EXAMPLE.endpoint } }),
      accepted: highlight(
        JSON.stringify({ job_id: EXAMPLE_ID, status_url: `${baseUrl}/v1/jobs/${EXAMPLE_ID}` }, null, 2),
        'json',
      ),
    }),
  },
  {
    path: '/docs/webhooks',
    template: 'webhooks',
    section: 'Build',
    title: 'Webhooks',
    summary: 'Receive events and results at a URL of yours',
    keywords: 'webhook webhooks callback callbacks event events notification notifications',
    view: webhooksView,
  },
  {
    path: '/docs/webhook-events',
    template: 'webhook-events',
    section: 'Build',
    title: 'Webhook events',
    summary: 'Every event type with an example of its body',
    view: webhookEventsView,
  },
  {
    path: '/docs/testing',
    template: 'testing',
    section: 'Build',
    title: 'Testing',
    summary: 'Test for free with test keys, sandbox data, and errors on demand',
    keywords: 'test testing sandbox mock staging test key ci',
    view: (baseUrl) => ({
      strict: postSnippets(baseUrl, { Prefer: 'handling=strict' }),
      onDemand: postSnippets(baseUrl, { 'X-Test-Answer': '429' }, undefined),
      test: TEST_CALLS,
    }),
  },
  {
    path: '/docs/going-live',
    template: 'going-live',
    section: 'Build',
    title: 'Going live',
    summary: 'A checklist before your customers depend on it',
    keywords: 'production checklist best practices launch monitoring',
    view: () => ({
      retried: [429, 500, 502, 503, 504],
      shortDeadline: pools.compute.deadlineMs / 1000,
      longDeadline: pools.content.deadlineMs / 1000,
    }),
  },
  {
    path: '/docs/migrating',
    template: 'migrating',
    section: 'Build',
    title: 'Migrating',
    summary: 'Move a program here from another API',
    keywords: 'migrate migration switch alternative',
  },
  {
    path: '/docs/mcp',
    template: 'mcp',
    section: 'Build',
    title: 'AI agents (MCP)',
    summary: 'Use every endpoint as a tool of an AI agent',
    keywords: 'mcp agent agents ai llm claude chatgpt cursor tool tools model context protocol',
    view: (baseUrl, _, offered) => ({
      overHttp: mcpServer({ type: 'http', url: `${baseUrl}/mcp`, headers: { 'X-API-Key': 'ua_live_…' } }),
      overStdio: mcpServer(localServer(clientViews(baseUrl).mcp, baseUrl)),
      count: offered.length,
      perSecond: MCP_PER_SECOND,
      messages: MOST_MCP_MESSAGES,
      progressSeconds: MCP_PROGRESS_MS / 1_000,
      longDeadline: pools.content.deadlineMs / 1_000,
      call: snippets({ method: 'POST', url: `${baseUrl}/mcp`, body: toolCall }),
    }),
  },
  {
    path: '/docs/connectors',
    template: 'connectors',
    section: 'Build',
    title: 'Connect apps (OAuth)',
    summary: 'Connect claude.ai, ChatGPT and editors by a URL, without a key',
    keywords: 'oauth connector connectors claude chatgpt vscode cursor remote mcp authorize consent disconnect app',
    view: (baseUrl) => {
      const url = baseUrl + CONNECT_PATH;
      const servers = { 'utility-api': { type: 'http', url } };
      return {
        url,
        command: highlight(`claude mcp add --transport http utility-api ${url}`, 'bash'),
        configuration: highlight(JSON.stringify({ servers }, null, 2), 'json'),
        allowed: describeAllowed('keys'),
        refreshDays: REFRESH_DAYS,
      };
    },
  },
  {
    path: '/docs/qr-styles',
    template: 'qr-styles',
    section: 'QR codes and hosted pages',
    title: 'QR code styles',
    summary: 'Pictures of every body, eye and frame style',
    keywords: 'design shape eyes dots frame logo colour color customize',
    view: () => ({ styles: qrStyles() }),
  },
  {
    path: '/docs/hosted-pages',
    template: 'hosted-pages',
    section: 'QR codes and hosted pages',
    title: 'Manage hosted pages',
    summary: 'Edit, schedule, protect, pause and delete the page behind a QR code, and read visitor events',
    keywords:
      'experience dynamic edit slug analytics scans statistics visitors schedule expire limit redirect geo A/B test',
    view: (baseUrl) => {
      const edit = (fields: object) =>
        snippets({
          method: 'PATCH',
          url: `${baseUrl}/v1/qr-experience/1042`,
          body: fields,
          headers: { 'If-Match': '"3"' },
          client: { baseUrl, method: ['changeExperience'], fields: { id: 1042, if_match: '"3"', ...fields } },
        });
      return {
        edit: edit({ content: { text: 'We are open from noon to midnight now.' }, label: 'Table cards' }),
        targets: edit({
          targets: {
            rules: [
              { url: 'https://example.com/de', languages: ['de'] },
              { url: 'https://example.com/lunch', from: '11:00', until: '15:00', timezone: 'Europe/Rome' },
            ],
            shares: [
              { url: 'https://example.com/a', weight: 3 },
              { url: 'https://example.com/b', weight: 1 },
            ],
          },
        }),
        bounds: {
          versions: MOST_VERSIONS,
          edits: EDITS_PER_SECOND,
          days: Object(settings.VISITS_KEPT_DAYS).default,
          visits: MOST_VISITS_STORED.toLocaleString('en'),
          reports: MOST_REPORTS,
          scanMinutes: PAGE_PASS_SECONDS.scan / 60,
          passwordMinutes: PAGE_PASS_SECONDS.password / 60,
          password: [SHORTEST_PAGE_PASSWORD, LONGEST_PAGE_PASSWORD],
          wrong: WRONG_PAGE_PASSWORDS,
        },
        statuses: Object.entries(hiddenStatus),
      };
    },
  },
  {
    path: '/docs/qr-studio',
    template: 'qr-studio',
    section: 'QR codes and hosted pages',
    title: 'QR studio and drafts',
    summary: 'Embed the editor of QR codes in your product, and work with drafts and pictures',
    keywords: 'studio editor iframe embed session draft preview picture upload image photo',
    view: (baseUrl) => {
      const fields = { origin: 'https://app.example.com', may: ['edit', 'publish'] };
      return {
        session: snippets({
          method: 'POST',
          url: `${baseUrl}/v1/qr-studio/sessions`,
          body: fields,
          client: { baseUrl, method: ['createStudioSession'], fields },
        }),
        embedding: highlight(EMBEDDING, 'markup'),
        bounds: {
          drafts: DRAFTS.count,
          kibibytes: DRAFTS.characters / 1_024,
          pictures: PICTURES.count,
          mebibytes: PICTURES.bytes / 1_024 ** 2,
          side: PICTURES.side.toLocaleString('en'),
          minutes: STUDIO_SESSION_SECONDS / 60,
        },
      };
    },
  },
  {
    path: '/docs/direct-codes',
    template: 'direct-codes',
    section: 'QR codes and hosted pages',
    title: 'Direct codes and payments',
    summary: 'Encode payments, contacts, events, Wi-Fi networks and messages',
    keywords: 'type content payment sepa girocode swiss pix upi vcard mecard event wifi sms email phone geo',
    view: () => ({ contents: directCodeViews() }),
  },
  {
    path: '/docs/page-types',
    template: 'page-types',
    section: 'QR codes and hosted pages',
    title: 'Page types',
    summary: 'Create a menu, a coupon, a Wi-Fi page and more from a few fields',
    keywords: 'type content menu coupon wifi vcard feedback faq',
    view: () => ({ contents: contentViews() }),
  },
  {
    path: '/docs/blocks',
    template: 'blocks',
    section: 'QR codes and hosted pages',
    title: 'Page blocks',
    summary: 'Build a page of your own from blocks',
    keywords: 'block blocks page builder document',
    view: () => ({ blocks: blockPages, page: highlight(JSON.stringify(SMALL_PAGE, null, 2), 'json') }),
  },
  ...blockPages.map(({ path, title, summary, keywords, picture, view }) => ({
    ...{ path, title, summary, keywords, template: 'block' },
    view: () => ({ block: view(), picture }),
  })),
  {
    path: '/docs/changelog',
    template: 'changelog',
    title: 'Changelog',
    summary: 'What has changed in each version',
    keywords: 'changelog changes releases versions new breaking',
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

/** Returns the entry of the MCP server that a desktop client starts. npx installs it by the first start. */
const localServer = ({ url }: ClientView, baseUrl: string): object => ({
  command: 'npx',
  args: ['--yes', url],
  env: { UTILITY_API_URL: baseUrl, UTILITY_API_KEY: 'ua_live_…' },
});

const toolCall = {
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'vat', arguments: EXAMPLE.body },
};

const clientUsage = (baseUrl: string): string => `import { UtilityApi } from 'utility-api-client';

const api = new UtilityApi({ baseUrl: '${baseUrl}', apiKey: process.env.API_KEY });
const { gross } = await api.vat({ action: 'calculate', net: 250, country_code: 'DE' });
console.log(gross);`;

const pythonUsage = (baseUrl: string): string => `import os
from utility_api import UtilityApi

api = UtilityApi("${baseUrl}", api_key=os.environ["API_KEY"])
response = api.vat(action="calculate", net=250, country_code="DE")
print(response["gross"])`;

const shellUsage = (baseUrl: string): string => `utility-api login --url ${baseUrl}
utility-api vat --action calculate --net 250 --country_code DE
utility-api qr-code/generate --qr_code_text https://example.com --save menu.png
utility-api vat --help`;

const generateUsage = (baseUrl: string): string => `# Java, as an example: see the generator's list of languages
npx @openapitools/openapi-generator-cli generate -g java -i ${baseUrl}/openapi.json -o utility-api-java`;

/** An error body with all its fields. */
const exampleError = (baseUrl: string) =>
  invalidInput(422, 'amount must be a number from 0.01 to 10000000', 'amount').body(EXAMPLE_ID, baseUrl);
