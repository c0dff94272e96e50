import type { ApiError } from '../../../shared/contract/api-error.js';
import { invalidInput } from '../../../shared/contract/errors.js';

/** Creates the error of a field of `content`. */
export const createProblem = (field: string, problem: string): ApiError =>
  invalidInput(422, `content.${field} ${problem}`, `content.${field}`);
