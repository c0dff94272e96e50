/**
 * Starts something the first time that a test asks for it, gives the same to all tests of the run, and stops it after the last.
 * To be called where a module is loaded, outside of any suite.
 */
export function oncePerRun<Started extends { stop(): Promise<unknown> }>(
  start: () => Promise<Started>,
): () => Promise<Started> {
  let started: Promise<Started> | undefined;
  after(async () => {
    await (await started)?.stop();
  });
  return () => {
    started ??= start();
    return started;
  };
}
