import { deepEqual, ok } from 'node:assert/strict';
import { catalogue } from '../../../shared/contract/catalogue/index.js';
import { makeCall, runHandler } from '../../../test/helpers/run-handler.js';
import { openStage, type Stage } from '../../../test/sandbox/stage.js';
import { loadHandlers, type PoolHandlers } from '../../load-handlers.js';

const mine = /^(video-platform\/(channel|search)|web-search|music)/;

describe('the examples of the endpoints that fetch', () => {
  let stage: Stage;
  let handlers: PoolHandlers;
  before(async () => {
    stage = await openStage();
    handlers = await loadHandlers('fetch', makeCall(stage.given()));
  });
  after(() => stage.close());

  for (const endpoint of catalogue.filter(({ group }) => mine.test(group.id))) {
    it(`${endpoint.id} answers its example from the sandbox, and says so`, async () => {
      const handler = handlers.endpoints.get(endpoint.id);
      ok(handler, 'it has a handler');
      const given = stage.given();
      const answer = await runHandler(handler, endpoint.example.request, given);
      ok(JSON.stringify(answer).length > 10);
      deepEqual(given.headers.get('X-Upstream'), 'sandbox');
    });
  }
});
