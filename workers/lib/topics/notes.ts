import { readFileSync } from 'node:fs';
import Type from 'typebox';
import { Parse } from 'typebox/value';
import { projectFile } from '../../../shared/process/project-file.js';
import type { Sensitivity } from './sensitivity.js';

const notesFile = Type.Record(Type.String(), Type.String());

let read: Readonly<Record<string, string>> | undefined;

/**
 * Returns where help is to be had, to be said below a text. No telephone numbers or addresses, as those differ by country
 * and change.
 *
 * @param language one that has a pack; English else
 */
export function note(language: string): string {
  read ??= Parse(notesFile, JSON.parse(readFileSync(projectFile('workers/lib/topics/notes.json'), 'utf8')));
  return read[language] ?? read.en ?? '';
}

/** Whether a text on it ends with where help is to be had. */
export const needsHelp = (about: Sensitivity | undefined): boolean =>
  about === 'suicide' || about === 'selfharm' || about === 'abuse';
