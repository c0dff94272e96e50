import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { zipSync } from 'fflate';

/** Time of all files of a wheel, the first that a ZIP archive can express: the same sources give the same bytes. */
const MODIFIED = new Date(1980, 0, 1);

/**
 * Creates the wheel of a Python package that has neither compiled code nor commands, from the sources in `src/` and `pyproject.toml`.
 *
 * @returns its name, version, file name and bytes
 */
export function createWheel(folder) {
  const project = readProject(readFileSync(join(folder, 'pyproject.toml'), 'utf8'));
  const name = project.name.replaceAll('-', '_');
  const { version } = project;
  const info = `${name}-${version}.dist-info`;
  const files = {
    ...readSources(join(folder, 'src')),
    [`${info}/licenses/LICENSE`]: readFileSync(join(folder, 'LICENSE')),
    [`${info}/METADATA`]: Buffer.from(metadata(project, readFileSync(join(folder, project.readme), 'utf8'))),
    [`${info}/WHEEL`]: Buffer.from(
      'Wheel-Version: 1.0\nGenerator: utility-api\nRoot-Is-Purelib: true\nTag: py3-none-any\n',
    ),
  };
  const rows = Object.entries(files).map(([path, bytes]) => {
    const hash = createHash('sha256').update(bytes).digest('base64url');
    return `${path},sha256=${hash},${bytes.length}\n`;
  });
  const record = `${info}/RECORD`;
  const all = { ...files, [record]: Buffer.from(`${rows.join('')}${record},,\n`) };
  // As Unix, regular files that all may read.
  const options = { level: 9, mtime: MODIFIED, os: 3, attrs: 0o100644 << 16 };
  return {
    name: project.name,
    version,
    file: `${name}-${version}-py3-none-any.whl`,
    bytes: Buffer.from(zipSync(all, options)),
  };
}

/** Reads the table `[project]`. Each of its values is one line, and a string or a list as JSON has them, but for the licence. */
function readProject(toml) {
  const [table = ''] = /(?<=^\[project\]\n)(.+\n)+/m.exec(toml) ?? [];
  const lines = table
    .trim()
    .replace(/^license = \{ text = (.*) \}$/m, 'license = $1')
    .split('\n');
  return Object.fromEntries(
    lines.map((line) => {
      const [name, value] = line.split(/ = (.*)/);
      return [name, JSON.parse(value)];
    }),
  );
}

/** Returns the core metadata of a package, with its README. */
function metadata(project, readme) {
  const { name, version, description, keywords, license, classifiers, dependencies } = project;
  const fields = [
    ['Metadata-Version', '2.4'],
    ['Name', name],
    ['Version', version],
    ['Summary', description],
    ['Keywords', keywords.join(',')],
    ['License-Expression', license],
    ['License-File', 'LICENSE'],
    ...classifiers.map((classifier) => ['Classifier', classifier]),
    ['Requires-Python', project['requires-python']],
    ['Description-Content-Type', 'text/markdown'],
    ...dependencies.map((dependency) => ['Requires-Dist', dependency]),
  ];
  return `${fields.map(([field, value]) => `${field}: ${value}\n`).join('')}\n${readme}`;
}

/** Reads the modules with their types. */
function readSources(folder) {
  const paths = readdirSync(folder, { recursive: true })
    .map((path) => path.split(sep).join('/'))
    .filter((path) => /\.pyi?$|\/py\.typed$/.test(path))
    .sort();
  return Object.fromEntries(paths.map((path) => [path, readFileSync(join(folder, path))]));
}
