import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { projectFile } from '../../shared/process/project-file.js';

/** The folder of the client's package. */
export const PACKAGE = projectFile('clients/typescript');
export const BUILD_MS = 300_000;

let built: Promise<unknown> | undefined;

/** Builds the package as its users would, once for all tests. */
export function buildClient(): Promise<unknown> {
  built ??= promisify(execFile)('npm', ['run', '--silent', 'build'], { cwd: PACKAGE, timeout: BUILD_MS });
  return built;
}
