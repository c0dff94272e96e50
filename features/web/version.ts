import { readFileSync } from 'node:fs';
import { projectFile } from '../../shared/process/project-file.js';

/** The version of the platform, as its package has it. */
export const { version } = JSON.parse(readFileSync(projectFile('package.json'), 'utf8')) as { version: string };
