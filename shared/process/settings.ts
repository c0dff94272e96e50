import Type, { type TProperties, type TSchema } from 'typebox';
import { SHORTEST_ADMIN_TOKEN } from '../contract/bounds.js';
import { type PoolName, poolNames } from '../contract/pools.js';

/** Kinds of processes of the platform. */
export type ProcessKind = 'api' | 'scheduler' | 'deliver' | PoolName;

/** Processes that read a setting; `start` is the one-command start itself. */
export type UsedBy = readonly (ProcessKind | 'start')[];

const everyWorker: UsedBy = [...poolNames, 'deliver'];
const everyProcess: UsedBy = ['api', 'scheduler', ...everyWorker];

/** Declares which processes read a setting. */
const declare = <Setting extends TSchema>(usedBy: UsedBy, setting: Setting): Setting & { usedBy: UsedBy } =>
  Object.assign(setting, { usedBy });

/** Kinds of settings. */
const setting = {
  text: (usedBy: UsedBy, description: string, fallback: string) =>
    declare(usedBy, Type.String({ description, default: fallback, minLength: 0 })),
  integer: (
    usedBy: UsedBy,
    description: string,
    fallback: number,
    minimum = 0,
    maximum: number = Number.MAX_SAFE_INTEGER,
  ) => declare(usedBy, Type.Integer({ description, default: fallback, minimum, maximum })),
  amount: (usedBy: UsedBy, description: string, fallback: number, minimum = 0) =>
    declare(usedBy, Type.Number({ description, default: fallback, minimum })),
  flag: (usedBy: UsedBy, description: string, fallback: boolean) =>
    declare(usedBy, Type.Boolean({ description, default: fallback })),
  word: <const V extends string[]>(usedBy: UsedBy, description: string, words: readonly [...V], fallback: V[number]) =>
    declare(usedBy, Type.Enum<V>(words, { description, default: fallback })),
  /** A port that nothing listens on unless it is set. */
  optionalPort: (usedBy: UsedBy, description: string) =>
    declare(usedBy, Type.Optional(Type.Integer({ description, minimum: 0, maximum: 65_535 }))),
  /** A URL without a default. */
  url: (usedBy: UsedBy, description: string, schemes: readonly string[] = ['http', 'https']) => {
    const pattern = `^(${schemes.map((scheme) => scheme.replace('+', '\\+')).join('|')})://\\S+$`;
    const shape = `a URL: ${schemes.map((scheme) => `${scheme}://…`).join(' or ')}`;
    return declare(usedBy, Type.Optional(Type.String({ description, pattern, shape })));
  },
  /** A password without a default. */
  secret: (usedBy: UsedBy, description: string, minLength: number) =>
    declare(
      usedBy,
      Type.Optional(Type.String({ description, minLength, shape: `text of at least ${minLength} characters` })),
    ),
  /** A text without a default. */
  optional: (usedBy: UsedBy, description: string) => declare(usedBy, Type.Optional(Type.String({ description }))),
};

const redis = {
  REDIS_URL: setting.url(
    everyProcess,
    'Redis server, e.g. redis://127.0.0.1:6379. For a Cluster, name several hosts; for Sentinel, name the sentinels and add ?sentinel=name.',
    ['redis', 'rediss', 'unix'],
  ),
  REDIS_MEMORY_MIB: setting.integer(
    ['api', 'content', 'fetch', 'compute'],
    'The `maxmemory` of your Redis. Asynchronous requests with their results may use half of it and large request bodies a quarter (one ' +
      'account an eighth of either), cached upstream responses an eighth.',
    1_024,
    16,
  ),
  REDIS_TLS_VERIFY: setting.flag(
    everyProcess,
    "Verify the certificate of a rediss:// server against Node's authorities and NODE_EXTRA_CA_CERTS. Set it to `false` on Heroku, " +
      'which signs its own certificates.',
    true,
  ),
  QUEUE_PARTITIONS: setting.optional(
    everyProcess,
    'Number of queues per pool, e.g. compute=4,qr=2. Pools that are not listed have one. A worker process serves one partition ' +
      '(`workers/main.js compute --partition 2`). Set the same value for all processes.',
  ),
  QUEUE_BACKEND: setting.word(
    ['api', ...poolNames],
    '`batching` sends concurrent queue operations to Redis in one command. `stock` uses BullMQ unchanged.',
    ['batching', 'stock'],
    'batching',
  ),
};

