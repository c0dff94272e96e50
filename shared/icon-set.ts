import { readFileSync } from 'node:fs';
import { projectFile } from './process/project-file.js';

/** Path of an icon, in a square of 16 by 16. */
interface IconPath {
  readonly path: string;
  readonly rule?: 'evenodd';
}

/** Side of the square in which the icons are drawn. */
export const ICON_SIDE = 16;

let icons: ReadonlyMap<string, readonly IconPath[]> | undefined;

/** Loads the icons of Bootstrap Icons (MIT) that consist of paths alone, as the build wrote them. */
function loadIcons(): ReadonlyMap<string, readonly IconPath[]> {
  const table: Record<string, IconPath[]> = JSON.parse(readFileSync(projectFile('dist/data/icons.json'), 'utf8'));
  return new Map(Object.entries(table));
}

/**
 * Returns the paths of an icon.
 *
 * @param name its file name in Bootstrap Icons, with or without `.svg`
 * @returns no paths if the set has no icon of that name that consists of paths alone
 */
export function readIconPaths(name: string): readonly IconPath[] {
  icons ??= loadIcons();
  return icons.get(name.replace(/\.svg$/, '')) ?? [];
}
