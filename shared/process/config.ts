import Type, { type Static, type TObject, type TProperties } from 'typebox';
import { SHORTEST_ADMIN_TOKEN } from '../contract/bounds.js';
import { coerce, describe } from '../contract/coerce.js';
import { validator } from '../contract/input.js';
import { StartError } from './run-process.js';

/** Kinds of settings. */
const setting = {
  text: (description: string, fallback: string) => Type.String({ description, default: fallback, minLength: 0 }),
  integer: (description: string, fallback: number, minimum = 0, maximum = Number.MAX_SAFE_INTEGER) =>
    Type.Integer({ description, default: fallback, minimum, maximum }),
  amount: (description: string, fallback: number, minimum = 0) =>
    Type.Number({ description, default: fallback, minimum }),
  flag: (description: string, fallback: boolean) => Type.Boolean({ description, default: fallback }),
  word: <const V extends string[]>(description: string, words: readonly [...V], fallback: V[number]) =>
    Type.Enum<V>(words, { description, default: fallback }),
  /** A port that nothing listens on unless it is set. */
  optionalPort: (description: string) => Type.Optional(Type.Integer({ description, minimum: 0, maximum: 65_535 })),
  /** A URL without a default. */
  url: (description: string, schemes: readonly string[] = ['http', 'https']) => {
    const pattern = `^(${schemes.map((scheme) => scheme.replace('+', '\\+')).join('|')})://\\S+$`;
    const shape = `a URL: ${schemes.map((scheme) => `${scheme}://…`).join(' or ')}`;
    return Type.Optional(Type.String({ description, pattern, shape }));
  },
  /** A password without a default. */
  secret: (description: string, minLength: number) =>
    Type.Optional(Type.String({ description, minLength, shape: `text of at least ${minLength} characters` })),
  /** A text without a default. */
  optional: (description: string) => Type.Optional(Type.String({ description })),
};

/**
 * Every setting of the platform, declared once: name, kind, description and default. All come from the environment. The table in the
 * documentation is generated from this one.
 */