const mongodb = {
  MONGODB_URL: setting.url(
    ['api', 'scheduler', 'deliver', 'qr', 'compute'],
    'MongoDB server, or the embedded document store.',
    ['mongodb', 'mongodb+srv'],
  ),
  MONGODB_DATABASE: setting.text(
    ['api', 'scheduler', 'deliver', 'qr', 'compute'],
    'Name of the database.',
    'utility_api',
  ),
};

const http = {
  HOST: setting.text(everyProcess, 'IP address to listen on. Use 0.0.0.0 in a container.', '127.0.0.1'),
  PORT: setting.integer(['api'], 'Port of the API; 0 picks a free one.', 3000, 0, 65_535),
  BASE_URL: setting.url(everyProcess, 'Public base URL, used in links. Default: http://HOST:PORT.'),
  PAGES_URL: setting.url(
    ['api', 'qr'],
    'Public base URL of hosted pages and saved images, e.g. https://pages.example.com. Give them a host of their own that leads to the ' +
      'same API servers, so that customer content does not share an origin with the API and the console. Default: BASE_URL.',
  ),
  TERMS_FILE: setting.optional(
    ['api'],
    'Markdown file with your terms of service, shown at /terms. Without it there is no such page.',
  ),
  PRIVACY_FILE: setting.optional(
    ['api'],
    'Markdown file with your privacy policy, shown at /privacy. Without it there is no such page.',
  ),
  READ_ONLY: setting.flag(
    ['api'],
    'Refuse all requests that write or charge with 503 `read_only`. Pages, documentation, the console and what is only read stay available to those who are signed in. For maintenance: see the runbook.',
    false,
  ),
  TRUST_PROXY: setting.flag(
    ['api'],
    'Trust the X-Forwarded-* headers. Set it to `true` behind a load balancer or reverse proxy, and only there.',
    false,
  ),
  PROXIES: setting.integer(['api'], 'Number of proxies in front of the API, with TRUST_PROXY.', 1, 1, 10),
  COUNTRY_HEADER: setting.optional(
    ['api'],
    "Request header in which your proxy sends the visitor's country, e.g. CF-IPCountry. Used in page statistics.",
  ),
  REQUEST_WITHIN_MS: setting.integer(
    ['api'],
    'Time a client has to send a request. Slower connections are closed.',
    30_000,
    1_000,
    300_000,
  ),
  READ_WITHIN_MS: setting.integer(
    ['api'],
    'Time a client may leave a response unread before its connection is closed.',
    30_000,
    1_000,
    300_000,
  ),
  MAX_CONNECTIONS: setting.integer(
    ['api'],
    'Open connections per API server. Further ones are closed at once.',
    10_000,
    1,
  ),
};

const access = {
  ADMIN_TOKEN: setting.secret(
    ['api'],
    'Bootstrap token: creates the first operator and unlocks admins. Generate it with `openssl rand -hex 32`. Without it the console and ' +
      'the admin API are off.',
    SHORTEST_ADMIN_TOKEN,
  ),
  OPERATOR_NETWORKS: setting.optional(
    ['api'],
    'Networks from which operators reach `/operator`, `/v1/admin` and `/metrics` on PORT, comma-separated, e.g. ' +
      '10.0.0.0/8,203.0.113.7; all others get a 404. `none` switches them off there. Default: every network. Behind a proxy, set ' +
      'TRUST_PROXY and PROXIES, by which an API server knows the client.',
  ),
  OPERATOR_SECOND_FACTOR: setting.word(
    ['api'],
    'Whether operators with a password need a second factor (an authenticator app): with `required` they enrol at their next login before ' +
      'they reach anything else. Requires WEBHOOK_SECRETS.',
    ['optional', 'required'],
    'optional',
  ),
  TOKEN_SECRETS: setting.optional(
    ['api'],
    'Secrets that sign browser tokens, as comma-separated `id:secret`. The first one signs, all are accepted.',
  ),
  CONNECTED_APPS: setting.word(
    ['api'],
    'Whether apps such as claude.ai can connect to `/mcp/connect` by OAuth, for an account whose member allows it. Requires MAIL_FROM and TOKEN_SECRETS.',
    ['on', 'off'],
    'on',
  ),
  SIGN_UP: setting.word(
    ['api'],
    'Who can create an account in the portal: everybody, invited people, or nobody. `npm start` sets `open`.',
    ['open', 'invitation', 'closed'],
    'closed',
  ),
  SIGN_UP_CREDITS: setting.amount(
    ['api'],
    'Free credits for a new account, once per email address. `npm start` sets 10.',
    0,
  ),
};

