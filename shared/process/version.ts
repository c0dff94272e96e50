import { readFileSync } from 'node:fs';
import { projectFile } from './project-file.js';

/** Version of the platform, from its package. */
export const { version } = JSON.parse(readFileSync(projectFile('package.json'), 'utf8')) as { version: string };
