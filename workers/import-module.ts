/**
 * Imports the module of a handler by its path in this folder. In the bundle of a process modules have no paths: there
 * bundle.mjs puts a table of them into this module's place.
 */
export const importModule = <T>(path: string): Promise<{ default?: T }> => import(`./${path}`);
