import { openPacks } from 'readings/compose';
import { projectFile } from '../../shared/process/project-file.js';

/** Lines and phrases of the readings, to which tests and benches compare what was written. */
export const packs = openPacks(projectFile('packages/readings/packs'));
