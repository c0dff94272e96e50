import { readFileSync } from 'node:fs';
import Type, { type Static } from 'typebox';
import { Parse } from 'typebox/value';
import { projectFile } from '../../../shared/process/project-file.js';
import { type Danger, dangers, LANGUAGES } from './detect.js';
import { findHelpLines, listEmergencyLines, listLines } from './help-lines.js';

/** Messages of one language. `{lines}` and `{emergency}` stand for numbers to call. */
const messageFile = Type.Object(
  {
    overall: Type.Record(Type.Enum([...dangers]), Type.String()),
    /** Text of the first card, which names help too. */
    first: Type.String(),
    /** Texts of the other cards of the largest spread: one thought each that helps for the next hour. */
    cards: Type.Array(Type.String(), { minItems: 9, maxItems: 9 }),
  },
  { additionalProperties: false },
);

/** Message to a person in danger, instead of a reading. */
interface HelpMessage {
  readonly overall: string;
  readonly cards: readonly string[];
}

const messages = new Map<string, Static<typeof messageFile>>();

/**
 * Writes the message for a danger, help first.
 *
 * @param spoken language in which the danger was found: the lines of its countries are named
 * @param language language of the message, which is English if it has none
 */
export function createHelpMessage(danger: Danger, spoken: string, language: string): HelpMessage {
  const written = LANGUAGES.find((one) => one === language) ?? 'en';
  const { overall, first, cards } = loadMessage(written);
  const lines = listLines(findHelpLines(danger, spoken), written);
  const emergency = listLines(listEmergencyLines(spoken), written);
  const filled = (text: string) => text.replace('{lines}', lines).replace('{emergency}', emergency);
  return { overall: filled(overall[danger] ?? ''), cards: [filled(first), ...cards] };
}

function loadMessage(language: string): Static<typeof messageFile> {
  const file = () => readFileSync(projectFile(`workers/lib/danger/messages/${language}.json`), 'utf8');
  const message = messages.get(language) ?? Parse(messageFile, JSON.parse(file()));
  messages.set(language, message);
  return message;
}
