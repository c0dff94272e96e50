import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { catalogue } from '../../shared/contract/catalogue/index.js';
import { projectFile } from '../../shared/process/project-file.js';
import { createOutsideProject, INSTALL_TIMEOUT, type OutsideProject } from '../helpers/outside-project.js';
import { describeNightly } from '../helpers/scale.js';
import { newAccount, stack } from '../helpers/stack.js';

const PACKAGE = projectFile('packages/n8n-node');

/** Versions that run on Node 20. */
const VERSIONS = {
  n8n: { n8n: '2.8.4', '@opentelemetry/core': '2.1.0' },
  linter: { '@n8n/node-cli': '0.48.3', 'n8n-workflow': '2.41.0', typescript: '5.9.3', '@types/node': '20.19.43' },
};

/** Rules about who publishes the package, which is not known here. */
const LINTER = `import { config } from '@n8n/node-cli/eslint';
export default [
  ...config,
  { rules: { '@n8n/community-nodes/valid-author': 'off', '@n8n/community-nodes/require-homepage': 'off' } },
];
`;

interface Parameter {
  name: string;
  type: string;
  displayName?: string;
  description?: string;
  required?: boolean;
  options?: { name: string; value: string; displayName?: string; routing?: { request?: { url?: string } } }[];
  displayOptions?: { show: Record<string, string[]> };
}

/** Error about a parameter, as n8n has it. */
class NodeOperationError extends Error {
  constructor(_node: unknown, message: string) {
    super(message);
  }
}

/** Returns the node's description, with a stand-in for the part of n8n that it loads. */
function readDescription(): { properties: Parameter[]; usableAsTool: boolean } {
  const source = readFileSync(join(PACKAGE, 'dist/nodes/UtilityApi/UtilityApi.node.js'), 'utf8');
  const module = { exports: {} as { UtilityApi: new () => { description: ReturnType<typeof readDescription> } } };
  const load = createRequire(import.meta.url);
  const n8n = { NodeConnectionTypes: { Main: 'main' }, NodeApiError: Error, NodeOperationError };
  new Function('module', 'exports', 'require', source)(module, module.exports, (name: string) =>
    name === 'n8n-workflow' ? n8n : load(name),
  );
  return new module.exports.UtilityApi().description;
}

/** One item, for which n8n sends a request. */
const node = { getItemIndex: () => 0, getNode: () => ({}), getInputData: () => ({ json: {} }) };

const readExchange = () => Object(readDescription().properties.find(({ name }) => name === 'exchange')).routing;

const completeFields = async (request: object) => readExchange().send.preSend[0].call(node, request);

