import { equal } from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { projectFile } from '../../shared/process/project-file.js';

describe('the editor of the studio', function () {
  this.timeout(60_000);

  it('has the right types, which the compiler of everything else does not check', () => {
    const { stdout, status } = spawnSync('npx', ['tsc', '-p', projectFile('features/studio/browser')], {
      encoding: 'utf8',
    });
    equal(stdout, '');
    equal(status, 0);
  });
});
