import { testCards } from './cards.js';
import type { Invoice, PaymentMethod, Session } from './objects.js';

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

const formatAmount = ({ amount_total: amount, currency }: Pick<Session, 'amount_total' | 'currency'>): string => {
  const { maximumFractionDigits: digits = 2 } = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
  }).resolvedOptions();
  return new Intl.NumberFormat('en', { style: 'currency', currency }).format(amount / 10 ** digits);
};

const renderFrame = (title: string, body: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title><style>
:root{color-scheme:light dark;--ink:#1a1f36;--paper:#fff;--line:#8792a2;--primary:#4b3fd6;--bad:#a3123a}
@media (prefers-color-scheme:dark){:root{--ink:#eef0f6;--paper:#14161f;--line:#7d879a;--primary:#5d52e6;--bad:#ff9db5}}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.5 system-ui,sans-serif}
main{max-width:26rem;margin:0 auto;padding:32px 16px}h1{font-size:1.5rem;margin:0 0 8px}
label{display:block;min-height:44px;padding:8px 0;box-sizing:border-box}input[type=text]{display:block;width:100%;box-sizing:border-box;
min-height:44px;font:inherit;padding:8px;border:1px solid var(--line);border-radius:6px;background:transparent;color:inherit}
button{min-height:44px;padding:8px 16px;font:inherit;border-radius:6px;border:1px solid var(--line);background:transparent;color:inherit;margin:16px 8px 0 0}
button.primary{background:var(--primary);border-color:var(--primary);color:#fff}code{font-variant-numeric:tabular-nums}
fieldset{border:1px solid var(--line);border-radius:6px;margin:16px 0;padding:8px 16px}.bad{color:var(--bad);font-weight:600}
:focus-visible{outline:3px solid var(--primary);outline-offset:2px}</style></head><body><main>${body}</main></body></html>`;

const formatCardNumber = (number: string): string => number.replace(/(\d{4})(?=\d)/g, '$1 ');

/** Renders the page for payments with a test card. */
export function renderPaymentPage(session: Session, problem?: string): string {
  const cards = testCards.map(
    ({ number, shows }, index) =>
      `<label><input type="radio" name="chosen" value="${number}"${index === 0 ? ' checked' : ''}> <code>${formatCardNumber(number)}</code> ${shows}</label>`,
  );
  return renderFrame(
    `Pay ${formatAmount(session)}`,
    `<h1>Pay ${escapeHtml(formatAmount(session))}</h1><p>A sandbox: no money moves, and only these cards work.</p>
${problem === undefined ? '' : `<p class="bad" role="alert">${escapeHtml(problem)}</p>`}
<form method="post"><fieldset><legend>Test card</legend>${cards.join('\n')}</fieldset>
<label>Another number<input type="text" name="card" inputmode="numeric" autocomplete="off" maxlength="23"></label>
${session.automatic_tax?.enabled ? '<label>Country, as ISO code<input type="text" name="country" value="DE" maxlength="2"></label>' : ''}
<button class="primary" name="do" value="pay">Pay ${escapeHtml(formatAmount(session))}</button>
<button name="do" value="cancel">Go back</button></form>`,
  );
}

/** Renders the page on which the payer's bank asks for authentication. */
export const renderAuthenticationPage = (card: string): string =>
  renderFrame(
    'Authentication',
    `<h1>Is it you?</h1><p>The bank of the card <code>${escapeHtml(formatCardNumber(card))}</code> asks you to confirm the payment.</p>
<form method="post"><input type="hidden" name="card" value="${escapeHtml(card)}">
<button class="primary" name="do" value="confirm">Confirm</button><button name="do" value="refuse">Refuse</button></form>`,
  );

/** Renders a page that was paid or has expired. */
export const renderEndedPage = ({ status }: Session): string =>
  renderFrame(
    'Nothing to pay',
    `<h1>Nothing to pay</h1><p>This page ${status === 'complete' ? 'has been paid' : 'is no longer open'}.</p>`,
  );

/** Renders the page on which an open invoice is paid with the saved card. */
export function renderInvoicePage({ amount_due: amount_total, currency, status }: Invoice, problem?: string): string {
  const amount = escapeHtml(formatAmount({ amount_total, currency }));
  return renderFrame(
    'Invoice',
    `<h1>Invoice of ${amount}</h1>${problem === undefined ? '' : `<p class="bad" role="alert">${escapeHtml(problem)}</p>`}
${status === 'open' ? `<form method="post"><button class="primary">Pay ${amount}</button></form>` : '<p>Nothing to pay.</p>'}`,
  );
}

/** Renders the page on which customers manage their cards. */
export const renderPortalPage = (cards: readonly PaymentMethod[], backUrl: string | null, problem?: string): string =>
  renderFrame(
    'Manage billing',
    `<h1>Payment methods</h1>${problem === undefined ? '' : `<p class="bad" role="alert">${escapeHtml(problem)}</p>`}
${cards
  .map(
    ({ id, card }) => `<form method="post"><p>${escapeHtml(card.brand)} ending in <code>${card.last4}</code></p>
<input type="hidden" name="remove" value="${id}"><button>Remove</button></form>`,
  )
  .join('\n')}
<form method="post"><label>Add a test card<input type="text" name="add" inputmode="numeric" autocomplete="off" maxlength="23"></label>
<button class="primary">Add</button></form>
${backUrl === null ? '' : `<p><a href="${escapeHtml(backUrl)}">Return</a></p>`}`,
  );
