import type { TObject, TString } from 'typebox';
import type { Input, Output } from '../../../shared/contract/contract.js';
import type { Endpoint } from '../../../shared/contract/endpoint.js';
import { type Call, type Handler, handle, type Resources } from '../../handle.js';
import { warmUpDanger } from '../danger/detect.js';
import { loadCities } from '../places/cities.js';
import { loadTimeZones } from '../sky/time-zones.js';
import { languageTag } from '../text/languages.js';
import type { Composition } from '../writing/compose.js';
import { languageCode, openPacks } from '../writing/pack.js';
import { type Names, namesOf, type Words, wordsFor } from '../writing/words.js';
import { type Task, warmUpModel, write } from '../writing/write.js';
import { keptMs } from './period.js';
import { askForReading, type ReadingTask } from './question.js';

/** The words of all readings. */
export const packs = openPacks('workers/lib/readings/packs');

/** The contract of a reading: what was calculated, and what it means. */
type Contract = Endpoint<TObject<{ language: TString }>, TObject<{ computed_data: TObject; reading: TObject }>>;

/** How a reading is told from what was calculated. */
interface Telling<Facts extends object, Reading extends object> extends ReadingTask {
  /** What the words follow from: conditions of the pack's lines, what fills their slots, the seed. */
  theme(facts: Facts, names: Names): Composition;
  compose(facts: Facts, words: Words, language: string): Reading;
  /** Whether there is chance in the facts: then no two callers ask for the same. */
  readonly isDrawn?: true;
  /** True if every word of the reading must stand as it is composed, so that no model writes it. */
  isFixed?(facts: Facts): boolean;
}

interface Calculated<Computed, Facts> {
  readonly computed: Computed;
  readonly facts: Facts;
}

/** A reading from end to end: calculated, then told. */
interface Definition<Asked, Computed, Facts extends object, Reading extends object> extends Telling<Facts, Reading> {
  /** What the answer shows, and the facts that the reading is told from. */
  calculate(input: Asked, call: Call): Calculated<Computed, Facts> | Promise<Calculated<Computed, Facts>>;
}

/** Types both parts of an answer by its contract. That they add up to `Output<E>` TypeScript cannot tell: hence `as`. */
type DefinitionOf<E extends Contract, Facts extends object> = Definition<
  Input<E>,
  Output<E>['computed_data'],
  Facts,
  Output<E>['reading']
>;

/** Makes the handler of an endpoint of numerology. */
export const numerology = <E extends Contract, Facts extends object>(
  endpoint: E,
  definition: DefinitionOf<E, Facts>,
): Handler<E> => handle(endpoint, (input, call) => read(input, definition, call) as Promise<Output<E>>, warmUp);

/** Makes the handler of an endpoint of the horoscope, whose answers also tell how the call went. */
export const horoscope = <E extends Contract, Facts extends object>(
  endpoint: E,
  definition: DefinitionOf<E, Facts>,
): Handler<E> =>
  handle(
    endpoint,
    async (input, call) => {
      const started = performance.now();
      const answer = await read(input, definition, call);
      return { ...answer, response_code: 200, response_time_ms: Math.round(performance.now() - started) } as Output<E>;
    },
    warmUp,
  );

async function read<Asked extends { language: string }, Computed, Facts extends object, Reading extends object>(
  input: Asked,
  definition: Definition<Asked, Computed, Facts, Reading>,
  call: Call,
): Promise<{ computed_data: Computed; reading: Reading }> {
  const { computed, facts } = await definition.calculate(input, call);
  const share = call.config.LLM_SHARE_READINGS && !definition.isDrawn;
  // A shared text is read on other days too: its period is among the facts.
  const task = taskOf(definition, facts, input.language, share ? undefined : today(call));
  const sharedForMs = share ? keptMs({ ...facts, ...computed }, call.clock.now()) : undefined;
  const { answer } = await write({ ...task, sharedForMs }, call);
  return { computed_data: computed, reading: answer };
}

/** The composer writes a reading in any case; a model writes its own from the same facts. */
function taskOf<Facts extends object, Reading extends object>(
  telling: Telling<Facts, Reading>,
  facts: Facts,
  language: string,
  today: string | undefined,
): Task<TObject, Reading> {
  const isForMinor = 'minor' in facts;
  const { forMinors, ...all } = packs.of(language);
  const pack = (isForMinor && forMinors) || all;
  const asked = languageCode(language);
  const compose = (): Reading =>
    telling.compose(facts, wordsFor(pack, telling.theme(facts, namesOf(pack))), pack.language);
  const question = () =>
    askForReading(telling, {
      facts,
      reading: compose(),
      language: languageTag(language),
      pack,
      english: packs.of('en'),
      today,
    });
  return {
    language: asked,
    composedIn: pack.language,
    compose,
    // To a minor no model writes: it might add romance.
    ...(telling.isFixed?.(facts) || isForMinor ? {} : { question }),
  };
}

/** Today's UTC day. */
export const today = ({ clock }: Pick<Call, 'clock'>): string => clock.now().toISOString().slice(0, 10);

/** Loads every table and pack that readings need, so that the first call does not wait for them. */
async function warmUp(resources: Pick<Resources, 'model' | 'log'>): Promise<void> {
  await warmUpModel(resources);
  loadCities();
  loadTimeZones();
  warmUpDanger();
  for (const language of packs.languages) packs.of(language);
}

/** What the reading of a single number shows, and is told from. */
export const oneNumber = <Type extends string>(type: Type, number: number) => ({
  computed: { type, number },
  facts: { number },
});
