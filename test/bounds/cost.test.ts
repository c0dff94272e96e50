import { equal, ok } from 'node:assert/strict';
import { toCredits } from '../../shared/contract/amounts.js';
import { CPU_SECONDS_PER_CREDIT } from '../../shared/contract/bounds.js';
import { deviceAnalyze } from '../../shared/contract/catalogue/device-analyze.js';
import { generate } from '../../shared/contract/catalogue/qr-code.js';
import type { Endpoint } from '../../shared/contract/endpoint.js';
import { measureSlowdown } from '../helpers/machine-speed.js';
import { readCpuSeconds } from '../helpers/process-tree.js';
import { describeNightly, nightlyOrDaily } from '../helpers/scale.js';
import { call, newAccount, stack } from '../helpers/stack.js';

/** Number of attempts, one of which has to stay within bounds: other processes on the machine only add to the time. */
const TRIES = 12;
/** Calls of a try that cost less than the clock of processes is exact to, 10 ms each. */
const SHORT_CALLS = 10;

/** Checks the processor time of a worker per credit against the bound, in seconds of the reference machine. */
async function isInBounds(endpoint: Endpoint, fields: (turn: number) => object, calls = 1): Promise<void> {
  const { platform } = await stack();
  const pid = platform.children.get(`worker:${endpoint.pool}`)?.pid;
  ok(pid);
  const { key } = await newAccount();
  let least = Number.POSITIVE_INFINITY;
  for (let turn = 0; turn < TRIES && least > CPU_SECONDS_PER_CREDIT; turn++) {
    const before = readCpuSeconds(pid);
    for (let at = turn * calls; at < (turn + 1) * calls; at++)
      equal((await call(endpoint.path, fields(at), { key })).status, 200);
    const seconds = (readCpuSeconds(pid) - before) / calls;
    least = Math.min(least, seconds / (await measureSlowdown()) / toCredits(endpoint.cost));
  }
  ok(least <= CPU_SECONDS_PER_CREDIT, `${least.toFixed(1)} CPU s a credit`);
}

describeNightly('work', () => {
  const squares = {};
  const dots = { body_style: 'dot', eye_style: 'circle', foreground_color: '#1a237e' };
  const styles: Record<string, object> = nightlyOrDaily({ squares, 'coloured dots': dots }, { squares });
  for (const [what, style] of Object.entries(styles)) {
    it(`on a dense code of 4,000 pixels, ${what}, as PNG is ${CPU_SECONDS_PER_CREDIT} CPU seconds a credit at most`, async () => {
      const qr_code_text = 'https://example.com/'.padEnd(2_320, 'abcXYZ123%');
      await isInBounds(generate, () => ({ qr_code_text, image_format: 'PNG', image_width: 4_000, ...style }));
    });
  }

  it(`on a hostile user agent is ${CPU_SECONDS_PER_CREDIT} CPU seconds a credit at most`, async () => {
    await isInBounds(deviceAnalyze, (turn) => ({ ua: `${turn} ${' x'.repeat(2_500)}` }), SHORT_CALLS);
  });
});