describe('the n8n node', () => {
  it('has an operation for every endpoint', () => {
    const urls = readDescription()
      .properties.filter(({ name }) => name === 'operation')
      .flatMap(({ options = [] }) => options.map(({ routing }) => routing?.request?.url));
    deepEqual(
      catalogue.map(({ path }) => path).filter((path) => !urls.includes(path)),
      [],
    );
  });

  it('follows no redirect, which would show the key to another host', async () => {
    const request = await completeFields({ url: '/v1/vat', body: {} });
    equal(request.disableFollowRedirect, true);
    const [receive] = readExchange().output.postReceive;
    const redirect = { statusCode: 307, headers: { location: 'https://elsewhere.example' }, body: new ArrayBuffer(0) };
    await rejects(receive.call(node, [], redirect));
  });

  it('refuses an id that would be another path', async () => {
    for (const url of ['/v1/webhooks/..', '/v1/webhooks/.', '/v1/webhooks/', '/v1/webhooks//test'])
      await rejects(completeFields({ url }), /is not an id/, url);
    equal((await completeFields({ url: '/v1/webhooks/..%2Fkeys' })).url, '/v1/webhooks/..%2Fkeys');
  });

  it('returns JSON lines, such as the results of a batch, as a file', async () => {
    const [receive] = readExchange().output.postReceive;
    const helpers = { prepareBinaryData: async (bytes: Buffer) => bytes.toString() };
    const lines = '{"index":0}\n{"index":1}\n';
    const response = { statusCode: 200, headers: { 'content-type': 'application/x-ndjson' }, body: Buffer.from(lines) };
    const [item] = await receive.call({ ...node, helpers }, [], response);
    deepEqual(item, { json: {}, binary: { data: lines }, pairedItem: { item: 0 } });
  });

  it('sends a text that is no name of a binary field as it is', async () => {
    const fields = { data_base64: 'constructor' };
    deepEqual((await completeFields({ url: '/v1/pictures', body: fields })).body, fields);
  });

  it('has the parameters of an operation once for each case in which they are shown, required ones first', () => {
    const seen = new Set<string>();
    const withOthers = new Set<string>();
    for (const { name, required, displayOptions, type } of readDescription().properties) {
      const { resource = [], operation = [], ...cases } = displayOptions?.show ?? {};
      const shown = `${resource}/${operation}`;
      const id = `${shown} ${name} ${JSON.stringify(cases)}`;
      ok(!seen.has(id), id);
      seen.add(id);
      ok(!(required && withOthers.has(shown)), `${id} stands behind the optional ones`);
      if (type === 'collection') withOthers.add(shown);
    }
  });

  it('reads well: labels instead of names of fields, and switches that are on or off', () => {
    const { properties } = readDescription();
    const inside = properties.flatMap((one) => [one, ...((one.options ?? []) as Partial<Parameter>[])]);
    for (const { displayName = '', type, description = '' } of inside) {
      ok(!/ [a-z]$/.test(displayName), displayName);
      if (type === 'boolean')
        ok(!/^Whether to enable this|\b(true|false|[01] [a-z]+s)\b/i.test(description), description);
    }
    const describe = (name: string) => inside.find((one) => one.name === name)?.description ?? '';
    match(describe('Chinese Year Forecast'), /Birth Year or Birth Date is required/);
    // The name of an event, and not of a field.
    match(describe('event'), /cta_click/);
  });

  it('is packed with what n8n loads, and nothing to install', () => {
    const [{ files }] = JSON.parse(
      execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], { cwd: PACKAGE, encoding: 'utf8' }),
    );
    const paths = files.map(({ path }: { path: string }) => path);
    const manifest = JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8'));
    for (const path of [...manifest.n8n.nodes, ...manifest.n8n.credentials, 'README.md', 'LICENSE'])
      ok(paths.includes(path), path);
    ok(
      paths.every((path: string) => /^(dist\/|package\.json|README\.md|LICENSE)/.test(path)),
      String(paths),
    );
    equal(manifest.dependencies, undefined);
  });
});

describeNightly('the n8n node, for its linter', () => {
  let project: OutsideProject;

  before(async function () {
    this.timeout(INSTALL_TIMEOUT);
    project = await createOutsideProject(VERSIONS.linter);
    const own = new Set(['node_modules', 'dist']);
    cpSync(PACKAGE, project.folder, {
      recursive: true,
      filter: (path) => !own.has(basename(path)) || path === PACKAGE,
    });
    await project.write({ 'eslint.config.mjs': LINTER });
  });
  after(() => project.remove());

  it('compiles with the types of n8n', async () => {
    await project.succeed('npx', ['tsc', '-p', '.']);
  });

  it('follows the rules for community nodes', async () => {
    const out = await project.succeed('npx', ['eslint', '.', '--max-warnings', '0']);
    equal(out.trim(), '');
  });
});

