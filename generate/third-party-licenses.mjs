import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/** Returns the folders of the packages that files belong to, each once, in order. */
export const packageFolders = (files) =>
  [...new Set(files.flatMap((file) => /.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file) ?? []))].sort();

/** Returns the licences of packages that are part of what is distributed, as the text of a file. */
export const licensesText = (folders) => folders.map(readLicense).join('\n');

function readLicense(path) {
  const { name, version, license, author } = JSON.parse(readFileSync(join(root, path, 'package.json'), 'utf8'));
  const files = readdirSync(join(root, path)).filter((file) => /^(licen[cs]e|copying|notice)/i.test(file));
  const by = author?.name ?? author ?? '';
  const texts = files.map((file) => readFileSync(join(root, path, file), 'utf8').trim());
  return [`== ${name} ${version}: ${license} ${by}`.trim(), ...texts, ''].join('\n');
}
