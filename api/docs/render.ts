import { Eta } from 'eta';
import { projectFile } from '../../shared/process/project-file.js';

const eta = new Eta({ views: projectFile('api/docs/templates'), cache: true, autoTrim: [false, 'nl'] });

/** A template of this folder, filled in. What is not marked as HTML is escaped. */
export const render = (template: string, view: object): string => eta.render(template, view);
