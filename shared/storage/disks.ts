import { createHmac, randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Disk } from 'flydrive';
import Type, { type Static } from 'typebox';
import { describe } from '../contract/coerce.js';
import { compileValidator } from '../contract/input.js';
import { type Config, ConfigError, pagesUrl } from '../process/config.js';

type Settings = Pick<Config, 'BASE_URL' | 'DATA_DIR' | 'HOST' | 'PORT' | 'STORAGE_DISKS' | 'STORAGE_SECRET'>;

const local = Type.Object({ driver: Type.Literal('local'), folder: Type.String() }, { additionalProperties: false });

const s3 = Type.Object(
  {
    driver: Type.Literal('s3'),
    bucket: Type.String(),
    region: Type.String(),
    access_key_id: Type.String(),
    secret_access_key: Type.String(),
    /** URL of another S3-compatible store. */
    endpoint: Type.Optional(Type.String()),
    /** Public URL of the bucket's files; without it they are served by this platform. */
    public_url: Type.Optional(Type.String()),
  },
  { additionalProperties: false },
);

const declared = Type.Record(Type.String({ pattern: '^[a-z0-9-]{1,40}$' }), Type.Union([local, s3]), {
  additionalProperties: false,
});

/** Options of a disk: a folder, or a bucket of an S3-compatible store. */
type DiskOptions = Static<typeof local> | Static<typeof s3>;

/** Folder of the files of accounts, in which each has its own. */
const ACCOUNTS = 'accounts';
/** Name of the disk that requests cannot name, and whose files have no URL. */
const PRIVATE = 'private';

/** Timeouts of an S3-compatible store, in ms. */
const [CONNECT_TIMEOUT_MS, REQUEST_TIMEOUT_MS] = [2_000, 5_000];

/** Disks of a process, by name. Each is opened when it is first used. */
export class Disks {
  readonly #options: Map<string, DiskOptions>;
  readonly #open = new Map<string, Promise<Disk>>();
  readonly #baseUrl: string;
  readonly #config: Settings;
  #secret: Promise<string> | undefined;

  /** @throws ConfigError if STORAGE_DISKS is invalid */
  constructor(config: Settings) {
    this.#options = new Map(Object.entries(readDisks(config)));
    this.#baseUrl = pagesUrl(config);
    this.#config = config;
  }

  /** Names of the disks that requests may name. */
  get names(): string[] {
    return [...this.#options.keys()].filter((name) => name !== PRIVATE);
  }

  /** Returns the disk that a request names; undefined if there is none. */
  get(name: string): Promise<Disk> | undefined {
    return name === PRIVATE ? undefined : this.#opened(name);
  }

  /** Disk of the photos of pages, and of large stored replies. */
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
   * Returns the folder of an account on any disk. Files are public to those who know their URL, so its name cannot be derived from the
   * account without the secret.
   */
  async accountFolder(account: string): Promise<string> {
    this.#secret ??= loadSecret(this.#config);
    const name = createHmac('sha256', await this.#secret)
      .update(account)
      .digest('hex')
      .slice(0, 16);
    return `${ACCOUNTS}/${name}`;
  }

  /** True if an account may read a path: its own files, and those of no account. */
  async canRead(account: string, path: string): Promise<boolean> {
    return !path.startsWith(`${ACCOUNTS}/`) || path.startsWith(`${await this.accountFolder(account)}/`);
  }

  /** Returns the public URL of a file. */
  url(name: string, path: string): string {
    const options = this.#options.get(name);
    const publicUrl = options?.driver === 's3' ? options.public_url : undefined;
    return publicUrl ? `${publicUrl.replace(/\/$/, '')}/${path}` : `${this.#baseUrl}/files/${name}/${path}`;
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
    const validate = compileValidator(declared);
    if (validate(read)) return read as Static<typeof declared>;
    const found = validate.errors?.[0];
    throw new Error(`${found?.instancePath} must be ${describe(found?.parentSchema ?? {})}`);
  } catch (cause) {
    throw new ConfigError(`STORAGE_DISKS: ${cause instanceof Error ? cause.message : cause}`);
  }
}

/** Opens a disk. Drivers are loaded when they are used, since that for S3 is larger than all else that a process loads. */
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
      requestHandler: { connectionTimeout: CONNECT_TIMEOUT_MS, requestTimeout: REQUEST_TIMEOUT_MS },
      ...(options.endpoint ? { endpoint: options.endpoint, forcePathStyle: true } : {}),
    }),
  );
}

/** Reduces a requested path to `[a-z0-9-_/.]`, without steps upwards, hidden names or empty parts. */
export const reducePath = (path: string): string =>
  path
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

/**
 * Loads the secret from which names of folders are derived: the setting, or one that is created once in the data folder, readable by its
 * user alone. If several processes create it at the same time, all use that of the first.
 */
async function loadSecret({ STORAGE_SECRET, DATA_DIR }: Pick<Config, 'DATA_DIR' | 'STORAGE_SECRET'>): Promise<string> {
  if (STORAGE_SECRET) return STORAGE_SECRET;
  const file = join(DATA_DIR, 'storage-secret');
  const stored = await ignoreError('ENOENT', readFile(file, 'utf8'));
  if (stored !== undefined) return stored;
  const created = `${file}-${randomBytes(8).toString('hex')}`;
  await mkdir(DATA_DIR, { recursive: true });
  await writeFile(created, randomBytes(32).toString('base64url'), { mode: 0o600 });
  // A link is atomic: the file is never seen without its content.
  await ignoreError('EEXIST', link(created, file));
  await rm(created);
  return readFile(file, 'utf8');
}

/** Returns the result of a promise; undefined if it fails with an error code. */
async function ignoreError<T>(code: string, work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === code) return undefined;
    throw error;
  }
}
