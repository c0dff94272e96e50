import { instant, nullable, oneOf, text } from '../../shared/contract/fields.js';
import type { Account } from '../members/index.js';

/** What operators see of an account's life, beside its name. */
export const stateFields = {
  state: oneOf(['active', 'suspended', 'closed']),
  state_since: nullable(instant({ description: 'Since when it is suspended or closed' })),
  state_reason: nullable(text({ description: 'Why it is' })),
  note: nullable(text({ description: 'What operators note about it for each other' })),
  deletion_due: nullable(instant({ description: 'When it is deleted, as its owner has requested' })),
};

/** The fields of an account's life. */
export function stateOf({ closed, suspended, note, deletion }: Account) {
  const over = closed ?? suspended;
  const state = closed ? ('closed' as const) : suspended ? ('suspended' as const) : ('active' as const);
  return {
    state,
    state_since: over?.at.toISOString() ?? null,
    state_reason: over?.reason ?? null,
    note: note ?? null,
    deletion_due: deletion?.due.toISOString() ?? null,
  };
}
