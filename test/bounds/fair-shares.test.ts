import { deepEqual, equal, ok } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { ASIDE } from '../../shared/contract/bounds.js';
import { childrenOf } from '../helpers/process-tree.js';
import { describeAtNight } from '../helpers/scale.js';
import { call, eventually, newAccount, stack } from '../helpers/stack.js';

const PATH = '/v1/qr-code/generate';
const LARGE = {
  qr_code_text: 'https://example.com/'.padEnd(2_320, 'abcXYZ123%'),
  image_format: 'PNG',
  image_width: 4_000,
};

/** Calls of the account that asks for much, side by side. */
const SIDE_BY_SIDE = 16;

/** Images that another account asks for meanwhile. */
const OTHERS = 10;

const TIMEOUT_MS = 180_000;

/** The processes of a worker in which calls are computed aside: not those that decode images. */
const asideOf = (worker: number): number[] =>
  childrenOf(worker).filter((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('quarantine/main.js'));

describeAtNight('an account that asks for images without end', function () {
  this.timeout(TIMEOUT_MS);

  it('has them made with less priority, and those of another account pass ahead', async () => {
    const { platform } = await stack();
    const worker = platform.children.get('worker:qr')?.pid ?? 0;
    const [busy, other] = [await newAccount({ credits: 1_000, limits: { '*': 1_000 } }), await newAccount()];
    const statuses = new Map<number, number>();
    /** When each call was sent that is under way. */
    const underWay = new Set<{ readonly at: number }>();
    let isOn = true;
    const ask = async () => {
      while (isOn) {
        const sent = { at: performance.now() };
        underWay.add(sent);
        const { status, body } = await call(PATH, LARGE, { key: busy.key });
        underWay.delete(sent);
        // What is made aside is as whole as what is made by a worker.
        if (status === 200) ok(Buffer.from(body.data_base64, 'base64').subarray(-8, -4).equals(Buffer.from('IEND')));
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
    };
    const asking = Promise.all(Array.from({ length: SIDE_BY_SIDE }, ask));
    try {
      const isAside = () => asideOf(worker).some((pid) => getPriority(pid) - getPriority() === ASIDE.niceness);
      ok(await eventually(async () => isAside(), Boolean, TIMEOUT_MS / 3));
      const passed: number[] = [];
      for (let at = 0; at < OTHERS; at++) {
        const began = performance.now();
        equal((await call(PATH, { qr_code_text: `other ${at}`, image_format: 'PNG' }, { key: other.key })).status, 200);
        passed.push([...underWay].filter((sent) => sent.at < began).length);
        await sleep(50);
      }
      ok(
        passed.filter((calls) => calls > SIDE_BY_SIDE / 4).length > OTHERS / 2,
        `passed ${passed} of the other's calls`,
      );
    } finally {
      isOn = false;
      await asking;
    }
    ok((statuses.get(200) ?? 0) > 0, JSON.stringify([...statuses]));
    deepEqual(
      [...statuses.keys()].filter((status) => ![200, 503, 504].includes(status)),
      [],
    );
  });
});
