import { ok } from 'node:assert/strict';
import type { Child, Facts } from '../../../embedded/child.js';
import { eventually } from '../../helpers/stack.js';

const RESTART_WITHIN_MS = 60_000;

/** Stops a process, and waits until its supervisor has restarted it. */
export async function restart(child: Child): Promise<void> {
  const { pid, facts } = child;
  if (pid === undefined) throw new Error(`${child.name} does not run`);
  process.kill(pid, 'SIGTERM');
  await restarted(child, facts);
}

/**
 * Waits until a process that ends has been started again by its keeper.
 *
 * @param before description of the process before the restart
 */
export async function restarted(child: Child, before: Facts): Promise<void> {
  const isBack = await eventually(
    async () => child.facts !== before,
    (back) => back,
    RESTART_WITHIN_MS,
  );
  ok(isBack, `${child.name} did not come back`);
}
