import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { bodyParser } from '@koa/bodyparser';
import Koa from 'koa';
import { readConfig } from '../shared/process/config.js';
import { createLogger } from '../shared/process/log.js';
import { runProcess } from '../shared/process/run-process.js';

/** A bare Koa that returns the request body: the maximum that a front on Koa can reach. */
await runProcess(createLogger('echo', readConfig()), 2_000, async () => {
  const app = new Koa();
  app.use(bodyParser());
  app.use((ctx) => {
    ctx.body = ctx.request.body;
  });
  const server = createServer(app.callback());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { facts: { port: (server.address() as AddressInfo).port }, stop: async () => process.exit(0) };
});
