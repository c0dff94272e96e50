import { equal, match, ok } from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { ASIDE } from '../../shared/contract/bounds.js';
import { LimitedProcess } from './limited-process.js';

/** What a child of the program below spends of a processor, in ms. */
const SPENT_MS = 200;

/** Answers anything, after a child of its own has done something, and ends with its parent. */
const PROGRAM = `
const { spawnSync } = require('node:child_process');
const busy = 'while (process.cpuUsage().user < ${SPENT_MS}e3);';
process.on('message', () => {
  spawnSync(process.execPath, ['-e', busy]);
  process.send('done');
});
process.send('ready');
`;

const weightOf = (pid: number | 'self' | undefined) =>
  readFile(`/proc/${pid}/autogroup`, 'utf8').catch(() => undefined);

describe('a process that gives way', () => {
  let folder: string;
  let child: LimitedProcess;
  let ownWeight: string | undefined;
  before(async () => {
    ownWeight = await weightOf('self');
    folder = await mkdtemp(join(tmpdir(), 'limited-process-'));
    const file = join(folder, 'program.cjs');
    await writeFile(file, PROGRAM);
    child = new LimitedProcess({ command: [file], memoryBytes: 256 * 1024 ** 2, niceness: ASIDE.niceness });
    await child.ready;
  });
  after(async () => {
    child.kill();
    await rm(folder, { recursive: true });
  });

  it('has so much less priority, and does what it is asked for', async () => {
    equal((child.pid ? getPriority(child.pid) : 0) - getPriority(), ASIDE.niceness);
    equal(await child.ask({}, new AbortController().signal, 30_000), 'done');
    ok(child.spentMs >= SPENT_MS - 20, `its child included, it has spent ${child.spentMs} ms`);
  });

  it('weighs as little among sessions (pending where sessions are not weighed)', async function () {
    if (ownWeight === undefined) return this.skip();
    match((await weightOf(child.pid)) ?? '', new RegExp(` nice ${ASIDE.niceness}\n$`));
    // Its parent's session is another, and weighs what it did.
    equal(await weightOf('self'), ownWeight);
  });
});
