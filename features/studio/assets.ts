import { existsSync, readFileSync } from 'node:fs';
import { projectFile } from '../../shared/process/project-file.js';
import { createLazyFile, type FixedFile } from '../web/index.js';

/** A file of the editor that the build makes; empty if it makes none. */
const built = (name: string, from: string): FixedFile =>
  createLazyFile(`/assets/studio/${name}`, name.split('.').at(-1) ?? '', () => {
    const file = projectFile(from);
    return existsSync(file) ? readFileSync(file, 'utf8') : '';
  });

export const editorScript = built('editor.js', 'dist/browser/studio.js');
export const editorStyle = built('editor.css', 'dist/browser/studio.css');

/** Files that the editor loads: its scripts and style, its icons, and pictures of the shapes of codes. */
export const editorFiles = [
  ...[editorScript, editorStyle],
  built('sortable.js', 'dist/browser/studio-sortable.js'),
  built('icons.svg', 'dist/browser/studio-icons.svg'),
  built('shapes.svg', 'dist/data/qr-swatches.svg'),
];
