import { deepEqual, equal } from 'node:assert/strict';
import { makeCall, runHandler } from '../../test/helpers/run-handler.js';
import handler from './batch.js';

describe('qr-code/batch', () => {
  it('lists what it has no time left for, and charges for one code at least', async () => {
    let charged = 0;
    const call = makeCall({
      deadline: new Date(Date.now() + 1_000),
      charge: (microCredits) => (charged = microCredits),
    });
    const rows = [{ qr_code_text: 'a' }, { qr_code_text: 'b' }];
    const answer = await runHandler(handler, { rows }, call);
    deepEqual([answer.made, answer.bytes, answer.file_url], [0, 0, undefined]);
    deepEqual(
      answer.failed.map(({ row, type }) => [row, type]),
      [
        [1, 'qr_batch_out_of_time'],
        [2, 'qr_batch_out_of_time'],
      ],
    );
    equal(charged, 10_000);
  });
});
