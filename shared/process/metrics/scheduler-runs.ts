import type { Redis } from 'ioredis';

const RUNS = 'scheduler:runs';

/** The last run of a scheduled task, whichever scheduler did it. */
export interface Run {
  /** When it ended. */
  at: Date;
  ms: number;
  outcome: 'done' | 'failed';
}

/** Notes the run of a task for the operator console. */
export async function keepRun(redis: Redis, task: string, run: Run): Promise<void> {
  await redis.hset(RUNS, task, JSON.stringify(run));
}

/** The last run of every task, by name. */
export async function lastRuns(redis: Redis): Promise<(Run & { task: string })[]> {
  const runs = Object.entries(await redis.hgetall(RUNS)).map(([task, text]) => {
    const { at, ms, outcome }: Omit<Run, 'at'> & { at: string } = JSON.parse(text);
    return { task, at: new Date(at), ms, outcome };
  });
  return runs.sort((a, b) => a.task.localeCompare(b.task));
}
