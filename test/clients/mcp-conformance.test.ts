import { equal, match } from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { projectFile } from '../../shared/process/project-file.js';
import { type AuthenticatingProxy, startAuthenticatingProxy } from '../helpers/authenticating-proxy.js';
import { newAccount } from '../helpers/stack.js';

const run = promisify(execFile);
const SUITE = projectFile('node_modules/@modelcontextprotocol/conformance/dist/index.js');

/** Scenarios that apply to any server. The others use tools, prompts and resources of the suite's own example. */
const SCENARIOS = ['server-initialize', 'ping', 'tools-list', 'dns-rebinding-protection'];

describe("the protocol's conformance suite (MCP)", function () {
  this.timeout(120_000);
  let proxy: AuthenticatingProxy;
  before(async () => {
    proxy = await startAuthenticatingProxy((await newAccount()).key);
  });
  after(() => proxy?.stop());

  for (const scenario of SCENARIOS) {
    it(`passes ${scenario}`, async () => {
      const { stdout } = await run(process.execPath, [
        SUITE,
        'server',
        '--url',
        `${proxy.url}/mcp`,
        '--scenario',
        scenario,
      ]);
      const [, failed] = /Passed: \d+\/\d+, (\d+) failed/.exec(stdout) ?? [];
      equal(failed, '0', stdout);
      match(stdout, /Passed: /);
    });
  }
});
