/**
 * Imports the module of a handler by its path in this folder. Modules have no paths in a bundle, so bundle.mjs replaces this module with a
 * table of them.
 */
export const importModule = <T>(path: string): Promise<{ default?: T }> => import(`./${path}`);
