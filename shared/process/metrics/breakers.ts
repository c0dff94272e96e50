import { CircuitState } from 'cockatiel';

export type BreakerState = 'closed' | 'half open' | 'open';

/** The states of a breaker as operators read them; one that was opened by hand is open. */
const STATES: Record<CircuitState, BreakerState> = {
  [CircuitState.Closed]: 'closed',
  [CircuitState.HalfOpen]: 'half open',
  [CircuitState.Open]: 'open',
  [CircuitState.Isolated]: 'open',
};

const watched = new Map<string, { readonly state: CircuitState }>();

/** Lets operators see the circuit breaker of an upstream. */
export function watchBreaker(upstream: string, breaker: { readonly state: CircuitState }): void {
  watched.set(upstream, breaker);
}

/** The circuit breakers of this process by upstream. */
export const breakerStates = (): Record<string, BreakerState> =>
  Object.fromEntries([...watched].map(([upstream, { state }]) => [upstream, STATES[state]]));
