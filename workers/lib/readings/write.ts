import type { Call } from '../../handle.js';
import { checkFacts } from './check-facts.js';
import { instructions } from './instructions.js';
import { proseOf, proseSchema, withProse } from './prose.js';
import { type Names, namesOf, packFor, type Theme, type Words, wordsFor } from './words.js';

/** How a reading is made from what was calculated. */
export interface ReadingKind<Facts, Reading extends object> {
  /** Letters and underscores. */
  readonly name: string;
  /** What the texts are about, for a model. */
  readonly about: string;
  /** Texts that belong to the calculation, such as names of cards: a model never writes them. `cards.*.card` is each one. */
  readonly kept?: readonly string[];
  theme(facts: Facts, names: Names): Theme;
  compose(facts: Facts, words: Words): Reading;
}

/**
 * Writes a reading. The composer writes one in any case; a configured model may write its texts anew from the same
 * facts. Numbers, names and dates stay as they were calculated, and a model that fails or is late changes nothing.
 *
 * Sets `X-Reading` to who wrote it and `Content-Language` to the language it is in.
 */
export async function write<Facts extends object, Reading extends object>(
  kind: ReadingKind<Facts, Reading>,
  facts: Facts,
  language: string,
  call: Call,
): Promise<Reading> {
  const pack = packFor(language);
  const composed = kind.compose(facts, wordsFor(pack, kind.theme(facts, namesOf(pack))));
  const asked = languageCode(language);
  const modelled = await byModel(kind, facts, asked, composed, call);
  call.header('X-Reading', modelled ? 'model' : 'composer');
  call.header('Content-Language', modelled ? asked : pack.language);
  return modelled ?? composed;
}

const languageCode = (language: string): string => language.toLowerCase().split(/[-_]/)[0] ?? language;

async function byModel<Facts extends object, Reading extends object>(
  kind: ReadingKind<Facts, Reading>,
  facts: Facts,
  language: string,
  composed: Reading,
  call: Call,
): Promise<Reading | undefined> {
  const prose = proseOf(composed, kind.kept ?? []);
  return call.model?.ask(
    {
      name: kind.name,
      schema: proseSchema(prose),
      instructions: instructions(kind.about, language),
      data: { facts, draft: prose },
      maxTokens: 3_000,
      accept(answer) {
        checkFacts(answer, JSON.stringify([facts, prose]), packFor(language));
        return withProse(composed, answer);
      },
    },
    call,
  );
}
