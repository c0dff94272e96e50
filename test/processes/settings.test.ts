import { deepEqual, equal, ok, throws } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createSandboxSettings } from 'sandbox';
import { renderSettingsPage } from '../../admin/settings-page.js';
import { ConfigError, readConfig } from '../../shared/process/config.js';
import { projectFile } from '../../shared/process/project-file.js';
import { settings } from '../../shared/process/settings.js';
import { launch } from '../helpers/launch.js';
import { nightlyOrDaily } from '../helpers/scale.js';

describe('settings', () => {
  it('are all in docs/settings.md, as `npm run generate` writes it', () => {
    equal(readFileSync(projectFile('docs/settings.md'), 'utf8'), `${renderSettingsPage()}\n`);
  });

  it('that are invalid are named, with what they must be', () => {
    for (const [name, value, wanted] of [
      ['REDIS_URL', 'localhost:6379', 'a URL: redis://… or rediss://… or unix://…'],
      ['MONGODB_URL', 'localhost', 'a URL: mongodb://… or mongodb+srv://…'],
      ['BASE_URL', 'api.example.com', 'a URL: http://… or https://…'],
      ['PORT', '70000', 'a whole number from 0 to 65535'],
      ['TRUST_PROXY', 'perhaps', 'true or false'],
      ['LOG_LEVEL', 'loud', 'one of debug, info, warn, error, silent'],
    ] as const) {
      throws(() => readConfig({ [name]: value }), new ConfigError(`${name} must be ${wanted}`));
    }
    equal(readConfig({ MONGODB_URL: 'mongodb+srv://a.example/?x=1' }).MONGODB_URL, 'mongodb+srv://a.example/?x=1');
  });

  it('exist for every service that the sandbox replaces', () => {
    for (const name of Object.keys(
      createSandboxSettings('http://127.0.0.1:1', {}, '127.0.0.1:53', 'smtp://127.0.0.1:25'),
    )) {
      ok(name in settings, name);
    }
  });

  it('end a process with one line when one is invalid or missing', async () => {
    const senseless = [
      [
        'dist/workers/main.js',
        ['qr'],
        { MONGODB_URL: 'localhost' },
        'MONGODB_URL must be a URL: mongodb://… or mongodb+srv://…',
      ],
      ['dist/api/main.js', [], { TRUST_PROXY: 'perhaps' }, 'TRUST_PROXY must be true or false'],
    ] as const;
    const missing = [
      'dist/scheduler/main.js',
      [],
      {},
      'REDIS_URL is not set: Redis server, e.g. redis://127.0.0.1:6379. For a Cluster, name several hosts; for Sentinel, name the sentinels and add ?sentinel=name.',
    ] as const;
    const tried = [...senseless.slice(0, nightlyOrDaily(2, 1)), missing];
    const said = await Promise.all(
      tried.map(async ([script, args, environment]) => {
        const { ended, output } = launch(script, [...args], environment);
        return `${await ended()} ${output()}`;
      }),
    );
    deepEqual(
      said,
      tried.map(([, , , line]) => `1 ${line}\n`),
    );
  });
});
