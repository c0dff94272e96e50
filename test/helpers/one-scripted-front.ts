import type { JobRunner } from '../../workers/runtime/run.js';
import { storeAddress } from '../faults/harness/engine.js';
import { FaultyLink } from '../faults/harness/proxy.js';
import { oncePerRun } from './once-per-run.js';
import { type ScriptedFront, scriptedFront } from './scripted-workers.js';
import { stack } from './stack.js';

/** A front whose workers do what the test says that runs, whose store can be taken from it, and which believes no proxy. */
export interface OneScriptedFront extends Pick<ScriptedFront, 'baseUrl'> {
  /** Behaviour of the workers, which each test sets. */
  compute: JobRunner['run'];
  /** Between the front and its store. */
  readonly link: FaultyLink;
}

/** One for all tests of a run. */
export const oneScriptedFront: () => Promise<OneScriptedFront> = oncePerRun(start);

async function start() {
  const link = await FaultyLink.open(storeAddress((await stack()).platform.mongodbUrl));
  const { baseUrl, stop } = await scriptedFront((...work) => front.compute(...work), {
    MONGODB_URL: link.url,
    TRUST_PROXY: 'false',
  });
  const compute: JobRunner['run'] = () => Promise.reject(new Error('no test has said what workers do'));
  const front = {
    baseUrl,
    link,
    compute,
    async stop() {
      await stop();
      await link.close();
    },
  };
  return front;
}
