import { createHmac } from 'node:crypto';
import { resolve } from 'node:path';
import type { Disk } from 'flydrive';
import Type, { type Static } from 'typebox';
import { describe } from '../contract/coerce.js';
import { validator } from '../contract/input.js';
import { type Config, ConfigError, pagesUrl } from '../process/config.js';
import { storageSecret } from './secret.js';

type Settings = Pick<Config, 'BASE_URL' | 'DATA_DIR' | 'HOST' | 'PORT' | 'STORAGE_DISKS' | 'STORAGE_SECRET'>;

/** Where files are kept: a folder, or a bucket of a store that speaks S3. */
const local = Type.Object({ driver: Type.Literal('local'), folder: Type.String() }, { additionalProperties: false });

const s3 = Type.Object(
  {
    driver: Type.Literal('s3'),
    bucket: Type.String(),
    region: Type.String(),
    access_key_id: Type.String(),
    secret_access_key: Type.String(),
    /** Address of a store that is not the default one. */
    endpoint: Type.Optional(Type.String()),
    /** Address under which the bucket's files are public; without it they are served by this service. */
    public_url: Type.Optional(Type.String()),
  },
  { additionalProperties: false },
);

const declared = Type.Record(Type.String({ pattern: '^[a-z0-9-]{1,40}$' }), Type.Union([local, s3]), {
  additionalProperties: false,
});

type DiskOptions = Static<typeof local> | Static<typeof s3>;

/** Where accounts keep their files, each in a folder of its own. */
const ACCOUNTS = 'accounts';
/** The disk that no caller can name and whose files no address leads to. */
const PRIVATE = 'private';

/** How long a store elsewhere may take to connect and to answer, in milliseconds. */
const [CONNECT_WITHIN_MS, ANSWER_WITHIN_MS] = [2_000, 5_000];

/** The disks of a process, by name; each is opened when first used. */
export class Disks {
  readonly #options: Map<string, DiskOptions>;
  readonly #open = new Map<string, Promise<Disk>>();
  readonly #baseUrl: string;
  readonly #config: Settings;
  #secret: Promise<string> | undefined;

  /** @throws ConfigError when STORAGE_DISKS makes no sense */
  constructor(config: Settings) {
    this.#options = new Map(Object.entries(readDisks(config)));
    this.#baseUrl = pagesUrl(config);
    this.#config = config;
  }

  /** The disks that callers may name. */
  get names(): string[] {
    return [...this.#options.keys()].filter((name) => name !== PRIVATE);
  }

  /** The disk that a caller names; nothing when there is none. */
  get(name: string): Promise<Disk> | undefined {
    return name === PRIVATE ? undefined : this.#opened(name);
  }

  /** The disk of what the platform keeps for itself: the photos of pages, and replies that are large. */
  get private(): Promise<Disk> {
    const disk = this.#opened(PRIVATE);
    if (!disk) throw new Error('there is always a private disk');
    return disk;
  }

  #opened(name: string): Promise<Disk> | undefined {
    const options = this.#options.get(name);
    if (!options) return undefined;
    const disk = this.#open.get(name) ?? openDisk(options);
    this.#open.set(name, disk);
    return disk;
  }

  /**
   * An account's folder, inside any disk. Its name tells nothing about the account, and nobody who knows the account can
   * tell the name: files are public to whoever knows where they are.
   */
  async accountFolder(account: string): Promise<string> {
    this.#secret ??= storageSecret(this.#config);
    const name = createHmac('sha256', await this.#secret)
      .update(account)
      .digest('hex')
      .slice(0, 16);
    return `${ACCOUNTS}/${name}`;
  }

  /** Whether an account may read a path: what is its own, and what belongs to no account. */
  async mayRead(account: string, path: string): Promise<boolean> {
    return !path.startsWith(`${ACCOUNTS}/`) || path.startsWith(`${await this.accountFolder(account)}/`);
  }

  /** The public address of a file. */
  url(name: string, path: string): string {
    const options = this.#options.get(name);
    const elsewhere = options?.driver === 's3' ? options.public_url : undefined;
    return elsewhere ? `${elsewhere.replace(/\/$/, '')}/${path}` : `${this.#baseUrl}/files/${name}/${path}`;
  }
}

function readDisks(config: Settings): Static<typeof declared> {
  const byDefault = {
    public: { driver: 'local' as const, folder: `${config.DATA_DIR}/files` },
    [PRIVATE]: { driver: 'local' as const, folder: `${config.DATA_DIR}/private` },
  };
  if (!config.STORAGE_DISKS) return byDefault;
  return { ...byDefault, ...parse(config.STORAGE_DISKS) };
}

function parse(json: string): Static<typeof declared> {
  try {
    const read: unknown = JSON.parse(json);
    const validate = validator(declared);
    if (validate(read)) return read as Static<typeof declared>;
    const found = validate.errors?.[0];
    throw new Error(`${found?.instancePath} must be ${describe(found?.parentSchema ?? {})}`);
  } catch (cause) {
    throw new ConfigError(`STORAGE_DISKS: ${cause instanceof Error ? cause.message : cause}`);
  }
}

/** Drivers are loaded only where they are used: that for S3 is larger than all else that a process loads. */
async function openDisk(options: DiskOptions): Promise<Disk> {
  const { Disk } = await import('flydrive');
  if (options.driver === 'local') {
    const { FSDriver } = await import('flydrive/drivers/fs');
    return new Disk(new FSDriver({ location: resolve(options.folder), visibility: 'public' }));
  }
  const { S3Driver } = await import('flydrive/drivers/s3');
  return new Disk(
    new S3Driver({
      credentials: { accessKeyId: options.access_key_id, secretAccessKey: options.secret_access_key },
      region: options.region,
      bucket: options.bucket,
      visibility: 'public',
      supportsACL: false,
      maxAttempts: 2,
      requestHandler: { connectionTimeout: CONNECT_WITHIN_MS, requestTimeout: ANSWER_WITHIN_MS },
      ...(options.endpoint ? { endpoint: options.endpoint, forcePathStyle: true } : {}),
    }),
  );
}

/** A wish for a path reduced to `[a-z0-9-_/.]`, without steps upwards, hidden names or empty parts. */
export const reducePath = (wish: string): string =>
  wish
    .toLowerCase()
    .split(/[/\\]+/)
    .map((part) =>
      part
        .replace(/[^a-z0-9._-]+/g, '-')
        .replace(/^[.-]+|[.-]+$/g, '')
        .replace(/\.{2,}/g, '.'),
    )
    .filter((part) => part !== '')
    .join('/');
