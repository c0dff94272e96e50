import { deepEqual } from 'node:assert/strict';
import { errors, FIELD_ERRORS } from '../../../shared/contract/errors.js';
import { readExplanations } from './explanations.js';

describe('the explanations of errors', () => {
  const explanations = readExplanations();

  it('exist for every error, once, and for nothing else', () => {
    const types = [...Object.values(errors).map(({ type }) => type), ...Object.values(FIELD_ERRORS)];
    deepEqual(explanations.map(({ type }) => type).sort(), types.sort());
  });

  it('say why the error happens and what to do', () => {
    deepEqual(
      explanations.filter(({ cause, remedy }) => !cause || !remedy).map(({ type }) => type),
      [],
    );
  });

  it('have an example value for each slot of the message', () => {
    for (const { type, message } of Object.values(errors)) {
      const slots = [...message.matchAll(/\{(\w+)\}/g)].map(([, slot]) => slot);
      const { example = {} } = explanations.find((explanation) => explanation.type === type) ?? {};
      deepEqual(Object.keys(example).sort(), [...new Set(slots)].sort(), type);
    }
  });
});
