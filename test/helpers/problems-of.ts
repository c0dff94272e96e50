import { ApiError } from '../../shared/contract/api-error.js';

/** Returns the messages of all problems that a function throws, by their fields. */
export function problemsOf(run: () => unknown): Record<string, string> {
  try {
    run();
  } catch (error) {
    if (error instanceof ApiError)
      return Object.fromEntries(error.problems.map(({ param, message }) => [param, message]));
    throw error;
  }
  return {};
}
