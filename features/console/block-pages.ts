import { addBlock, listBlocks, removeBlock } from '../blocks/index.js';
import type { OperationContext } from '../operators/index.js';
import { readDone } from '../web/index.js';
import type { Refused } from './forms.js';
import {
  type ConsoleContext,
  type ConsoleRouter,
  type ConsoleServices,
  handleForm,
  readPageQuery,
  renderPage,
} from './pages.js';

const PATH = '/operator/blocks';

const DONE: Record<string, string> = {
  added: 'Block added. Requests from there are refused within two seconds.',
  removed: 'Block removed. Requests from there are accepted again.',
};

/** Durations of a block that the form offers, in hours. */
const DURATIONS = [
  ['1', '1 hour'],
  ['24', '1 day'],
  ['168', '7 days'],
  ['720', '30 days'],
];

/** Mounts the page of blocked networks, with forms to add and to remove a block. */
export function blockPages(router: ConsoleRouter, services: ConsoleServices): void {
  const context: OperationContext = services;
  const renderAll = async (ctx: ConsoleContext, extra: object = {}, refused?: Refused) => {
    const page = await listBlocks.run(readPageQuery(ctx), context);
    const network = typeof ctx.query.network === 'string' ? ctx.query.network.slice(0, 50) : '';
    renderPage(
      ctx,
      'blocks',
      { title: 'Blocks', ...page, network, durations: DURATIONS, done: undefined, ...extra },
      refused,
    );
  };
  const redirect = (ctx: ConsoleContext, done: keyof typeof DONE) => {
    ctx.status = 303;
    ctx.redirect(`${PATH}?done=${done}`);
  };

  router.get('/blocks', (ctx) => renderAll(ctx, { done: readDone(DONE, ctx.query) }));
  handleForm(router, '/blocks', ['network', 'reason', 'hours'], addBlock, services, (ctx) => redirect(ctx, 'added'), {
    form: 'block',
    again: (ctx, _, refused) => renderAll(ctx, {}, refused),
  });
  handleForm(router, '/blocks/remove', ['network'], removeBlock, services, (ctx) => redirect(ctx, 'removed'));
}
