import { deepEqual, ok, throws } from 'node:assert/strict';
import { readConfig } from '../../../shared/process/config.js';
import { RetrySchedule } from './retry-schedule.js';

const HOUR_MS = 3_600_000;
const noon = new Date('2026-01-05T12:00:00Z');

describe('retry schedule', () => {
  it('makes ten attempts within three and a quarter days, ever further apart', () => {
    const { WEBHOOK_RETRY_SECONDS } = readConfig({});
    for (const chance of [0, 0.999]) {
      const schedule = new RetrySchedule(WEBHOOK_RETRY_SECONDS, () => chance);
      const waits: number[] = [];
      for (let tries = 0; ; tries++) {
        const due = schedule.nextAttempt(tries, noon);
        if (!due) break;
        waits.push(due.getTime() - noon.getTime());
      }
      const sum = waits.reduce((all, wait) => all + wait, 0);
      deepEqual([waits.length, [...waits].sort((a, b) => a - b)], [9, waits]);
      ok(sum >= 71 * HOUR_MS && sum <= 79 * HOUR_MS, `${sum / HOUR_MS} h`);
    }
  });

  it('refuses a setting that is no list of seconds', () => {
    for (const wrong of ['soon', '1,-1', '1,,x', '99999999', Array(40).fill('1').join(',')])
      throws(() => new RetrySchedule(wrong), /WEBHOOK_RETRY_SECONDS must be/, wrong);
  });
});
