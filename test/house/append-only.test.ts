import { deepEqual, ok } from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { projectFile } from '../../shared/process/project-file.js';

/** Whatever changes or removes documents that are there. */
const CHANGING = /auditTrail\s*\.\s*(update|replace|delete|drop|rename|remove|bulkWrite|findOneAnd)/;

describe('the audit trail', () => {
  it('is added to, and neither changed nor shortened by anything that runs', () => {
    const sources = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.ts'], {
      cwd: projectFile('.'),
      encoding: 'utf8',
    })
      .split('\n')
      .filter((file) => file !== '' && !file.startsWith('test/') && !file.endsWith('.test.ts'))
      .map((file) => ({ file, text: readFileSync(projectFile(file), 'utf8') }));
    ok(sources.some(({ text }) => /auditTrail\s*\.\s*insertOne/.test(text)));
    deepEqual(
      sources.filter(({ text }) => CHANGING.test(text)).map(({ file }) => file),
      [],
    );
  });
});
