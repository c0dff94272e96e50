import { readFileSync } from 'node:fs';
import type { fonts } from '../../../shared/contract/hosted-pages/theme.js';
import { projectFile } from '../../../shared/process/project-file.js';
import { type FixedBytes, type FixedFile, picture, versionedUrl } from '../../web/index.js';

/** Fonts that this service hosts, all of them under the SIL Open Font License 1.1. */
type Font = Exclude<(typeof fonts)[number], 'system'>;

/** A font: its style sheet, and a file per range of scripts, of which a browser loads those that a page needs. */
interface BundledFont {
  readonly style: FixedFile;
  readonly files: readonly FixedBytes[];
}

/** @param name of the package at @fontsource-variable */
function bundleFont(name: Font): BundledFont {
  const folder = `node_modules/@fontsource-variable/${name}`;
  const files: FixedBytes[] = [];
  const css = readFileSync(projectFile(`${folder}/index.css`), 'utf8')
    .replace(/\/\*.*?\*\/\s*/gs, '')
    .replace(/font-family: '[^']+'/g, `font-family: '${name}'`)
    .replace(/url\(\.\/files\/([\w-]+\.woff2)\) format\('[\w-]+'\)/g, (_, file: string) => {
      const asset = picture(`/assets/fonts/${file}`, `${folder}/files/${file}`);
      files.push(asset);
      return `url("${versionedUrl(asset)}") format("woff2")`;
    });
  return { style: { path: `/assets/fonts/${name}.css`, type: 'css', body: css }, files };
}

const bundled: Readonly<Record<Font, BundledFont>> = {
  rubik: bundleFont('rubik'),
  lora: bundleFont('lora'),
  nunito: bundleFont('nunito'),
};

/** Style sheets and files of all fonts. */
export const fontAssets: readonly (FixedFile | FixedBytes)[] = Object.values(bundled).flatMap(({ style, files }) => [
  style,
  ...files,
]);

/** Returns the URL of a font's style sheet; undefined for a font of the device. */
export const fontStyleUrl = (font: (typeof fonts)[number] | undefined): string | undefined =>
  font && font !== 'system' ? versionedUrl(bundled[font].style) : undefined;
