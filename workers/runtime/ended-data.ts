import { LARGEST_ENDED_INPUT } from '../../shared/contract/bounds.js';
import { charactersIn } from '../../shared/queue/beside.js';

/** Names of fields that hold files. */
const FILE_FIELD = /_base64$/;
const HOLDS_FILE = /_base64"\s*:/;

/** Length to which long texts are shortened, in characters. */
const BEGINNING = 200;

/**
 * Returns the data of an ended job as it is stored for operators: without files, with long texts shortened, and without an input that
 * is still too large then.
 *
 * @returns undefined if the data can stay as it is
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
  // The payload of a dropped job was never loaded.
  if (value !== '' && FILE_FIELD.test(name)) return `(a file of ${value.length} characters)`;
  return value.length > BEGINNING ? `${value.slice(0, BEGINNING)}… (${value.length} characters)` : value;
}

const withoutInput = (name: string, value: unknown): unknown =>
  name === 'input' ? `(left out: ${JSON.stringify(value).length} characters)` : value;
