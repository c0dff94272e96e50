import { LARGEST_ENDED_INPUT } from '../../shared/contract/bounds.js';
import { charactersIn } from '../../shared/queue/beside.js';

/** How fields are called that hold files. */
const FILE_FIELD = /_base64$/;
const HOLDS_FILE = /_base64"\s*:/;

/** What of a long text stays, in characters. */
const BEGINNING = 200;

/**
 * What stays of the data of a job that has ended, for operators who look into it: without files and with the beginnings
 * of long texts, and without the inputs where they are large all the same.
 *
 * @returns undefined when all of it may stay
 */
export function endedData(data: unknown): object | undefined {
  if (charactersIn(data) <= LARGEST_ENDED_INPUT) {
    const whole = JSON.stringify(data);
    if (whole.length <= LARGEST_ENDED_INPUT && !HOLDS_FILE.test(whole)) return undefined;
  }
  const short = JSON.stringify(data, shortened);
  return JSON.parse(short.length <= LARGEST_ENDED_INPUT ? short : JSON.stringify(data, withoutInput));
}

function shortened(name: string, value: unknown): unknown {
  if (typeof value !== 'string') return value;
  // One that was never here, as it was computed elsewhere, has no length.
  if (value !== '' && FILE_FIELD.test(name)) return `(a file of ${value.length} characters)`;
  return value.length > BEGINNING ? `${value.slice(0, BEGINNING)}… (${value.length} characters)` : value;
}

const withoutInput = (name: string, value: unknown): unknown =>
  name === 'input' ? `(left out: ${JSON.stringify(value).length} characters)` : value;
