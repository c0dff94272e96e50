import { parseArgs } from 'node:util';
import { readConfig } from '../../shared/process/config.js';
import { createLogger } from '../../shared/process/log.js';
import { type Running, runProcess } from '../../shared/process/run-process.js';
import { startSandboxDns } from './dns.js';
import { startSandbox } from './server.js';
import { sandboxSettings } from './upstreams.js';

const { values } = parseArgs({ options: { port: { type: 'string', default: '0' } } });
const STOP_WITHIN_MS = 2_000;

/** Serves the sandbox upstreams. Started alone, it says where it is and which settings point at it. */
async function start(): Promise<Running> {
  const [sandbox, dns] = await Promise.all([startSandbox(Number(values.port)), startSandboxDns()]);
  if (!process.send) {
    const settings = { SANDBOX_URL: sandbox.url, ...sandboxSettings(sandbox.url, {}, dns.address) };
    for (const [name, value] of Object.entries(settings)) process.stdout.write(`${name}=${value}\n`);
  }
  return {
    facts: { url: sandbox.url, dns: dns.address },
    async stop() {
      await Promise.all([sandbox.close(), dns.close()]);
    },
  };
}

await runProcess(createLogger('sandbox', readConfig()), STOP_WITHIN_MS, start);
