import { type FactsOf, getPhrases, loadPacks, type ReadingKind, type ReadingOf, writeReading } from 'readings';
import { languageCode } from 'readings/compose';
import type { TObject, TString } from 'typebox';
import type { Input, Output } from '../../../shared/contract/contract.js';
import type { Endpoint } from '../../../shared/contract/endpoint.js';
import { type Call, type Handler, handle, type Resources } from '../../handle.js';
import { warmUpDanger } from '../danger/detect.js';
import { loadCities } from '../places/cities.js';
import { loadTimeZones } from '../sky/time-zones.js';
import { createLanguageTag } from '../text/languages.js';
import { type Task, warmUpModel, write } from '../writing/write.js';
import { createModelTask, type ReadingDescription } from './model-task.js';

/** Contract of a reading: the computed data, and the texts about it. */
type Contract = Endpoint<TObject<{ language: TString }>, TObject<{ computed_data: TObject; reading: TObject }>>;

/** Kinds of readings whose texts fit the contract. */
type KindFor<E extends Contract> = {
  [Kind in ReadingKind]: ReadingOf<Kind> extends Output<E>['reading'] ? Kind : never;
}[ReadingKind];

interface Calculated<Computed, Facts> {
  readonly computed: Computed;
  readonly facts: Facts;
}

/** Definition of a reading: the calculation of its facts, and its description for a model. */
interface Definition<E extends Contract, Kind extends ReadingKind> extends ReadingDescription {
  /** Kind of reading, which is also the name of the model's task. */
  readonly name: Kind;
  /** Calculates the data of the response, and the facts that the reading is written from. */
  calculate(
    input: Input<E>,
    call: Call,
  ):
    | Calculated<Output<E>['computed_data'], FactsOf<Kind>>
    | Promise<Calculated<Output<E>['computed_data'], FactsOf<Kind>>>;
  /** True if there is chance in the facts, so that no two requests have the same. */
  readonly isDrawn?: true;
  /** True if the texts must stand as they are composed, so that no model writes them. */
  isFixed?(facts: FactsOf<Kind>): boolean;
}

/** Creates the handler of an endpoint of numerology. */
export const numerology = <E extends Contract, Kind extends KindFor<E>>(
  endpoint: E,
  definition: Definition<E, Kind>,
): Handler<E> => handle(endpoint, (input, call) => read(input, definition, call), warmUp);

/** Creates the handler of an endpoint of the horoscope, whose responses also state the outcome of the request. */
export const horoscope = <E extends Contract, Kind extends KindFor<E>>(
  endpoint: E,
  definition: Definition<E, Kind>,
): Handler<E> =>
  handle(
    endpoint,
    async (input, call) => {
      const started = performance.now();
      const reading = await read(input, definition, call);
      return { ...reading, response_code: 200, response_time_ms: Math.round(performance.now() - started) };
    },
    warmUp,
  );

/** Calculates and writes a reading. TypeScript cannot see that computed data and reading add up to the output, hence `as`. */
async function read<E extends Contract, Kind extends ReadingKind>(
  input: Input<E>,
  definition: Definition<E, Kind>,
  call: Call,
): Promise<Output<E>> {
  const { computed, facts } = await definition.calculate(input, call);
  const share = call.config.LLM_SHARE_READINGS && !definition.isDrawn;
  // A shared text is also read on other days, so its period is among the facts.
  const task = createTask(definition, facts, input.language, share ? undefined : today(call));
  const sharedForMs = share ? calculateLifetime({ ...facts, ...computed }, call.clock.now()) : undefined;
  const { answer } = await write({ ...task, sharedForMs }, call);
  return { computed_data: computed, reading: answer } as Output<E>;
}

/** Creates the task of writing a reading. A model, if there is one, writes its own from the same facts. */
function createTask<E extends Contract, Kind extends ReadingKind>(
  definition: Definition<E, Kind>,
  facts: FactsOf<Kind>,
  language: string,
  today: string | undefined,
): Task<TObject, ReadingOf<Kind>> {
  const compose = () => writeReading(definition.name, facts, language);
  const modelTask = () =>
    createModelTask(definition, { facts, reading: compose(), language: createLanguageTag(language), today });
  return {
    language: languageCode(language),
    composedIn: getPhrases(language).language,
    compose,
    // No model writes to a minor: it might add romance.
    ...(definition.isFixed?.(facts) || 'minor' in facts ? {} : { modelTask }),
  };
}

const DAY_MS = 86_400_000;

/** Limits of the time for which a reading is shared. Its period may be over, years ahead, or missing. */
const MIN_LIFETIME_MS = 3_600_000;
const MAX_LIFETIME_MS = 32 * DAY_MS;

/** Period of a reading, as contracts name it. */
interface Period {
  readonly date?: unknown;
  readonly week_end?: unknown;
  readonly month?: unknown;
}

/** Returns how long a reading is the same for everybody, in ms: to the end of the day, week or month (UTC) of its facts. */
function calculateLifetime(facts: object, now: Date): number {
  const { date, week_end, month }: Period = facts;
  const day = date ?? week_end;
  const until = (end: number) => Math.min(MAX_LIFETIME_MS, Math.max(MIN_LIFETIME_MS, end - now.getTime()));
  if (typeof day === 'string') return until(Date.parse(`${day}T00:00:00Z`) + DAY_MS);
  if (typeof month === 'string') return until(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 1));
  return MAX_LIFETIME_MS;
}

/** Returns today's UTC date. */
export const today = ({ clock }: Pick<Call, 'clock'>): string => clock.now().toISOString().slice(0, 10);

/** Loads every table and pack that readings need, so that the first request need not wait for them. */
async function warmUp(resources: Pick<Resources, 'model' | 'log'>): Promise<void> {
  await warmUpModel(resources);
  loadCities();
  loadTimeZones();
  warmUpDanger();
  loadPacks();
}
