import { readFileSync } from 'node:fs';
import Type, { type Static } from 'typebox';
import { Parse } from 'typebox/value';
import { projectFile } from '../../../shared/process/project-file.js';
import { type Danger, dangers, LANGUAGES } from './detect.js';
import { emergencyLines, linesFor, listLines } from './help-lines.js';

/** `{lines}` and `{emergency}` stand for numbers to call. */
const messageFile = Type.Object(
  {
    overall: Type.Record(Type.Enum([...dangers]), Type.String()),
    /** The first of the cards: help comes first there too. */
    first: Type.String(),
    /** As many more as the largest spread has: one thought each that helps for the next hour. */
    cards: Type.Array(Type.String(), { minItems: 9, maxItems: 9 }),
  },
  { additionalProperties: false },
);

/** Message to somebody in danger, in the place of a reading. */
export interface HelpMessage {
  readonly overall: string;
  readonly cards: readonly string[];
}

const messages = new Map<string, Static<typeof messageFile>>();

/**
 * Writes the message for a danger, help first.
 *
 * @param spoken the language in which the danger was spoken of: its countries' lines are named
 * @param language the language to write in; English where there is no message in it
 */
export function helpMessage(danger: Danger, spoken: string, language: string): HelpMessage {
  const written = LANGUAGES.find((one) => one === language) ?? 'en';
  const { overall, first, cards } = messageIn(written);
  const lines = listLines(linesFor(danger, spoken), written);
  const emergency = listLines(emergencyLines(spoken), written);
  const filled = (text: string) => text.replace('{lines}', lines).replace('{emergency}', emergency);
  return { overall: filled(overall[danger] ?? ''), cards: [filled(first), ...cards] };
}

function messageIn(language: string): Static<typeof messageFile> {
  const file = () => readFileSync(projectFile(`workers/lib/danger/messages/${language}.json`), 'utf8');
  const message = messages.get(language) ?? Parse(messageFile, JSON.parse(file()));
  messages.set(language, message);
  return message;
}