const singleSignOn = {
  PORTAL_OIDC_ISSUER: setting.url(
    ['api'],
    'Issuer URL of the OpenID Connect provider at which customers can sign in to the portal. It must be https, except on this machine.',
  ),
  PORTAL_OIDC_CLIENT_ID: setting.optional(['api'], 'Client id of the portal at the provider.'),
  PORTAL_OIDC_CLIENT_SECRET: setting.optional(['api'], 'Client secret of the portal at the provider.'),
  PORTAL_OIDC_ROLES: setting.optional(
    ['api'],
    'Roles of members by claims of the provider, as JSON: {"groups": {"acme-admins": "admin", "acme-developers": "developer"}}. The first ' +
      'that matches applies at every sign-in, `viewer` if none does. Owners keep their role. Without it roles are set in the portal.',
  ),
  OPERATOR_OIDC_ISSUER: setting.url(
    ['api'],
    'Issuer URL of the OpenID Connect provider at which operators can sign in to the console. It must be https, except on this machine.',
  ),
  OPERATOR_OIDC_CLIENT_ID: setting.optional(['api'], 'Client id of the console at the provider.'),
  OPERATOR_OIDC_CLIENT_SECRET: setting.optional(['api'], 'Client secret of the console at the provider.'),
  OPERATOR_OIDC_ROLES: setting.optional(
    ['api'],
    'Roles of operators by claims of the provider, as JSON: {"groups": {"ops": "admin", "helpdesk": "support"}}. The first that matches ' +
      'applies; nobody else gets in. Required with OPERATOR_OIDC_ISSUER.',
  ),
};

const email = {
  MAIL_FROM: setting.optional(
    ['api', 'scheduler', 'deliver'],
    'Sender of all email, e.g. `Example API <no-reply@example.com>`. Without it the customer portal at /account is off.',
  ),
  MAIL_REPLY_TO: setting.optional(
    ['api', 'deliver'],
    'Support address: where replies go, and what the portal shows for questions.',
  ),
  SMTP_URL: setting.url(
    ['deliver'],
    'SMTP server with its credentials, e.g. smtps://user:password@mail.example.com:465. Required with MAIL_FROM.',
    ['smtp', 'smtps'],
  ),
};

const payments = {
  PAYMENT_PACKS: setting.optional(
    ['api', 'scheduler'],
    'Credit packs for sale, as JSON: [{"id": "small", "credits": 500, "price": 1000, "currency": "eur"}]. `price` is in the smallest ' +
      'currency unit (cents), tax included unless PRICES_INCLUDE_TAX is false. Requires STRIPE_SECRET_KEY.',
  ),
  PAYMENT_PLANS: setting.optional(
    ['api', 'scheduler'],
    'Monthly plans for sale, as JSON: [{"id": "starter", "credits": 600, "price": 1000, "currency": "eur", "rollover": false}]. ' +
      '`credits` are added for each paid month; with `rollover` they stay valid for 12 months. Requires STRIPE_SECRET_KEY.',
  ),
  STRIPE_SECRET_KEY: setting.optional(['api', 'scheduler'], 'Secret API key of your Stripe account.'),
  STRIPE_WEBHOOK_SECRET: setting.optional(
    ['api'],
    'Signing secret of the Stripe webhook endpoint that sends to /v1/payments/stripe. Without it Stripe is polled, and payments ' +
      'arrive up to half a minute later.',
  ),
  STRIPE_URL: setting.url(['api', 'scheduler'], "Base URL of the Stripe API. Default: Stripe's public one."),
  SELLER_NAME: setting.optional(['api', 'scheduler'], 'Name of your company, for invoices.'),
  SELLER_ADDRESS: setting.optional(['api', 'scheduler'], 'Address of your company, for invoices; `\\n` breaks a line.'),
  SELLER_VAT_NUMBER: setting.optional(['api', 'scheduler'], 'VAT number of your company, for invoices.'),
  SELLER_COUNTRY: setting.optional(
    ['api', 'scheduler'],
    'Country of your company in the EU, as ISO code, e.g. DE. Orders then include VAT by the rules of supply, and need the billing country ' +
      'of the customer. Without it no VAT is computed.',
  ),
  SELLER_ID: setting.optional(
    ['api', 'scheduler'],
    'Identifies the company whose invoices are numbered together. Default: SELLER_VAT_NUMBER, or SELLER_NAME.',
  ),
  PRICES_INCLUDE_TAX: setting.flag(
    ['api', 'scheduler'],
    'True if prices of packs include VAT, so that every customer is charged the same. False adds VAT to them.',
    true,
  ),
  STRIPE_TAX: setting.flag(
    ['api', 'scheduler'],
    'Stripe Tax computes the tax of orders, instead of the VAT tables of the platform. Activate it in Stripe first.',
    false,
  ),
};