export const settings = {
  // Connections
  REDIS_URL: setting.url(
    'URL of Redis, e.g. redis://127.0.0.1:6379, or the hosts of a Cluster, or with ?sentinel=name those of sentinels',
    ['redis', 'rediss', 'unix'],
  ),
  REDIS_MEMORY_MIB: setting.integer(
    'The `maxmemory` of Redis, in MiB. Asynchronous requests and their results may take half of it, large request bodies a quarter, cached ' +
      'upstream responses an eighth; one account an eighth of each',
    1_024,
    16,
  ),
  REDIS_TLS_VERIFY: setting.flag(
    'Whether the certificates of Redis servers over TLS (rediss://) are checked, by the authorities that Node knows and those of ' +
      'NODE_EXTRA_CA_CERTS. Heroku signs its own: `false` there',
    true,
  ),
  QUEUE_PARTITIONS: setting.optional(
    'Number of queues that a pool is split into, as in compute=4,qr=2; 1 for the other pools. A worker process serves one of them ' +
      '(`workers/main.js compute --partition 2`). The same for all processes',
  ),
  MONGODB_URL: setting.url('URL of MongoDB (or of the embedded document store)', ['mongodb', 'mongodb+srv']),
  MONGODB_DATABASE: setting.text('Name of the database', 'utility_api'),
  QUEUE_BACKEND: setting.word(
    'How jobs are sent to Redis: `batching` sends concurrent ones in one command, `stock` each in its own, as BullMQ does',
    ['batching', 'stock'],
    'batching',
  ),

  // The front
  HOST: setting.text('Address on which the API listens', '127.0.0.1'),
  PORT: setting.integer('Port on which the API listens; 0 lets the system choose', 3000, 0, 65_535),
  BASE_URL: setting.url('Public base URL, used in links; by default http://HOST:PORT'),
  PAGES_URL: setting.url(
    'Public base URL of hosted pages and saved images, on a host of their own that leads to the same fronts, e.g. ' +
      'https://pages.example.com: what customers write then shares no origin with the API, its documentation and the ' +
      'console. By default BASE_URL',
  ),
  TERMS_FILE: setting.optional(
    'Markdown file with your terms of service, shown at /terms. Without it there is no such page',
  ),
  PRIVACY_FILE: setting.optional(
    'Markdown file with your privacy policy, shown at /privacy. Without it there is no such page',
  ),
  TRUST_PROXY: setting.flag('Whether X-Forwarded-* headers of a proxy in front are trusted', false),
  PROXIES: setting.integer('Number of proxies in front, one behind the other, with TRUST_PROXY', 1, 1, 10),
  COUNTRY_HEADER: setting.optional(
    "Header in which a proxy in front supplies the visitor's country, e.g. CF-IPCountry",
  ),
  REQUEST_WITHIN_MS: setting.integer(
    'How long a client may take to send a request, in ms; then its connection is cut',
    30_000,
    1_000,
    300_000,
  ),
  READ_WITHIN_MS: setting.integer(
    'How long a client may read nothing of a response that waits for it, in ms; then its connection is cut',
    30_000,
    1_000,
    300_000,
  ),
  MAX_CONNECTIONS: setting.integer('Open connections of a front at most; a further one is closed at once', 10_000, 1),
  ADMIN_TOKEN: setting.secret(
    'Makes the first operator of the console and the admin API, and unlocks admins; random: `openssl rand -hex 32`. Console and ' +
      'admin API are off without it',
    SHORTEST_ADMIN_TOKEN,
  ),
  TOKEN_SECRETS: setting.optional(
    'Secrets that sign browser tokens, as `id:secret`, comma-separated; the first signs, all are accepted',
  ),

  // Processes
  SHUTDOWN_NOTICE_MS: setting.integer(
    'How long a front that is told to stop goes on serving while `/readyz` already answers 503, in ms, so that balancers ' +
      'send their calls elsewhere. 0 in the one-command start',
    5_000,
    0,
    300_000,
  ),
  SHUTDOWN_GRACE_MS: setting.integer('How long a stopping process may take to finish what is in flight, in ms', 25_000),
  WORKER_PROCESSES: setting.integer(
    'How many processes a worker command runs of its pool, one for each core that it may use. One that ends is replaced; METRICS_PORT ' +
      'shows all of them together',
    1,
    1,
    256,
  ),
  METRICS_PORT: setting.optionalPort(
    'Port on which this process shows its metrics at /metrics, to anyone who can reach it; 0 lets the system choose. ' +
      'Without it only fronts show theirs, on their own port, to operators with a token. The one-command start gives it to its ' +
      'front, and free ports to the others',
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: setting.url(
    'Base URL of an OpenTelemetry collector (OTLP over HTTP) that traces are sent to, e.g. http://127.0.0.1:4318; the other OTEL_* variables count as well',
  ),
  LOG_LEVEL: setting.word('Least severe level that is logged', ['debug', 'info', 'warn', 'error', 'silent'], 'info'),
  LOG_PRETTY: setting.flag('Readable log lines instead of JSON', false),

  // The one-command start
  DATA_DIR: setting.text('Folder in which the one-command start keeps its data', '.data'),
  DEMO_API_KEY: setting.optional('API key of the demo account; by default generated once and kept in DATA_DIR'),
  DEMO_CREDITS: setting.integer('Credits that the demo account starts with', 1000),

  // Files
  STORAGE_SECRET: setting.optional(
    'Secret from which the names of the folders of saved images are made; the same for all processes. By default made ' +
      'once and kept in DATA_DIR, which is enough where all share that folder',
  ),
  STORAGE_DISKS: setting.optional(
    'Disks for saved images, as JSON by name: {"driver": "local", "folder"} or {"driver": "s3", "bucket", "region", ' +
      '"access_key_id", "secret_access_key", "endpoint", "public_url"}; `public` is DATA_DIR/files unless it is given, and ' +
      '`private`, which holds the photos of pages and large kept answers, DATA_DIR/private. Fronts, qr workers and ' +
      'schedulers share them',
  ),
  STORAGE_QUOTA_MIB: setting.integer(
    'What may be kept for one account, in MiB: saved images, pages with their photos, and kept answers',
    1_024,
  ),
  USAGE_KEPT_DAYS: setting.integer(
    'Days for which the usage entries of single calls are kept; their hourly sums by account, key, endpoint and status stay',
    400,
    120,
    36_500,
  ),
  VISITS_KEPT_DAYS: setting.integer(
    'Days for which the single visits of hosted pages are kept; what is counted of them stays',
    90,
    1,
    3_650,
  ),

  // The portal, and the mail behind it
  MAIL_FROM: setting.optional(
    'Sender of the mail that the platform sends, e.g. `Example API <no-reply@example.com>`. The portal at /account is off without it',
  ),
  MAIL_REPLY_TO: setting.optional('Address that replies to such email go to, and that the portal shows for questions'),
  SMTP_URL: setting.url(
    'URL of the mail server, with its password, e.g. smtps://user:password@mail.example.com:465; needed with MAIL_FROM',
    ['smtp', 'smtps'],
  ),
  SIGN_UP: setting.word(
    'Who may open an account at the portal: anybody (`open`), whom an operator has invited (`invitation`), or nobody (`closed`); ' +
      '`open` in the one-command start',
    ['open', 'invitation', 'closed'],
    'closed',
  ),
  SIGN_UP_CREDITS: setting.amount(
    'Credits that an account starts with when it is opened at the portal, once for each e-mail address; 10 in the one-command start',
    0,
  ),

  // Webhooks
  WEBHOOK_SECRETS: setting.optional(
    'Secrets with which the signing secrets of webhooks are encrypted where they are kept, as `id:secret`, comma-separated; the ' +
      'first encrypts, all decrypt. Webhooks are off without it',
  ),
  WEBHOOK_ALLOW_PRIVATE: setting.optional(
    'Comma-separated receivers of webhooks, as `host` or `host:port`, that may have private addresses and be called over http, e.g. ' +
      '127.0.0.1:4000. Without it only https to public addresses is',
  ),
  WEBHOOK_DNS_SERVERS: setting.optional(
    'Comma-separated DNS servers that are asked for the receivers of webhooks, e.g. 9.9.9.9:53,[2620:fe::fe]:53; by default the ' +
      'system is asked',
  ),
  WEBHOOK_RETRY_SECONDS: setting.text(
    'Comma-separated waits before each further attempt at a delivery, in seconds: by default 10 attempts in three days',
    '5,300,1800,7200,18000,36000,50400,72000,72000',
  ),

  // Payments
  PAYMENT_PACKS: setting.optional(
    'Credits that customers can buy, as JSON: [{"id": "small", "credits": 500, "price": 1000, "currency": "eur"}, …], the price in the ' +
      "smallest unit of the currency (cents), tax included. Nothing is sold without it and a provider's key",
  ),
  STRIPE_SECRET_KEY: setting.optional('Secret key of Stripe, through which customers pay'),
  STRIPE_WEBHOOK_SECRET: setting.optional(
    "Signing secret of Stripe's webhook endpoint, which leads to /v1/payments/stripe. Without it Stripe is only asked, and payments are " +
      'credited somewhat later',
  ),
  STRIPE_URL: setting.url('Base URL of the Stripe API; by default the public one'),
  SELLER_NAME: setting.optional('Who sells, as receipts say it: the name of your company'),
  SELLER_ADDRESS: setting.optional('Its address, as receipts have it, with `\\n` between lines'),
  SELLER_VAT_NUMBER: setting.optional('Its VAT number, as receipts have it'),

  // Upstreams
  LLM_BASE_URL: setting.url('Base URL of an OpenAI-compatible endpoint, e.g. http://127.0.0.1:11434/v1'),
  LLM_API_KEY: setting.optional('Key of that endpoint'),
  LLM_MODEL: setting.optional('Model to use there'),
  LLM_MODELS: setting.optional(
    'Models for short texts (titles, tags, posts) and long ones (descriptions, scripts, readings), as JSON: {"short": [{"model", ' +
      '"temperature", "effort", "tokens"}, …], "long": […]}. The second is asked where the first fails. By default LLM_MODEL for both',
  ),
  LLM_FALLBACK: setting.word(
    'Who writes titles, descriptions and other content when the model gives no usable draft: nobody (the request fails with 502 and is ' +
      'not charged), or the built-in composer',
    ['none', 'composer'],
    'none',
  ),
  LLM_DIALECT: setting.word(
    'What kind of server the endpoint is; by default it is asked: its list of models, and one token',
    ['auto', 'openai', 'azure', 'ollama', 'llamacpp', 'vllm', 'lmstudio', 'other'],
    'auto',
  ),
  LLM_PRICES: setting.optional(
    'Prices of models per million tokens, as JSON by model: {"small": {"read": 0.25, "written": 2, "cached": 0.025}}, in any one currency',
  ),
  LLM_TOKENS_PER_HOUR: setting.integer(
    'Tokens that all processes together may use in an hour, read and written. 0 is no limit',
    0,
  ),
  LLM_TOKENS_PER_DAY: setting.integer('The same for a day (UTC)', 0),
  LLM_MONEY_PER_HOUR: setting.amount(
    'What all processes together may spend in an hour, in the currency of LLM_PRICES. 0 is no limit',
    0,
  ),
  LLM_MONEY_PER_DAY: setting.amount('The same for a day (UTC)', 0),
  LLM_SHARE_READINGS: setting.flag(
    'Whether a reading by the model is written once for everybody who asks the same, and stays to the end of its day, week or month',
    true,
  ),
  LLM_WRITE_AHEAD: setting.text(
    "Comma-separated languages, e.g. en,es, in which the twelve readings of the next day are written at night, between 2 and 5 o'clock " +
      'UTC. For the scheduler and the content pool; without a model nothing is written',
    '',
  ),
  LLM_TIMEOUT_MS: setting.integer(
    'How long the model may take for a short text, in ms; a long one has what is left of the deadline',
    10_000,
    100,
    60_000,
  ),
  LLM_CONCURRENCY: setting.integer('Requests that one process may have open with the model at a time', 50, 1, 1_000),
  RATES_PRIMARY_URL: setting.url('Base URL of the primary source of rates; by default the public one of its key'),
  RATES_PRIMARY_KEY: setting.optional('Key (app_id) of the primary source of exchange rates'),
  RATES_SECONDARY_URL: setting.url('Base URL of the secondary source; by default the public one of its key'),
  RATES_SECONDARY_KEY: setting.optional('Key (apikey) of the secondary source of exchange rates'),
  CENTRAL_BANK_URL: setting.url(
    'Base URL of the reference rates of the European Central Bank: https://www.ecb.europa.eu/stats/eurofxref',
  ),
  VIDEO_PLATFORM_URL: setting.url("Base URL of the video platform's Data API; by default the public one of its keys"),
  VIDEO_PLATFORM_KEYS: setting.optional(
    'Comma-separated API keys; the next is used when the quota of one is exhausted',
  ),
  VIDEO_PLATFORM_SITE: setting.text("The video platform's site, for links to it", 'https://www.youtube.com'),
  VIDEO_SUGGEST_URL: setting.url('Base URL of video suggestions: https://suggestqueries.google.com'),
  WEB_SUGGEST_URL: setting.url('Base URL of web-search suggestions: https://suggestqueries.google.com'),
  MUSIC_URL: setting.url('Base URL of the music chart provider; by default the public one of its key'),
  MUSIC_KEY: setting.optional('Key of the music chart provider'),
  MUSIC_PROVIDER_NAME: setting.text('Name of the music chart provider in answers', 'Music charts'),
  DNS_SERVERS: setting.optional(
    'Comma-separated DNS servers of the email check, e.g. 9.9.9.9:53,[2620:fe::fe]:53; by default those of the system',
  ),
  UPSTREAM_SANDBOX: setting.text(
    'Comma-separated names of the upstreams that are sandboxes; set by the one-command start',
    '',
  ),
} satisfies TProperties;

const schema: TObject<typeof settings> = Type.Object(settings);

const defaults = Object.fromEntries(
  Object.entries(settings).flatMap(([name, setting]) => ('default' in setting ? [[name, setting.default]] : [])),
);

export type Config = Static<typeof schema>;

/** A setting is missing or invalid. The message names the variable. */
export class ConfigError extends StartError {}

/**
 * Reads the settings from an environment.
 *
 * @throws ConfigError naming the variable and what it must be
 */
export function readConfig(environment: NodeJS.ProcessEnv = process.env): Config {
  const sent = coerce(schema, environment);
  const given = Object.entries(settings).filter(([name]) => Object(sent)[name] !== undefined);
  // Compiling the validation of all settings would take a twentieth of the start; defaults need none.
  const validate = validator(Type.Object(Object.fromEntries(given)));
  if (!validate(sent)) {
    const found = validate.errors?.[0];
    throw new ConfigError(`${found?.instancePath.slice(1)} must be ${describe(found?.parentSchema ?? {})}`);
  }
  return { ...defaults, ...Object(sent) } as Config;
}

/** Reads the settings of this process, and ends it with one line if they are invalid. */
export function loadConfig(): Config {
  try {
    return readConfig();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}

/** Returns the public URL of the service, without a slash at the end. */
export const baseUrl = (config: Pick<Config, 'BASE_URL' | 'HOST' | 'PORT'>): string =>
  (config.BASE_URL ?? `http://${config.HOST}:${config.PORT}`).replace(/\/+$/, '');

/** Returns the public URL of hosted pages and saved images, without a slash at the end. */
export const pagesUrl = (config: Pick<Config, 'PAGES_URL' | 'BASE_URL' | 'HOST' | 'PORT'>): string =>
  (config.PAGES_URL ?? baseUrl(config)).replace(/\/+$/, '');

/**
 * Returns the value of a setting that this process needs.
 *
 * @throws ConfigError if it is not set
 */
export function required<Name extends keyof Config>(config: Config, name: Name): NonNullable<Config[Name]> {
  const value = config[name];
  if (value === undefined) throw new ConfigError(`${name} is not set: ${String(Object(settings[name]).description)}`);
  return value;
}
