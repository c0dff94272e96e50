import { execFileSync } from 'node:child_process';

/** Commands that may be a Python with the modules of the tests, which Debian has as python3-httpx, python3-pytest and mypy. */
const CANDIDATES = [process.env.PYTHON, 'python3', '/usr/bin/python3'];

/** Returns the Python that has these modules; undefined if none has. */
export const pythonWith = (...modules) => CANDIDATES.find((python) => python !== undefined && has(python, modules));

function has(python, modules) {
  try {
    execFileSync(python, ['-c', `import sys, ${modules.join(', ')}; sys.exit(sys.version_info < (3, 11))`], {
      stdio: 'ignore',
    });
    return true;
  } catch {
    return false;
  }
}
