import { existsSync, readFileSync } from 'node:fs';
import { projectFile } from '../../shared/process/project-file.js';
import { type FixedFile, lazyFile } from '../web/index.js';

/** Reads a file of the editor, which the build bundles from `browser/`; empty if it makes none. */
const bundled = (name: string): FixedFile =>
  lazyFile(`/assets/studio/${name.replace('studio', 'editor')}`, name.split('.').at(-1) ?? '', () => {
    const file = projectFile(`dist/browser/${name}`);
    return existsSync(file) ? readFileSync(file, 'utf8') : '';
  });

export const editorScript = bundled('studio.js');
export const editorStyle = bundled('studio.css');
