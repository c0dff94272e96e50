import { readFileSync } from 'node:fs';
import type { fonts } from '../../../shared/contract/hosted-pages/theme.js';
import { projectFile } from '../../../shared/process/project-file.js';
import { type FixedBytes, type FixedFile, picture, versionedUrl } from '../../web/index.js';

/** The fonts that are served by ourselves. All of them are under the SIL Open Font License 1.1. */
type Font = Exclude<(typeof fonts)[number], 'system'>;

/** A font: the style sheet that names its files, each for some scripts, so that a browser loads only those that a page needs. */
interface BundledFont {
  readonly style: FixedFile;
  readonly files: readonly FixedBytes[];
}

/** @param name of the variable font in Fontsource's packages */
function bundledFont(name: Font): BundledFont {
  const folder = `node_modules/@fontsource-variable/${name}`;
  const files: FixedBytes[] = [];
  const css = readFileSync(projectFile(`${folder}/index.css`), 'utf8')
    .replace(/\/\*.*?\*\/\s*/gs, '')
    .replace(/font-family: '[^']+'/g, `font-family: '${name}'`)
    .replace(/url\(\.\/files\/([\w-]+\.woff2)\) format\('[\w-]+'\)/g, (_, file: string) => {
      const made = picture(`/assets/fonts/${file}`, `${folder}/files/${file}`);
      files.push(made);
      return `url("${versionedUrl(made)}") format("woff2")`;
    });
  return { style: { path: `/assets/fonts/${name}.css`, type: 'css', body: css }, files };
}

const bundled: Readonly<Record<Font, BundledFont>> = {
  rubik: bundledFont('rubik'),
  lora: bundledFont('lora'),
  nunito: bundledFont('nunito'),
};

/** Everything that fonts are made of. */
export const fontAssets: readonly (FixedFile | FixedBytes)[] = Object.values(bundled).flatMap(({ style, files }) => [
  style,
  ...files,
]);

/** The style sheet of a font; none for what the device has. */
export const fontStyle = (font: (typeof fonts)[number] | undefined): string | undefined =>
  font && font !== 'system' ? versionedUrl(bundled[font].style) : undefined;
