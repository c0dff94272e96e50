import { parse } from 'node:querystring';
import type { ApiAnswer } from './api.js';
import { SAVED_ONLY } from './cards.js';
import { payOnPage } from './checkout.js';
import { authenticationPage, endedPage, invoicePage, payPage, portalPage } from './page.js';
import { createMethod, expireOld, findCard } from './payments.js';
import { detach, useCard } from './subscription-methods.js';
import { payLate } from './subscriptions.js';
import type { World } from './world.js';

const html = (status: number, body: string): ApiAnswer => ({ status, contentType: 'text/html; charset=utf-8', body });

const goTo = (location: string): ApiAnswer => ({ ...html(303, ''), headers: { location } });

/** Answers the pages on which one pays; undefined for whatever else is asked for. */
export function servePage(world: World, method: string, path: string, body: string): ApiAnswer | undefined {
  const [, kind, id = ''] = /^\/(pay|invoice|portal)\/(\w+)$/.exec(path) ?? [];
  if (kind === undefined) return undefined;
  if (kind === 'invoice') return serveInvoice(world, method, id);
  if (kind === 'portal') return servePortal(world, method, id, body);
  expireOld(world);
  const session = world.get('checkout.session', id);
  if (!session) return html(404, 'No such page');
  if (session.status !== 'open') return html(200, endedPage(session));
  if (method !== 'POST') return html(200, payPage(session));
  const { card, chosen, country, do: deed } = parse(body);
  if (deed === 'cancel') return goTo(session.cancel_url ?? session.success_url);
  const number = String(card || chosen || '');
  const authenticated = deed === 'confirm' ? true : deed === 'refuse' ? false : undefined;
  const attempt = payOnPage(world, session, {
    number,
    ...(authenticated !== undefined && { authenticated }),
    ...(typeof country === 'string' && { country }),
  });
  if (attempt === 'authenticate') return html(200, authenticationPage(number));
  if (attempt === 'paid') return goTo(session.success_url.replaceAll('{CHECKOUT_SESSION_ID}', id));
  const intent = world.get('payment_intent', session.payment_intent ?? '');
  return html(402, payPage(session, intent?.last_payment_error?.message ?? 'Your card was declined.'));
}

function serveInvoice(world: World, method: string, id: string): ApiAnswer {
  const invoice = world.get('invoice', id);
  if (!invoice) return html(404, 'No such page');
  if (method !== 'POST') return html(200, invoicePage(invoice));
  return payLate(world, invoice)
    ? html(200, invoicePage(invoice))
    : html(402, invoicePage(invoice, 'Your card was declined.'));
}

/** Serves the pages on which customers add and remove cards. */
function servePortal(world: World, method: string, id: string, body: string): ApiAnswer {
  const session = world.get('billing_portal.session', id);
  const customer = world.get('customer', session?.customer ?? '');
  if (!session || !customer) return html(404, 'No such page');
  const cards = () => world.all('payment_method').filter((one) => one.customer === customer.id);
  const show = (problem?: string) => html(problem ? 402 : 200, portalPage(cards(), session.return_url, problem));
  if (method !== 'POST') return show();
  const { add, remove } = parse(body);
  const removed = cards().find((one) => one.id === remove);
  if (removed) detach(world, removed);
  if (add === undefined) return show();
  const card = findCard(String(add));
  if (!card || (card.declines && card.number !== SAVED_ONLY)) return show('Your card was declined.');
  const made = createMethod(world, card, customer.id);
  world.tell('payment_method.attached', made);
  useCard(world, customer, made);
  return show();
}
