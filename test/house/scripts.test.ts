import { deepEqual } from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { matchesGlob } from 'node:path';
import Type from 'typebox';
import { Parse } from 'typebox/value';
import { projectFile } from '../../shared/process/project-file.js';

const { scripts } = Parse(
  Type.Object({ scripts: Type.Record(Type.String(), Type.String()) }),
  JSON.parse(readFileSync(projectFile('package.json'), 'utf8')),
);

/** `a/{b,c}.js` → `a/b.js`, `a/c.js`. */
function alternatives(pattern: string): string[] {
  const [braces, within = ''] = /\{([^{}]+)\}/.exec(pattern) ?? [];
  return braces === undefined
    ? [pattern]
    : within.split(',').flatMap((one) => alternatives(pattern.replace(braces, one)));
}

describe('scripts that run tests', () => {
  const patterns = Object.values(scripts).flatMap((script) => script.match(/dist\/[^\s']+\.test\.js/g) ?? []);

  const files = readdirSync(projectFile('dist'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.test.js'))
    .map((file) => `dist/${file}`);

  it('leave no test out', () => {
    const leftOut = files.filter((file) => !patterns.some((pattern) => matchesGlob(file, pattern)));
    deepEqual(leftOut, []);
  });

  it('name nothing that is not there', () => {
    const empty = patterns.flatMap(alternatives).filter((one) => !files.some((file) => matchesGlob(file, one)));
    deepEqual(empty, []);
  });

  it('have a star wherever they have braces, for mocha reads no braces without one', () => {
    deepEqual(
      patterns.filter((pattern) => pattern.includes('{') && !pattern.includes('*')),
      [],
    );
  });
});
