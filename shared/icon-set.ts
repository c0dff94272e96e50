import { readFileSync } from 'node:fs';
import { LRUCache } from 'lru-cache';
import { projectFile } from './process/project-file.js';

/** Path of an icon, in a square of 16 by 16. */
export interface IconPath {
  readonly path: string;
  readonly rule?: 'evenodd';
}

/** Side of the square in which the icons are drawn. */
export const ICON_SIDE = 16;

const known = new LRUCache<string, { paths: readonly IconPath[] }>({ max: 500 });

/**
 * Returns the paths of an icon of Bootstrap Icons (MIT).
 *
 * @param name its file name, with or without `.svg`
 * @returns no paths if the set has no icon of that name that consists of paths alone
 */
export function iconPaths(name: string): readonly IconPath[] {
  const bare = name.replace(/\.svg$/, '');
  const found = known.get(bare) ?? { paths: readPaths(bare) };
  known.set(bare, found);
  return found.paths;
}

function readPaths(name: string): IconPath[] {
  if (!/^[a-z0-9-]{1,60}$/.test(name)) return [];
  const svg = readText(projectFile(`node_modules/bootstrap-icons/icons/${name}.svg`));
  if (/<(circle|rect)/.test(svg)) return [];
  return [...svg.matchAll(/<path[^>]*? ?\bd="([^"]+)"[^>]*>/g)].map(([element, path = '']) => ({
    path,
    ...(element.includes('evenodd') ? { rule: 'evenodd' as const } : {}),
  }));
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
