import { deepEqual, equal, match } from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Type from 'typebox';
import { compileValidator } from '../../shared/contract/input.js';
import { projectFile } from '../../shared/process/project-file.js';
import { describeNightly } from '../helpers/scale.js';

const WITHIN_MS = 150_000;
const ADVICE = '/-/npm/v1/security/advisories/bulk';

interface Ended {
  code: number;
  stdout: string;
  output: string;
}

/** Runs a script of package.json with a registry of the test's own, and a cache that knows nothing. */
async function runScript(name: string, registry: RequestListener): Promise<Ended> {
  const server = createServer(registry);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const cache = await mkdtemp(join(tmpdir(), 'npm-cache-'));
  const { port } = server.address() as AddressInfo;
  const env = {
    ...process.env,
    npm_config_registry: `http://127.0.0.1:${port}/`,
    npm_config_cache: cache,
    // Else npm itself asks once a week whether there is a newer npm.
    npm_config_update_notifier: 'false',
  };
  const options = { cwd: projectFile('.'), env, timeout: WITHIN_MS, maxBuffer: 64 * 1024 * 1024 };
  try {
    return await new Promise((resolve) =>
      execFile('npm', ['run', '--silent', name], options, (error, stdout, stderr) =>
        resolve({ code: error ? Number(error.code) : 0, stdout, output: stdout + stderr }),
      ),
    );
  } finally {
    server.closeAllConnections();
    server.close();
    await rm(cache, { recursive: true, force: true });
  }
}

const lock = Type.Object({
  packages: Type.Record(
    Type.String(),
    Type.Object({
      version: Type.Optional(Type.String()),
      name: Type.Optional(Type.String()),
      link: Type.Optional(Type.Boolean()),
    }),
  ),
});
const bom = Type.Object({
  bomFormat: Type.Literal('CycloneDX'),
  components: Type.Array(Type.Object({ 'bom-ref': Type.String() })),
});

function read<Shape extends Type.TSchema>(json: string, shape: Shape): Type.Static<Shape> {
  const content: unknown = JSON.parse(json);
  const validate = compileValidator(shape);
  deepEqual(validate(content) || validate.errors, true);
  return content as Type.Static<Shape>;
}

describe('the packages of the platform', () => {
  it('fail the check when one that runs in production, installed or bundled, is known to be vulnerable', async () => {
    const advice = (title: string) => [
      { id: 1, url: 'https://advisories.example/1', title, severity: 'high', vulnerable_versions: '<99', cwe: [] },
    ];
    const { code, output } = await runScript('vulnerabilities', (request, response) => {
      response.setHeader('Content-Type', 'application/json');
      if (request.url === ADVICE)
        response.end(
          JSON.stringify({ koa: advice('Reads minds'), stripe: advice('Overcharges'), mocha: advice('Bitter') }),
        );
      else
        response.end(
          JSON.stringify({ name: decodeURIComponent(request.url ?? '').slice(1), versions: {}, 'dist-tags': {} }),
        );
    });
    equal(code, 1, output);
    match(output, /^koa .*\(high\): .*Reads minds https:\/\/advisories.example\/1/m);
    match(output, /^stripe .*\(high\): .*Overcharges/m);
    equal(/mocha|Bitter/.test(output), false, output);
  });
});

// The check runs by day with every commit, beside the tests.
describeNightly('all packages of the platform', () => {
  it('are all listed by one command without prompts', async () => {
    let asked = 0;
    const { code, stdout, output } = await runScript('sbom', (_, response) => {
      asked += 1;
      response.writeHead(500).end();
    });
    equal(code, 0, output);
    equal(asked, 0);
    const { packages } = read(readFileSync(projectFile('package-lock.json'), 'utf8'), lock);
    const installed = Object.entries(packages)
      .filter(([path, { link }]) => path.includes('node_modules/') && !link)
      .map(([path, { name, version }]) => `${name ?? path.replace(/.*node_modules\//, '')}@${version}`);
    const listed = new Set(read(stdout, bom).components.map((component) => component['bom-ref']));
    deepEqual(
      installed.filter((id) => !listed.has(id)),
      [],
    );
  });

  it('pass it when none is, and when the registry does not say', async () => {
    const knowsNone = runScript('vulnerabilities', (_, response) => {
      response.setHeader('Content-Type', 'application/json').end('{}');
    });
    const saysNothing = runScript('vulnerabilities', (_, response) => {
      response.writeHead(405).end();
    });
    const [none, silent] = await Promise.all([knowsNone, saysNothing]);
    deepEqual([none.code, none.stdout], [0, 'No package that runs in production is known to be vulnerable.\n']);
    equal(silent.code, 0, silent.output);
    match(silent.stdout, /^The registry answers no audits, so vulnerabilities are unknown: 405 /);
  });
});
