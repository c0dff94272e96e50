import { deepEqual, ok } from 'node:assert/strict';
import { createSandboxSettings } from 'sandbox';
import { catalogue } from '../../../shared/contract/catalogue/index.js';
import { readConfig } from '../../../shared/process/config.js';
import { openStage, type Stage } from '../../../test/helpers/handler-stage.js';
import { makeCall, runHandler } from '../../../test/helpers/run-handler.js';
import { eventually } from '../../../test/helpers/stack.js';
import { type Handlers, loadHandlers } from '../../runtime/load-handlers.js';
import { upstreamDeclarations } from '../upstream/declarations.js';
import { UpstreamFailure } from '../upstream/failure.js';
import { Upstreams } from '../upstream/upstreams.js';

const mine = /^(video-platform\/(channel|search)|web-search|music)/;

describe('the examples of the endpoints that fetch', () => {
  let stage: Stage;
  let handlers: Handlers;
  let upstreams: Upstreams;
  before(async () => {
    stage = await openStage();
    upstreams = new Upstreams(readConfig(createSandboxSettings(stage.sandboxUrl)));
    handlers = await loadHandlers('fetch', makeCall(stage.given()));
  });
  after(() => stage.close());

  for (const endpoint of catalogue.filter(({ group }) => mine.test(group.id))) {
    it(`${endpoint.id} returns its example from the sandbox, and says so`, async () => {
      const handler = handlers.get(endpoint.id);
      ok(handler, 'it has a handler');
      const given = stage.given();
      // A sandbox on a machine that has much else to do may not answer in time: it is asked again.
      const ask = () =>
        runHandler({ ...handler, endpoint }, endpoint.example.request, { ...given, upstreams }).catch((error) => {
          if (!(error instanceof UpstreamFailure)) throw error;
        });
      const answer = await eventually(ask, (answered) => answered !== undefined);
      ok(answer && JSON.stringify(answer).length > 10);
      deepEqual(given.headers.get('X-Upstream'), 'sandbox');
    });
  }

  it('use only upstreams that are declared for their pool, so that operators see these from the start', () => {
    const asked = Object.keys(upstreams.breakerStates());
    const declared = upstreamDeclarations.filter(({ usedBy }) => usedBy.includes('fetch')).map(({ name }) => name);
    ok(asked.length > 0);
    deepEqual(
      asked.filter((name) => !declared.includes(name)),
      [],
    );
  });
});
