import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Redis } from 'ioredis';
import { secretSettings } from '../../embedded/process-environment.js';
import { Tokens } from '../../features/keys/tokens.js';
import { poolNames } from '../../shared/contract/pools.js';
import { readConfig } from '../../shared/process/config.js';
import { projectFile } from '../../shared/process/project-file.js';
import { type ProcessKind, settings } from '../../shared/process/settings.js';
import { upstreamDeclarations } from '../../workers/lib/upstream/declarations.js';
import {
  bytesIn,
  composeFile,
  interpolate,
  platformServices,
  serviceEnvironment,
} from '../helpers/deployment-files.js';
import { eventually, stack } from '../helpers/stack.js';
import { unusedPort } from '../helpers/unused-port.js';

const run = promisify(execFile);
const secrets = Object.keys(secretSettings);
const kinds: readonly ProcessKind[] = ['api', 'scheduler', 'deliver', ...poolNames];
const meantFor = (kind: ProcessKind) =>
  secrets.filter((name) => secretSettings[name as keyof typeof secretSettings]?.includes(kind));
const secretsIn = (environment: object) => secrets.filter((name) => Object.hasOwn(environment, name));

/** Settings in a file, as systemd and Compose read it. */
const settingsIn = (file: string): Record<string, string> =>
  Object.fromEntries(
    [...readFileSync(file, 'utf8').matchAll(/^(\w+)=(.*)$/gm)].map(([, name, value]) => [name, value]),
  );

