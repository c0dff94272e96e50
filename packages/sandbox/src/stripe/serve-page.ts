import { parse } from 'node:querystring';
import type { ApiResponse } from './api.js';
import { SAVED_ONLY } from './cards.js';
import { payOnPage } from './checkout.js';
import {
  renderAuthenticationPage,
  renderEndedPage,
  renderInvoicePage,
  renderPaymentPage,
  renderPortalPage,
} from './page.js';
import { createMethod, expireOld, findCard } from './payments.js';
import { detach, useCard } from './subscription-methods.js';
import { payOpenInvoice } from './subscriptions.js';
import type { World } from './world.js';

const html = (status: number, body: string): ApiResponse => ({ status, contentType: 'text/html; charset=utf-8', body });

const redirect = (location: string): ApiResponse => ({ ...html(303, ''), headers: { location } });

/** Serves the pages for payers. @returns undefined for other paths */
export function servePage(world: World, method: string, path: string, body: string): ApiResponse | undefined {
  const [, kind, id = ''] = /^\/(pay|invoice|portal)\/(\w+)$/.exec(path) ?? [];
  if (kind === undefined) return undefined;
  if (kind === 'invoice') return serveInvoice(world, method, id);
  if (kind === 'portal') return servePortal(world, method, id, body);
  expireOld(world);
  const session = world.get('checkout.session', id);
  if (!session) return html(404, 'No such page');
  if (session.status !== 'open') return html(200, renderEndedPage(session));
  if (method !== 'POST') return html(200, renderPaymentPage(session));
  const { card, chosen, country, do: action } = parse(body);
  if (action === 'cancel') return redirect(session.cancel_url ?? session.success_url);
  const number = String(card || chosen || '');
  const authenticated = action === 'confirm' ? true : action === 'refuse' ? false : undefined;
  const attempt = payOnPage(world, session, {
    number,
    ...(authenticated !== undefined && { authenticated }),
    ...(typeof country === 'string' && { country }),
  });
  if (attempt === 'authenticate') return html(200, renderAuthenticationPage(number));
  if (attempt === 'paid') return redirect(session.success_url.replaceAll('{CHECKOUT_SESSION_ID}', id));
  const intent = world.get('payment_intent', session.payment_intent ?? '');
  return html(402, renderPaymentPage(session, intent?.last_payment_error?.message ?? 'Your card was declined.'));
}

function serveInvoice(world: World, method: string, id: string): ApiResponse {
  const invoice = world.get('invoice', id);
  if (!invoice) return html(404, 'No such page');
  if (method !== 'POST') return html(200, renderInvoicePage(invoice));
  return payOpenInvoice(world, invoice)
    ? html(200, renderInvoicePage(invoice))
    : html(402, renderInvoicePage(invoice, 'Your card was declined.'));
}

/** Serves the pages on which customers add and remove cards. */
function servePortal(world: World, method: string, id: string, body: string): ApiResponse {
  const session = world.get('billing_portal.session', id);
  const customer = world.get('customer', session?.customer ?? '');
  if (!session || !customer) return html(404, 'No such page');
  const cards = () => world.all('payment_method').filter((one) => one.customer === customer.id);
  const show = (problem?: string) => html(problem ? 402 : 200, renderPortalPage(cards(), session.return_url, problem));
  if (method !== 'POST') return show();
  const { add, remove } = parse(body);
  const removed = cards().find((one) => one.id === remove);
  if (removed) detach(world, removed);
  if (add === undefined) return show();
  const card = findCard(String(add));
  if (!card || (card.declines && card.number !== SAVED_ONLY)) return show('Your card was declined.');
  const added = createMethod(world, card, customer.id);
  world.emit('payment_method.attached', added);
  useCard(world, customer, added);
  return show();
}
