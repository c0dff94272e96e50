import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { appendFileSync, cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectFile } from '../../shared/process/project-file.js';
import { describeNightly, nightlyOrDaily } from '../helpers/scale.js';

// Everything that a new endpoint needs: its contract and its handler.
const CONTRACT = {
  file: 'shared/contract/catalogue/horoscope.ts',
  text: `
export const yearlyHoroscope = endpoint(horoscopeGroup, {
  path: '/v1/horoscope/yearly-horoscope',
  pool: 'content',
  credits: 0.04,
  summary: 'The horoscope of one sign for one year',
  request: object({ sign, year: integer({ ...YEARS, description: 'The year to read' }), language }),
  response: envelope({ sign, year: integer() }, { overview: words }),
  errors: [],
  example: { request: { sign: 'leo', year: 2027 } },
});
`,
};
const HANDLER = {
  file: 'workers/horoscope/yearly-horoscope.ts',
  text: `import { yearlyHoroscope } from '../../shared/contract/catalogue/horoscope.js';
import { handle } from '../handle.js';

export default handle(yearlyHoroscope, ({ sign, year }) => ({
  computed_data: { sign, year },
  reading: { overview: \`The year \${year} asks for one thing done well.\` },
  response_code: 200,
  response_time_ms: 0,
}));
`,
};

/** Folders of which fronts, workers, the documentation and the generator consist. */
const FOLDERS = [
  ...['shared', 'features', 'api', 'workers', 'scheduler', 'admin', 'embedded', 'generate'],
  ...['test/helpers', 'test/faults/harness'],
];

/** Compiles no more than what the newcomer has written: by day all else is taken as it was built. */
const WRITTEN_ALONE = 'tsconfig.written.json';
const writtenAlone = {
  extends: './tsconfig.json',
  compilerOptions: { noCheck: true, noResolve: true, incremental: false, tsBuildInfoFile: null },
  include: [],
  files: [CONTRACT.file, HANDLER.file],
};

/** Tests of the built tree as its users see it: fronts and workers, the documentation, the generator. */
const LOOK = `
import { catalogue } from './dist/shared/contract/catalogue/index.js';
import { createSite } from './dist/features/docs/site.js';
import { createTools, selectTools } from './dist/features/mcp/tools.js';
import { openApiDocument } from './dist/features/docs/openapi/document.js';
import { outdatedAnswers } from './dist/generate/record-answers.js';
import { loadHandlers } from './dist/workers/runtime/load-handlers.js';
import { makeCall, runHandler } from './dist/test/helpers/run-handler.js';

const endpoint = catalogue.find(({ id }) => id === 'horoscope/yearly-horoscope');
const { files } = createSite('http://127.0.0.1:1', catalogue);
const handlers = await loadHandlers('content', makeCall());
const answer = await runHandler(handlers.get(endpoint.id), endpoint.example.request);
const operation = openApiDocument({ baseUrl: 'http://127.0.0.1:1', offered: catalogue, version: '1', recorded: {} }).paths[endpoint.path].post;
process.stdout.write(JSON.stringify({
  overview: answer.reading.overview,
  name: operation.operationId,
  price: operation['x-credits'],
  page: files.find(({ path }) => path === '/docs/horoscope').body.includes('id="yearly-horoscope"'),
  form: files.find(({ path }) => path === '/docs/horoscope/requests.json').body.includes(endpoint.path),
  prices: files.find(({ path }) => path === '/prices.json').body.includes(endpoint.path),
  tool: selectTools(createTools(catalogue), 'horoscope').some(({ definition }) => definition.name === 'horoscope_yearly_horoscope'),
  outdated: outdatedAnswers(),
}));
process.exit(0);
`;

describeNightly('adding an endpoint', () => {
  let tree: string;
  const run = (command: string, args: string[]) => execFileSync(command, args, { cwd: tree, encoding: 'utf8' });

  before(() => {
    tree = mkdtempSync(join(tmpdir(), 'utility-api-tree-'));
    const known = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: projectFile('.') });
    const wanted = new RegExp(`^(${[...FOLDERS, 'package.json', 'tsconfig.json'].join('|')})`);
    for (const file of known.toString().split('\n')) {
      if (wanted.test(file) && !file.endsWith('.test.ts')) cpSync(projectFile(file), join(tree, file), { force: true });
    }
    for (const folder of ['node_modules', 'packages']) symlinkSync(projectFile(folder), join(tree, folder));
    for (const folder of nightlyOrDaily([], FOLDERS)) {
      const isRun = (file: string) => !/\.(map|test\.js)$/.test(file);
      cpSync(projectFile(`dist/${folder}`), join(tree, 'dist', folder), { recursive: true, filter: isRun });
    }
    writeFileSync(join(tree, WRITTEN_ALONE), JSON.stringify(writtenAlone));
  });
  after(() => rmSync(tree, { recursive: true, force: true }));

  it('takes a contract and a handler; route, validation, price, docs, OpenAPI, tool and tests follow', () => {
    appendFileSync(join(tree, CONTRACT.file), CONTRACT.text);
    writeFileSync(join(tree, HANDLER.file), HANDLER.text);
    run(process.execPath, [projectFile('node_modules/typescript/bin/tsc'), '-p', nightlyOrDaily('.', WRITTEN_ALONE)]);
    writeFileSync(join(tree, 'look.mjs'), LOOK);
    const seen = JSON.parse(run(process.execPath, ['look.mjs']));
    match(seen.overview, /^The year 2027 asks/);
    equal(seen.name, 'horoscopeYearlyHoroscope');
    equal(seen.price, 0.04);
    ok(seen.page && seen.form && seen.prices && seen.tool);
    // Files that one command generates. A test fails until they exist.
    deepEqual(seen.outdated, ['horoscope/yearly-horoscope']);
  });
});