describe('secrets', () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'secrets-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('are known, of a running platform, only to the processes that work with them', async () => {
    const { platform } = await stack();
    for (const [name, { pid }] of platform.children) {
      const kind = kinds.find((one) => name === one || name === `worker:${one}`);
      const environment = Object.fromEntries(
        readFileSync(`/proc/${pid}/environ`, 'utf8')
          .split('\0')
          .map((line) => [line.split('=', 1)[0], line]),
      );
      const given = secretsIn(platform.environment);
      const meant = kind ? meantFor(kind) : [];
      deepEqual(
        secretsIn(environment),
        given.filter((secret) => meant.includes(secret)),
        name,
      );
    }
  });

  it('that are keys of upstreams are for the pools that ask them', () => {
    for (const { account, usedBy } of upstreamDeclarations)
      if (account) deepEqual(secretSettings[account.keySetting], [...usedBy].sort(), account.keySetting);
    for (const { urlSetting, account, usedBy } of upstreamDeclarations)
      for (const pool of usedBy)
        for (const name of [urlSetting, ...(account ? [account.keySetting] : [])])
          ok(Object.hasOwn(composeFile.services[pool]?.environment ?? {}, name), `${name} for ${pool}`);
  });

  it('are handed out by Compose in the same way', () => {
    for (const { name, environment } of platformServices) {
      const kind = kinds.find((one) => name === one);
      ok(kind, name);
      deepEqual(secretsIn(environment).sort(), meantFor(kind).sort(), name);
    }
    deepEqual(
      platformServices.filter(({ volumes = [] }) => volumes.length > 0).map(({ name }) => name),
      secretSettings.STORAGE_DISKS,
      'who has the saved files',
    );
  });

  it('and all other settings are handed out by Compose to every process that reads them', () => {
    const fixed = ['HOST', 'PORT', 'DATA_DIR', 'LOG_PRETTY', 'UPSTREAM_SANDBOX'];
    const missing = Object.entries(settings).flatMap(([name, { usedBy }]) =>
      kinds
        .filter((kind) => usedBy.includes(kind) && !fixed.includes(name))
        .filter((kind) => !Object.hasOwn(composeFile.services[kind]?.environment ?? {}, name))
        .map((kind) => `${name} for ${kind}`),
    );
    deepEqual(missing, []);
  });

  it('are handed out by systemd in the same way, in files that root alone reads', async () => {
    const readme = readFileSync(projectFile('deploy/systemd/README.md'), 'utf8');
    const [block = ''] = /^host=.*?(?=```)/ms.exec(readme) ?? [];
    await run('bash', ['-euc', `redis_password=secret\n${block.replace('/etc/utility-api', folder)}`]);
    deepEqual(readdirSync(folder).sort(), ['front', 'scheduler', 'deliver', 'settings', ...poolNames].sort());
    for (const file of readdirSync(folder)) {
      equal(statSync(join(folder, file)).mode & 0o777, 0o600);
      const kind = kinds.find((one) => file === one || (file === 'front' && one === 'api'));
      const optional = (name: string) => /_KEYS?$|_DISKS$|_OIDC_|^STRIPE_|^SMTP_/.test(name);
      const meant = kind ? meantFor(kind).filter((name) => !optional(name)) : [];
      const given = settingsIn(join(folder, file));
      deepEqual(secretsIn(given).sort(), meant.sort(), file);
      readConfig(given);
    }
  });

  it('are in the runbook, with who knows them', () => {
    const runbook = readFileSync(projectFile('docs/runbook.md'), 'utf8');
    const [head = [], , ...rows] = (/^\| secret \|.*?(?=\n\n)/ms.exec(runbook)?.[0] ?? '')
      .split('\n')
      .map((row) => row.split('|').map((cell) => cell.trim()));
    const columns = head.map((name) => kinds.find((kind) => name === kind || (name === 'front' && kind === 'api')));
    const told = rows.flatMap((cells) =>
      [...(cells[1] ?? '').matchAll(/`(\w+)`/g)].map(([, name = '']) => [
        name,
        columns.filter((_, column) => cells[column] === 'yes').sort(),
      ]),
    );
    const { DEMO_API_KEY: _, ...known } = secretSettings;
    deepEqual(
      Object.fromEntries(told),
      Object.fromEntries(Object.entries(known).map(([name, who]) => [name, [...who].sort()])),
    );
  });

  describe('made by deploy/make-secrets', () => {
    const file = () => join(folder, '.env');
    const make = async () => (await run(join(folder, 'deploy', 'make-secrets'))).stdout;

    beforeEach(async () => {
      await mkdir(join(folder, 'deploy'));
      await copyFile(projectFile('deploy/make-secrets'), join(folder, 'deploy', 'make-secrets'));
    });

    it('are all that Compose asks for, new on every machine, and for their owner alone', async () => {
      await make();
      equal(statSync(file()).mode & 0o777, 0o600);
      const made = settingsIn(file());
      deepEqual(
        Object.entries(made).filter(([, value]) => !/^(first:)?[0-9a-f]{64}$/.test(value)),
        [],
      );
      equal(new Set(Object.values(made)).size, Object.keys(made).length);
      for (const service of Object.values(composeFile.services)) {
        const environment = serviceEnvironment(service, made);
        const config = readConfig(environment);
        if (config.TOKEN_SECRETS) new Tokens(config.TOKEN_SECRETS);
      }
    });

    it('stay as they are when there are some', async () => {
      writeFileSync(file(), 'BASE_URL=https://api.example.com\nADMIN_TOKEN=\nREDIS_PASSWORD=mine\n');
      chmodSync(file(), 0o644);
      await make();
      equal(statSync(file()).mode & 0o777, 0o600);
      const made = settingsIn(file());
      equal(made.BASE_URL, 'https://api.example.com');
      equal(made.REDIS_PASSWORD, 'mine');
      equal(made.ADMIN_TOKEN?.length, 64);
      await make();
      deepEqual(settingsIn(file()), made);
    });
  });
});

describe('Redis, as it is deployed', () => {
  const { command = [], mem_limit, ...service } = composeFile.services.redis ?? { mem_limit: '' };
  const password = 'a-password-of-the-tests';

  it('is closed to whoever does not know its password, and its memory has an end', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'redis-'));
    const port = await unusedPort();
    const here = command.map((part) =>
      interpolate(part, {})
        .replace('/etc/redis.conf', projectFile('deploy/redis.conf'))
        .replace('<<END\n', `<<END\nport ${port}\nloglevel warning\ndir ${folder}\n`),
    );
    match(here.join(' '), new RegExp(`port ${port}`));
    const environment = serviceEnvironment(service, { REDIS_PASSWORD: password });
    const [program = '', ...args] = here;
    const server = spawn(program, args, {
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const ended = once(server, 'exit');
    const connect = (url: string) => {
      const redis = new Redis(url, {
        maxRetriesPerRequest: 0,
        retryStrategy: (attempt) => Math.min(attempt * 20, 200),
      });
      redis.on('error', () => {});
      return redis;
    };
    const unauthenticated = connect(`redis://127.0.0.1:${port}`);
    const known = connect(`redis://:${password}@127.0.0.1:${port}`);
    try {
      const told = await eventually(
        () => unauthenticated.get('anything').catch((error: Error) => error.message),
        (answer) => String(answer).startsWith('NOAUTH'),
      );
      match(String(told), /^NOAUTH /);
      const config = async (name: string) => (await known.config('GET', name)).toString().split(',')[1];
      equal(await config('maxmemory-policy'), 'noeviction');
      equal(await config('appendonly'), 'yes');
      const maxmemory = Number(await config('maxmemory'));
      ok(maxmemory > 0 && maxmemory * 1.5 <= bytesIn(mem_limit), `${maxmemory} of ${mem_limit}`);
      ok(!readFileSync(`/proc/${server.pid}/cmdline`, 'utf8').includes(password));
    } finally {
      unauthenticated.disconnect();
      known.disconnect();
      server.kill('SIGTERM');
      deepEqual(await ended, [0, null], 'the server itself gets the signal, and stops in order');
      await rm(folder, { recursive: true });
    }
  });

  it('has a password in every deployment, and so has MongoDB', () => {
    for (const { name, environment } of platformServices) {
      const { REDIS_URL = 'redis://:p@', MONGODB_URL = 'mongodb://u:p@' } = environment;
      match(String(REDIS_URL), /^redis:\/\/:[^@]+@/, name);
      match(String(MONGODB_URL), /^mongodb:\/\/[^:@]+:[^@]+@/, name);
    }
    match(composeFile.services.mongodb?.command?.join(' ') ?? '', /mongod .*--keyFile /);
  });
});

describe('memory', () => {
  it('has an end for every service and every unit', () => {
    for (const [name, { mem_limit }] of Object.entries(composeFile.services)) ok(bytesIn(mem_limit) > 0, name);
    const units = readdirSync(projectFile('deploy/systemd')).filter((file) => file.endsWith('.service'));
    equal(units.length, kinds.length);
    for (const unit of units)
      match(readFileSync(projectFile(`deploy/systemd/${unit}`), 'utf8'), /^MemoryMax=\d+[MG]$/m, unit);
  });
});