const webhooks = {
  WEBHOOK_SECRETS: setting.optional(
    ['api', 'deliver'],
    "Secrets that encrypt customers' signing secrets, stored request bodies and operators' second factors, as comma-separated " +
      '`id:secret`. The first one encrypts, all decrypt. Without it all three are off.',
  ),
  WEBHOOK_ALLOW_PRIVATE: setting.optional(
    ['api', 'deliver'],
    'Comma-separated receivers that may have private addresses and use http, as `host` or `host:port`, e.g. 127.0.0.1:4000. All others ' +
      'must be public and use https.',
  ),
  WEBHOOK_DNS_SERVERS: setting.optional(
    ['api', 'deliver'],
    "Comma-separated DNS servers that resolve receivers, e.g. 9.9.9.9:53,[2620:fe::fe]:53. Default: the system's.",
  ),
  WEBHOOK_RETRY_SECONDS: setting.text(
    ['api', 'deliver'],
    'Comma-separated delays before each retry of a delivery. The default makes 10 attempts in three days.',
    '5,300,1800,7200,18000,36000,50400,72000,72000',
  ),
};

const storage = {
  STORAGE_DISKS: setting.optional(
    ['api', 'qr', 'scheduler'],
    'Where files are stored, as JSON by disk name: {"driver": "local", "folder"} or {"driver": "s3", "bucket", "region", ' +
      '"access_key_id", "secret_access_key", "endpoint", "public_url"}. `public` holds saved images (default: DATA_DIR/files), `private` ' +
      'page photos and large stored responses (default: DATA_DIR/private). The processes must share them.',
  ),
  STORAGE_SECRET: setting.optional(
    ['qr'],
    'Secret that makes folder names of saved images unguessable. Set the same one for all qr workers that do not share DATA_DIR. Default: ' +
      'generated once and stored in DATA_DIR.',
  ),
  STORAGE_QUOTA_MIB: setting.integer(
    ['api', 'qr', 'scheduler', 'deliver'],
    'Storage per account: saved images, hosted pages with their photos, stored responses, and batches.',
    1_024,
  ),
  USAGE_KEPT_DAYS: setting.integer(
    ['scheduler'],
    'Retention of single usage entries. Their hourly sums by account, key, endpoint and status are kept for good.',
    400,
    120,
    36_500,
  ),
  VISITS_KEPT_DAYS: setting.integer(
    ['api', 'scheduler'],
    'Retention of single visits of hosted pages. Their counts are kept for good.',
    90,
    1,
    3_650,
  ),
};

const processes = {
  SHUTDOWN_NOTICE_MS: setting.integer(
    ['api'],
    'Time a stopping API server keeps serving while `/readyz` returns 503, so that load balancers stop sending requests to it. `npm start` ' +
      'sets 0.',
    5_000,
    0,
    300_000,
  ),
  SHUTDOWN_GRACE_MS: setting.integer(everyProcess, 'Time a stopping process has to finish work in progress.', 25_000),
  WORKER_PROCESSES: setting.integer(
    everyWorker,
    'Processes that one worker command runs, one for each core it may use. A process that ends is replaced.',
    1,
    1,
    256,
  ),
};

