import { readFileSync } from 'node:fs';
import Type from 'typebox';
import { Parse } from 'typebox/value';
import { projectFile } from '../../../shared/process/project-file.js';
import type { Sensitivity } from './sensitivity.js';

const notesFile = Type.Record(Type.String(), Type.Object({ help: Type.String(), cards: Type.String() }));

let read: Readonly<Record<string, { readonly help: string; readonly cards: string }>> | undefined;

/**
 * What is said beside a text: where to find `help`, or that `cards` do not tell such things. No telephone numbers or
 * addresses, as those differ by country and change.
 *
 * @param language one that has a pack; English else
 */
export function note(kind: 'help' | 'cards', language: string): string {
  read ??= Parse(notesFile, JSON.parse(readFileSync(projectFile('workers/lib/topics/notes.json'), 'utf8')));
  return (read[language] ?? read.en)?.[kind] ?? '';
}

/** Whether a text on it ends with where help is to be had. */
export const needsHelp = (about: Sensitivity | undefined): boolean =>
  about === 'suicide' || about === 'selfharm' || about === 'abuse';
