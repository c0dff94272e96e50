import { deepEqual, ok } from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { projectFile } from '../../shared/process/project-file.js';
import { type AuthenticatingProxy, startAuthenticatingProxy } from '../helpers/authenticating-proxy.js';
import { nightlyOrDaily } from '../helpers/scale.js';
import { newAccount } from '../helpers/stack.js';

const run = promisify(execFile);

/** The official suites: the stable one, and the one that knows the revision without sessions. */
const SUITES = {
  stable: projectFile('node_modules/@modelcontextprotocol/conformance/dist/index.js'),
  next: projectFile('node_modules/mcp-conformance-2026/dist/index.js'),
};

/** Options of a suite. */
interface Run {
  readonly suite: keyof typeof SUITES;
  /** Revision that the suite speaks; its own default without one. */
  readonly revision?: string;
}

const NEWEST: Run = { suite: 'next', revision: '2026-07-28' };
const RUNS = nightlyOrDaily<readonly Run[]>(
  [{ suite: 'stable' }, { suite: 'next', revision: '2025-11-25' }, NEWEST],
  [NEWEST],
);

/** Scenarios that pass for a server with tools of its own, with the checks inside them that need those of the suite's example. */
const APPLICABLE: Readonly<Record<string, readonly string[]>> = {
  'server-initialize': [],
  'server-session-lifecycle': [],
  'server-stateless': [
    // The tool test_missing_capability.
    'sep-2575-server-rejects-undeclared-capability',
    'sep-2575-missing-capability-http-400',
    // The tools test_streaming_elicitation and test_logging_tool.
    'sep-2575-http-server-no-independent-requests-on-stream',
    'sep-2575-server-no-log-without-loglevel',
  ],
  ping: [],
  'tools-list': [],
  'resources-list': [],
  'prompts-list': [],
  'sep-2164-resource-not-found': [],
  'dns-rebinding-protection': [],
  caching: [],
  'http-header-validation': [],
  'server-sse-multiple-streams': [],
  'input-required-result-missing-input-response': [],
  'input-required-result-unsupported-methods': [],
  'input-required-result-ignore-extra-params': [],
  'input-required-result-validate-input': [],
};

const EXAMPLE = 'calls tools, prompts or resources of the example server of the suite';
const NOT_OFFERED = 'tests a capability that this server does not declare';

/** Scenarios that do not apply, and why. */
const INAPPLICABLE: readonly (readonly [RegExp, string])[] = [
  [/^tools-call-/, EXAMPLE],
  [/^json-schema-2020-12$/, EXAMPLE],
  [/^resources-(read|templates)-/, EXAMPLE],
  [/^prompts-get-/, EXAMPLE],
  [/^http-custom-header-server-validation$/, 'needs tools that mirror arguments to headers; none does here'],
  [/^logging-set-level$/, `${NOT_OFFERED}: logging`],
  [/^completion-complete$/, `${NOT_OFFERED}: completions`],
  [/^resources-(un)?subscribe$/, `${NOT_OFFERED}: subscriptions, since documents change only with the version`],
  [/^server-sse-polling$/, 'needs sessions, of which a stateless server has none'],
  [/^elicitation-/, 'needs a tool that asks the user; none does here'],
  [/^input-required-result-/, 'needs a tool that asks the user; none does here'],
  [/^tasks-/, 'tests an extension that this server does not declare'],
  [/^sep-2640-skills-/, 'tests an extension that this server does not declare'],
];

/** Gives Node 20 the function `globSync`, which the suites import for options that are not used here. */
const SHIM = `data:text/javascript,${encodeURIComponent(
  "export * from 'node:fs'; export { default } from 'node:fs'; export const globSync = () => [];",
)}`;
const HOOKS = `data:text/javascript,${encodeURIComponent(
  `export const resolve = (name, context, next) =>
     name === 'fs' && /conformance/.test(context.parentURL) ? { url: ${JSON.stringify(SHIM)}, shortCircuit: true } : next(name, context);`,
)}`;
const PRELOAD = `data:text/javascript,${encodeURIComponent(
  `import { register } from 'node:module'; register(${JSON.stringify(HOOKS)});`,
)}`;

const runSuite = (suite: Run['suite'], ...options: string[]) =>
  run(process.execPath, ['--import', PRELOAD, SUITES[suite], ...options], { maxBuffer: 64 * 1024 * 1024 });

/** Lists the scenarios of a run. */
async function listScenarios({ suite, revision }: Run): Promise<string[]> {
  const { stdout } = await runSuite(suite, 'list', '--server');
  const all = [...stdout.matchAll(/- (\S+) \[(.*)\]/g)];
  ok(all.length > 0, stdout);
  return all.filter(([, , revisions = '']) => revisions.includes(revision ?? '')).map(([, name = '']) => name);
}

interface Check {
  readonly id: string;
  readonly status: string;
  readonly errorMessage?: string;
}

/** Runs a scenario, and returns its checks. */
async function runScenario({ suite, revision }: Run, url: string, scenario: string): Promise<Check[]> {
  const folder = await mkdtemp(join(tmpdir(), 'mcp-conformance-'));
  const version = revision === undefined ? [] : ['--spec-version', revision];
  try {
    // It exits with 1 when a check fails.
    await runSuite(suite, 'server', '--url', url, '--scenario', scenario, '-o', folder, ...version).catch(() => {});
    const [result = ''] = await readdir(folder);
    return JSON.parse(await readFile(join(folder, result, 'checks.json'), 'utf8'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

describe("the protocol's conformance suites (MCP)", function () {
  this.timeout(300_000);
  let proxy: AuthenticatingProxy;
  before(async () => {
    proxy = await startAuthenticatingProxy((await newAccount()).key);
  });
  after(() => proxy?.stop());

  for (const one of RUNS) {
    const title = `${one.suite}${one.revision === undefined ? '' : ` at ${one.revision}`}`;

    it(`know each scenario of ${title} as one that applies or that does not`, async () => {
      for (const scenario of await listScenarios(one)) {
        const reasons = INAPPLICABLE.filter(([names]) => names.test(scenario));
        ok(reasons.length > 0 || Object.hasOwn(APPLICABLE, scenario), scenario);
      }
    });

    it(`pass all that applies of ${title}`, async () => {
      const scenarios = (await listScenarios(one)).filter((scenario) => Object.hasOwn(APPLICABLE, scenario));
      // The default run takes those about the transport and the lists.
      const taken = nightlyOrDaily(
        scenarios,
        scenarios.filter((scenario) => !scenario.startsWith('input-required-')),
      );
      ok(taken.length >= 6, taken.join(', '));
      for (const scenario of taken) {
        const checks = await runScenario(one, `${proxy.url}/mcp`, scenario);
        ok(checks.length > 0, scenario);
        const failed = checks.filter(({ status }) => status === 'FAILURE');
        const unexpected = failed.filter(({ id }) => !APPLICABLE[scenario]?.includes(id));
        deepEqual(unexpected, [], scenario);
      }
    });
  }
});
