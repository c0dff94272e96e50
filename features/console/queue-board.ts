import { readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { createBullBoard } from '@bull-board/api';
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter';
import type {
  AppControllerRoute,
  AppViewRoute,
  BullBoardQueues,
  BullBoardRequest,
  IServerAdapter,
  UIConfig,
} from '@bull-board/api/typings/app';
import Router, { type RouterContext } from '@koa/router';
import type { Queue } from 'bullmq';
import { escapeUTF8 } from 'entities';
import type compose from 'koa-compose';
import { projectFile } from '../../shared/process/project-file.js';
import { readBody } from '../web/index.js';

/** Maximum size of a request body, in bytes: an operator may edit the data of a job. */
const BODY_LIMIT = 1024 * 1024;

/**
 * Creates the middleware that serves bull-board.
 *
 * @param path where it is mounted
 * @param jobUrl returns the link that a job of a queue has beside it; undefined if there is none
 */
export function createQueueBoard(
  path: string,
  queues: readonly Queue[],
  { readOnlyMode, jobUrl }: { readOnlyMode: boolean; jobUrl(queue: string): JobLink | undefined },
): compose.Middleware<RouterContext> {
  const adapter = new KoaAdapter(path);
  createBullBoard({
    queues: queues.map((queue) => {
      const externalJobUrl = jobUrl(queue.name);
      return new BullMQAdapter(queue, { readOnlyMode, ...(externalJobUrl && { externalJobUrl }) });
    }),
    serverAdapter: adapter,
    options: {
      uiBasePath: projectFile('dist/data/queue-board'),
      uiConfig: { boardTitle: 'utility-api', boardLogo: { path: '' } },
    },
  });
  return adapter.routes();
}

type JobLink = NonNullable<NonNullable<ConstructorParameters<typeof BullMQAdapter>[1]>['externalJobUrl']>;

/** Connects bull-board to the router and the body reader of the front. */
class KoaAdapter implements IServerAdapter {
  readonly #path: string;
  readonly #router: Router;
  #queues: BullBoardQueues = new Map();
  #uiConfig: UIConfig = {};
  #views = '';
  #respondToError: Parameters<IServerAdapter['setErrorHandler']>[0] = (error) => {
    throw error;
  };

  /** @param path where the board is mounted */
  constructor(path: string) {
    this.#path = path;
    this.#router = new Router({ prefix: path });
  }

  routes(): compose.Middleware<RouterContext> {
    return this.#router.routes();
  }

  setQueues(queues: BullBoardQueues): this {
    this.#queues = queues;
    return this;
  }

  setViewsPath(folder: string): this {
    this.#views = folder;
    return this;
  }

  setUIConfig(config: UIConfig): this {
    this.#uiConfig = config;
    return this;
  }

  setErrorHandler(respond: Parameters<IServerAdapter['setErrorHandler']>[0]): this {
    this.#respondToError = respond;
    return this;
  }

  setStaticPath(route: string, folder: string): this {
    const files = new Set(readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => extname(file)));
    this.#router.get(`${route}/*file`, async (ctx, next) => {
      const { file = '' } = ctx.params;
      if (!files.has(file)) return next();
      ctx.type = extname(file);
      ctx.set('Cache-Control', 'max-age=0');
      ctx.body = await readFile(join(folder, file));
    });
    return this;
  }

  setEntryRoute({ route, handler }: AppViewRoute): this {
    this.#router.get([route].flat(), (ctx) => {
      const { name, params } = handler({ basePath: this.#path, uiConfig: this.#uiConfig });
      ctx.type = 'html';
      // The page has no other tags than those that print a value.
      ctx.body = readFileSync(join(this.#views, name), 'utf8').replace(
        /<%([=-]) (\w+) %>/g,
        (_, mark: string, param: string) => (mark === '=' ? escapeUTF8 : String)(params[param] ?? ''),
      );
    });
    return this;
  }

  setApiRoutes(routes: AppControllerRoute[]): this {
    const respond = async (request: BullBoardRequest, handler: AppControllerRoute['handler']) => {
      try {
        return await handler(request);
      } catch (error) {
        if (error instanceof Error) return this.#respondToError(error);
        throw error;
      }
    };
    for (const { method, route, handler } of routes)
      this.#router.register([route].flat(), [method].flat(), async (ctx) => {
        const request = {
          queues: this.#queues,
          uiConfig: this.#uiConfig,
          params: ctx.params,
          query: ctx.query,
          body: await readBody(ctx, { limit: BODY_LIMIT }),
          headers: Object.fromEntries(Object.keys(ctx.headers).map((name) => [name, ctx.get(name)])),
        };
        const { status, body } = await respond(request, handler);
        ctx.status = status ?? 200;
        ctx.body = body;
      });
    return this;
  }
}
