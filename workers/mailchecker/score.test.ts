import { deepEqual, equal } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { projectFile } from '../../shared/process/project-file.js';
import type { MailRecords } from './records.js';
import { type Facts, rate, rows } from './score.js';

const records: MailRecords = {
  mail: 'mx',
  mx: ['mx.company.example'],
  mxProvider: null,
  parked: false,
  spf: true,
  dmarc: 'none',
};
const facts: Facts = {
  records,
  isKnownProvider: false,
  isDisposable: false,
  isRelay: false,
  isRole: false,
  isPlaceholder: false,
  isQuoted: false,
  isMistyped: false,
};

describe('mailchecker: the score', () => {
  it('is the table that the documentation shows', () => {
    const page = readFileSync(projectFile('docs/mailchecker.md'), 'utf8');
    const shown = [...page.matchAll(/^\| `(\w+)` +\| +([+−]\d) /gm)].map(([, part, points]) => ({
      part,
      points: Number(points?.replace('−', '-')),
    }));
    deepEqual(
      shown,
      rows.map(({ part, points }) => ({ part, points })),
    );
  });

  it('is the sum of its parts', () => {
    const { score, parts } = rate({ ...facts, isRole: true });
    equal(
      score,
      parts.reduce((sum, { points }) => sum + points, 0),
    );
  });

  it('stays within 0 and 10', () => {
    equal(rate({ ...facts, isKnownProvider: true, records: { ...records, mxProvider: 'Proton' } }).score, 10);
    const worst = { ...facts, isRole: true, isPlaceholder: true, isQuoted: true, isMistyped: true };
    equal(
      rate({ ...worst, records: { ...records, mail: 'none', parked: true, spf: false, dmarc: 'absent' } }).score,
      0,
    );
  });

  it('is at most 1 for domains without mail and for disposable addresses', () => {
    for (const mail of ['none', 'null_mx'] as const) {
      equal(rate({ ...facts, isKnownProvider: true, records: { ...records, mail } }).score, 1);
    }
    equal(rate({ ...facts, isDisposable: true }).score, 1);
  });

  it('says why it is low, the gravest reason first', () => {
    deepEqual(rate(facts).reasons, []);
    deepEqual(rate({ ...facts, isRole: true, isMistyped: true, isDisposable: true }).reasons, [
      'disposable',
      'mistyped_domain',
      'role_account',
    ]);
    deepEqual(rate({ ...facts, isRelay: true, records: { ...records, mail: 'unknown' } }).reasons, [
      'relay',
      'dns_unknown',
    ]);
    deepEqual(rate({ ...facts, records: { ...records, mail: 'null_mx' } }).reasons, ['null_mx']);
  });

  it('decides trust and risk', () => {
    const rated = (given: Partial<Facts>) => {
      const { trusted, risk } = rate({ ...facts, ...given });
      return [trusted, risk];
    };
    deepEqual(rated({}), ['high', 'low']);
    deepEqual(rated({ isQuoted: true }), ['medium', 'medium']);
    deepEqual(rated({ isMistyped: true }), ['low', 'high']);
    deepEqual(rated({ records: { ...records, mail: 'unknown' } }), ['unknown', 'medium']);
    deepEqual(rated({ isDisposable: true, records: { ...records, mail: 'unknown' } }), ['low', 'high']);
  });
});