describeNightly('the n8n node, in n8n', () => {
  let project: OutsideProject;
  let environment: NodeJS.ProcessEnv;

  before(async function () {
    this.timeout(INSTALL_TIMEOUT);
    // The registry has no package for this dependency of n8n, whose URL is that of a file.
    project = await createOutsideProject(VERSIONS.n8n, { overrides: { xlsx: '0.18.5' } });
    const { folder } = project;
    const sqlite = join(folder, 'node_modules/sqlite3');
    const gyp = join(process.execPath, '../../lib/node_modules/npm/node_modules/node-gyp/bin/node-gyp.js');
    await project.succeed(process.execPath, [
      gyp,
      'rebuild',
      '-C',
      sqlite,
      `--nodedir=${join(process.execPath, '../..')}`,
    ]);
    environment = {
      N8N_USER_FOLDER: folder,
      N8N_DIAGNOSTICS_ENABLED: 'false',
      // The result of a workflow is logged.
      N8N_LOG_LEVEL: 'info',
      N8N_ENCRYPTION_KEY: 'a key of this test',
    };
    const packed = execFileSync('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder], {
      cwd: PACKAGE,
      encoding: 'utf8',
    });
    // As n8n installs community nodes.
    const nodes = join(folder, '.n8n/nodes');
    await project.write({ '.n8n/nodes/package.json': { private: true } });
    await project.succeed('npm', [
      'install',
      '--prefix',
      nodes,
      '--no-audit',
      '--no-fund',
      join(folder, packed.trim()),
    ]);
    const { key } = await newAccount({ credits: 5 });
    const data = { baseUrl: `${(await stack()).platform.baseUrl}/`, apiKey: key };
    await project.write({ 'credentials.json': [{ id: 'credential', name: 'Platform', type: 'utilityApi', data }] });
    await n8n('import:credentials', '--input=credentials.json');
  });
  after(() => project.remove());

  const n8n = (...args: string[]): Promise<string> =>
    project.succeed(process.execPath, ['node_modules/n8n/bin/n8n', ...args], environment);

  /** A step of a workflow with this package's node. */
  const step = (name: string, parameters: object, others: object = {}) => ({
    ...{ id: name, name, type: 'n8n-nodes-utility-api.utilityApi', typeVersion: 1, position: [0, 0], parameters },
    credentials: { utilityApi: { id: 'credential', name: 'Platform' } },
    ...others,
  });

  /** Imports a workflow of consecutive steps and executes it. The tools are those of the last step. */
  async function execute(steps: readonly { name: string }[], tools: readonly { name: string }[] = []) {
    const start = { id: 'start', name: 'Start', type: 'n8n-nodes-base.manualTrigger', typeVersion: 1 };
    const nodes = [{ ...start, position: [0, 0], parameters: {} }, ...steps];
    const connections = Object.fromEntries(
      nodes.slice(1).map(({ name }, at) => [nodes[at]?.name, { main: [[{ node: name, type: 'main', index: 0 }]] }]),
    );
    const last = { node: steps.at(-1)?.name, type: 'ai_tool', index: 0 };
    for (const { name } of tools) Object.assign(connections, { [name]: { ai_tool: [[last]] } });
    const id = 'workflow';
    await project.write({
      'workflow.json': { id, name: id, nodes: [...nodes, ...tools], connections, settings: {}, active: false },
    });
    await n8n('import:workflow', '--input=workflow.json');
    const { code, out, err } = await project.run(
      process.execPath,
      ['node_modules/n8n/bin/n8n', 'execute', `--id=${id}`, '--rawOutput'],
      environment,
    );
    const json = out.slice(out.search(/^\{$/m));
    return { code, text: out + err, runs: code === 0 ? JSON.parse(json).data.resultData.runData : {} };
  }

  const readItems = ({ runs, text }: Awaited<ReturnType<typeof execute>>, name: string) => {
    ok(runs[name], text.slice(-2_000));
    return runs[name][0].data.main[0];
  };

  /** Steps that create an item for each of these countries. */
  const countries = (...codes: string[]) => [
    {
      ...{ id: 'list', name: 'List', type: 'n8n-nodes-base.set', typeVersion: 3.4, position: [0, 0] },
      parameters: { mode: 'raw', jsonOutput: JSON.stringify({ country: codes }), options: {} },
    },
    {
      ...{ id: 'split', name: 'Split', type: 'n8n-nodes-base.splitOut', typeVersion: 1, position: [0, 0] },
      parameters: { fieldToSplitOut: 'country', options: {} },
    },
  ];

  const vat = {
    ...{ resource: 'vat', operation: 'vat', action: 'calculate' },
    additionalFields: { country_code: '={{ $json.country }}', net: '100' },
  };

  it('calls an endpoint for each item, and pairs the results with the items', async () => {
    const items = readItems(await execute([...countries('DE', 'FR'), step('VAT', vat)]), 'VAT');
    deepEqual(
      items.map((item: { json: { vat_amount: number }; pairedItem: unknown }) => [
        item.json.vat_amount,
        item.pairedItem,
      ]),
      [
        [19, { item: 0 }],
        [20, { item: 1 }],
      ],
    );
  });

  it('sends lists, rows and JSON as their fields', async () => {
    const lines = { row: [{ description: 'Bread', net: '10', vat_rate: '7', quantity: '', vat_type: '' }] };
    const invoice = {
      ...{ resource: 'vat', operation: 'vat', action: 'invoice' },
      additionalFields: { country_code: 'DE', lines },
    };
    const generate = {
      ...{ resource: 'qrExperience', operation: 'generate', type: 'wifi' },
      content: '{ "ssid": "Trattoria Lucia", "password": "buongiorno" }',
      additionalFields: { label: 'Tables' },
    };
    const done = await execute([step('Invoice', invoice), step('Page', generate)]);
    equal(readItems(done, 'Invoice')[0].json.lines.length, 1);
    const [{ json, binary }] = readItems(done, 'Page');
    equal(json.experience.type, 'wifi');
    equal(binary.data.mimeType, 'image/svg+xml');
  });

  it('returns pictures as binary data, and sends binary data as files', async () => {
    const code = {
      ...{ resource: 'qrCode', operation: 'generate', type: 'url', qr_code_text: 'https://example.com' },
      additionalFields: { image_format: 'PNG', image_width: 300 },
    };
    const upload = { resource: 'pictures', operation: 'uploadPicture', data_base64: 'data', additionalFields: {} };
    const done = await execute([step('Code', code), step('Picture', upload)]);
    const [{ binary, json }] = readItems(done, 'Code');
    equal(binary.data.mimeType, 'image/png');
    equal('data_base64' in json, false);
    const [{ json: picture }] = readItems(done, 'Picture');
    deepEqual([picture.width, picture.height], [300, 300]);
  });

  it('fails with the message of the platform', async () => {
    const { code, text } = await execute([...countries('XX'), step('VAT', vat)]);
    ok(code !== 0, text);
    match(text, /country/i);
    match(text, /Type: |NodeApiError/);
  });

  it('continues with an item for each error if the node is set to', async () => {
    const steps = [...countries('XX', 'DE'), step('VAT', vat, { onError: 'continueRegularOutput' })];
    const [failed, calculated] = readItems(await execute(steps), 'VAT');
    match(JSON.stringify(failed), /country/i);
    equal(calculated.json.vat_amount, 19);
  });

  it('is a tool of agents, which fill in its fields', async () => {
    const query = JSON.stringify({ Convert: { amount: 250 } });
    const executor = {
      ...{ id: 'executor', name: 'Agent', type: '@n8n/n8n-nodes-langchain.toolExecutor', typeVersion: 1 },
      ...{ position: [0, 0], parameters: { query, toolName: 'Convert' } },
    };
    const amount = "={{ $fromAI('amount', 'Amount to convert', 'number') }}";
    const parameters = { resource: 'currency', operation: 'convert', from: 'EUR', to: 'USD', amount };
    const tool = step('Convert', parameters, { type: 'n8n-nodes-utility-api.utilityApiTool' });
    const items = readItems(await execute([executor], [tool]), 'Agent');
    match(JSON.stringify(items), /mid_market/);
    match(JSON.stringify(items), /250/);
  });

  it('says so if a response is an example', async () => {
    const { key } = await newAccount({ mode: 'test' });
    const data = { baseUrl: (await stack()).platform.baseUrl, apiKey: key };
    await project.write({ 'test-key.json': [{ id: 'test-key', name: 'Test key', type: 'utilityApi', data }] });
    await n8n('import:credentials', '--input=test-key.json');
    const credentials = { utilityApi: { id: 'test-key', name: 'Test key' } };
    const items = readItems(await execute([...countries('DE'), step('VAT', vat, { credentials })]), 'VAT');
    match(items[0].json.notice, /^Example data/);
  });
});