const observability = {
  METRICS_PORT: setting.optionalPort(
    everyProcess,
    'Port for Prometheus metrics at /metrics and the health of the process at /healthz, without authentication; 0 picks a free one. ' +
      'On API servers also for proxies, which ask at /internal/tls-allowed whether to get a certificate for a domain. ' +
      'Without it only API servers have both, on their own port, and metrics for operator tokens alone.',
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: setting.url(
    ['api', 'scheduler', ...poolNames],
    'OpenTelemetry collector for traces (OTLP over HTTP), e.g. http://127.0.0.1:4318. The other OTEL_* variables work too.',
  ),
  LOG_LEVEL: setting.word(
    everyProcess,
    'Lowest level that is logged.',
    ['debug', 'info', 'warn', 'error', 'silent'],
    'info',
  ),
  LOG_PRETTY: setting.flag(everyProcess, 'Log readable lines instead of JSON. `npm start` sets `true`.', false),
};

const model = {
  LLM_BASE_URL: setting.url(
    ['content'],
    'Base URL of an OpenAI-compatible API, e.g. http://127.0.0.1:11434/v1. Without it the built-in composer writes.',
  ),
  LLM_API_KEY: setting.optional(['content'], 'API key for LLM_BASE_URL.'),
  LLM_MODEL: setting.optional(['content'], 'Model for all texts.'),
  LLM_MODELS: setting.optional(
    ['content'],
    'Models for short texts (titles, tags, posts) and long ones (descriptions, scripts, readings), as JSON: {"short": [{"model", ' +
      '"temperature", "effort", "tokens"}], "long": […]}. The next model of a list is used when one fails. Default: LLM_MODEL.',
  ),
  LLM_FALLBACK: setting.word(
    ['content'],
    'What happens if the model returns no usable text for a content generator: `none` fails the request with 502 and does not charge it, ' +
      '`composer` uses the built-in composer.',
    ['none', 'composer'],
    'none',
  ),
  LLM_DIALECT: setting.word(
    ['content'],
    'Kind of model server. `auto` detects it by its model list and a one-token request.',
    ['auto', 'openai', 'azure', 'ollama', 'llamacpp', 'vllm', 'lmstudio', 'other'],
    'auto',
  ),
  LLM_PRICES: setting.optional(
    ['content'],
    'Prices per million tokens, as JSON by model, in any one currency: {"small": {"read": 0.25, "written": 2, "cached": 0.025}}.',
  ),
  LLM_TOKENS_PER_HOUR: setting.integer(
    ['content'],
    'Token limit per hour for all processes together, input and output; 0 is no limit.',
    0,
  ),
  LLM_TOKENS_PER_DAY: setting.integer(['content'], 'Token limit per day (UTC); 0 is no limit.', 0),
  LLM_MONEY_PER_HOUR: setting.amount(
    ['content'],
    'Spending limit per hour for all processes together, in the currency of LLM_PRICES; 0 is no limit.',
    0,
  ),
  LLM_MONEY_PER_DAY: setting.amount(['content'], 'Spending limit per day (UTC); 0 is no limit.', 0),
  LLM_SHARE_READINGS: setting.flag(
    ['content'],
    'Reuse a reading for everybody who requests the same one, until its day, week or month ends.',
    true,
  ),
  LLM_WRITE_AHEAD: setting.text(
    ['content', 'scheduler'],
    "Comma-separated languages, e.g. en,es, in which the next day's twelve horoscopes are written between 2 and 5 o'clock UTC. Requires a " +
      'model.',
    '',
  ),
  LLM_TIMEOUT_MS: setting.integer(
    ['content'],
    'Timeout of a short text. A long text may take the rest of the deadline.',
    10_000,
    100,
    60_000,
  ),
  LLM_CONCURRENCY: setting.integer(['content'], 'Concurrent model requests per process.', 50, 1, 1_000),
};

const upstreams = {
  ENDPOINTS_OFF: setting.optional(
    ['api', 'fetch'],
    'Comma-separated groups and endpoints that you do not offer, e.g. music,video-platform/search/autocomplete: requests to them get 404, and ' +
      'they are in no document, price list or tool list. Endpoints that use no external service (VAT, QR codes, user agents) are always offered.',
  ),
  RATES_PRIMARY_KEY: setting.optional(
    ['fetch'],
    'API key (app_id) of Open Exchange Rates, the primary source of exchange rates.',
  ),
  RATES_PRIMARY_URL: setting.url(
    ['fetch'],
    'Base URL of the primary source. Default: its public API, if a key is set.',
  ),
  RATES_SECONDARY_KEY: setting.optional(['fetch'], 'API key of currencyapi, the secondary source of exchange rates.'),
  RATES_SECONDARY_URL: setting.url(
    ['fetch'],
    'Base URL of the secondary source. Default: its public API, if a key is set.',
  ),
  CENTRAL_BANK_URL: setting.url(
    ['fetch'],
    'Base URL of the reference rates of the European Central Bank. Set it to https://www.ecb.europa.eu/stats/eurofxref.',
  ),
  HMRC_RATES_URL: setting.url(
    ['fetch'],
    'Base URL of the monthly exchange rates of HM Revenue & Customs. Set it to ' +
      'https://www.trade-tariff.service.gov.uk/uk/api/exchange_rates/files.',
  ),
  VIDEO_PLATFORM_KEYS: setting.optional(
    ['content', 'fetch'],
    "Comma-separated API keys of the video platform's Data API. The next key is used when the quota of one is exhausted.",
  ),
  VIDEO_PLATFORM_URL: setting.url(
    ['content', 'fetch'],
    'Base URL of the Data API. Default: the public one, if a key is set.',
  ),
  VIDEO_PLATFORM_SITE: setting.text(
    ['fetch'],
    'Website of the video platform, for links to channels.',
    'https://www.youtube.com',
  ),
  VIDEO_SUGGEST_URL: setting.url(
    ['fetch'],
    'Base URL of video suggestions. Set it to https://suggestqueries.google.com.',
  ),
  WEB_SUGGEST_URL: setting.url(
    ['fetch'],
    'Base URL of web-search suggestions. Set it to https://suggestqueries.google.com.',
  ),
  MUSIC_KEY: setting.optional(['fetch'], 'API key of the music chart provider.'),
  MUSIC_URL: setting.url(['fetch'], 'Base URL of the music chart provider. Default: its public API, if a key is set.'),
  MUSIC_PROVIDER_NAME: setting.text(['fetch'], 'Name of the provider in responses.', 'Music charts'),
  VIES_URL: setting.url(
    ['compute'],
    'Base URL of VIES, the register of VAT numbers of the European Union. Set it to ' +
      'https://ec.europa.eu/taxation_customs/vies/rest-api. Without it only the format of VAT numbers can be checked.',
  ),
  DNS_SERVERS: setting.optional(
    ['fetch'],
    "Comma-separated DNS servers of the email check and of customers' domains, e.g. 9.9.9.9:53,[2620:fe::fe]:53. Default: the system's.",
  ),
  DISPOSABLE_DOMAINS: setting.optional(
    ['fetch'],
    'Path or URL of a list of domains with disposable addresses that is read at the start and every day, in addition to the shipped ' +
      'lists: one domain a line or a JSON array, at most 8 MiB. `!` before a domain removes it from the shipped lists.',
  ),
  UPSTREAM_SANDBOX: setting.text(
    ['content', 'fetch', 'compute'],
    'Comma-separated names of the upstreams that are sandboxes. `npm start` sets it; leave it alone.',
    '',
  ),
};

const oneCommandStart = {
  DATA_DIR: setting.text(
    ['start', 'api', 'qr', 'scheduler'],
    'Folder for the data of `npm start`, and for files unless STORAGE_DISKS says otherwise.',
    '.data',
  ),
  DEMO_API_KEY: setting.optional(
    ['start'],
    'API key of the demo account. Default: generated once and stored in DATA_DIR.',
  ),
  DEMO_CREDITS: setting.integer(['start'], 'Credits that the demo account starts with.', 1000),
};

/** A setting, as its documentation describes it. */
export interface Setting {
  readonly description?: string;
  readonly default?: unknown;
  readonly usedBy: UsedBy;
  readonly enum?: readonly unknown[];
  readonly minimum?: number;
  readonly maximum?: number;
}

/** All settings by topic, in the order of the documentation. */
export const settingsByTopic: Readonly<Record<string, Readonly<Record<string, Setting>>>> = {
  'Redis and queues': redis,
  MongoDB: mongodb,
  'HTTP server': http,
  'Access and sign-up': access,
  'Single sign-on': singleSignOn,
  Email: email,
  'Selling credits': payments,
  Webhooks: webhooks,
  'Storage and retention': storage,
  Processes: processes,
  'Logs, metrics and traces': observability,
  'Language model': model,
  Upstreams: upstreams,
  'One-command start': oneCommandStart,
};

/** Every setting of the platform, declared once. All come from the environment. `docs/settings.md` is generated from this. */
export const settings = {
  ...redis,
  ...mongodb,
  ...http,
  ...access,
  ...singleSignOn,
  ...email,
  ...payments,
  ...webhooks,
  ...storage,
  ...processes,
  ...observability,
  ...model,
  ...upstreams,
  ...oneCommandStart,
} satisfies TProperties;
