/** How long what holds data goes on after the launcher is gone, in ms: the processes that use it end with it too. */
export const OUTLIVE_MS = 4_000;

const launched = process.connected === true;

/** Waits a little when this process was started by a launcher that is gone. */
export async function outliveCallers(): Promise<void> {
  if (launched && !process.connected) await new Promise((resolve) => setTimeout(resolve, OUTLIVE_MS));
}
