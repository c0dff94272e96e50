import { parse } from 'node:querystring';
import type { ApiAnswer } from './api.js';
import { authenticationPage, endedPage, payPage } from './page.js';
import { expireOld, payOnPage } from './payments.js';
import type { World } from './world.js';

const html = (status: number, body: string): ApiAnswer => ({ status, contentType: 'text/html; charset=utf-8', body });

const goTo = (location: string): ApiAnswer => ({ ...html(303, ''), headers: { location } });

/** Answers the pages on which one pays; undefined for whatever else is asked for. */
export function servePage(world: World, method: string, path: string, body: string): ApiAnswer | undefined {
  const [, id] = /^\/pay\/(\w+)$/.exec(path) ?? [];
  if (id === undefined) return undefined;
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
  return html(402, payPage(session, intent?.last_payment_error?.message));
}
