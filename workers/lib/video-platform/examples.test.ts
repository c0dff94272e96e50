import { deepEqual, ok } from 'node:assert/strict';
import { catalogue } from '../../../shared/contract/catalogue/index.js';
import { runHandler } from '../../../test/helpers/run-handler.js';
import { openStage, type Stage } from '../../../test/helpers/stage.js';
import { loadHandlers } from '../../load-handlers.js';

const mine = /^(video-platform\/(channel|search)|web-search|music)/;

describe('the examples of the endpoints that fetch', () => {
  let stage: Stage;
  before(async () => {
    stage = await openStage();
  });
  after(() => stage.close());

  for (const endpoint of catalogue.filter(({ group }) => mine.test(group.id))) {
    it(`${endpoint.id} answers its example from the sandbox, and says so`, async () => {
      const handlers = await loadHandlers('fetch');
      const handler = handlers.get(endpoint.id);
      ok(handler, 'it has a handler');
      const given = stage.given();
      const answer = await runHandler(handler, endpoint.example.request, given);
      if (process.env.SHOW) console.log(endpoint.id, JSON.stringify(answer).slice(0, 700));
      ok(JSON.stringify(answer).length > 10);
      deepEqual(given.headers.get('X-Upstream'), 'sandbox');
    });
  }
});
