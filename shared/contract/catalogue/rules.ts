import type { Rule } from '../endpoint.js';
import type { FieldError } from '../fields.js';

/** At least one of these fields must be given. */
export function anyOf(fields: readonly string[], otherwise: FieldError): Rule<Record<string, unknown>> {
  return {
    describe: `One of ${fields.join(', ')} is required`,
    check: (input) => (fields.some((field) => input[field] !== undefined) ? undefined : otherwise()),
  };
}
