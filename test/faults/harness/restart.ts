import { ok } from 'node:assert/strict';
import type { Child } from '../../../embedded/child.js';
import { eventually } from '../../helpers/stack.js';

const RESTART_WITHIN_MS = 60_000;

/** Tells a process to end, and waits until its keeper has started it again. */
export async function restart(child: Child): Promise<void> {
  const { pid, facts } = child;
  if (pid === undefined) throw new Error(`${child.name} does not run`);
  process.kill(pid, 'SIGTERM');
  const isBack = await eventually(
    async () => child.facts !== facts,
    (back) => back,
    RESTART_WITHIN_MS,
  );
  ok(isBack, `${child.name} did not come back`);
}
