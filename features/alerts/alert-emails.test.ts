import { deepEqual, equal, match } from 'node:assert/strict';
import { findEmails, newCustomer } from '../../test/helpers/portal.js';
import { eventuallyBy } from '../../test/helpers/run-task.js';
import { stack } from '../../test/helpers/stack.js';
import { allEvents, creditsLow, topUpFailed } from '../webhooks/events.js';
import { writeAlertEmail } from './alert-emails.js';
import { mailAlerts } from './mail-alerts.js';
import { notify } from './notify.js';

const PATH = '/account/settings';
const low = (id: string) => ({ event: creditsLow, data: { balance: 1.5, below: 2 }, id, at: new Date() });

/** The mails about alerts that an address has. */
const alertsTo = async (address: string) =>
  (await findEmails(address)).filter(({ text }) => text.includes('member of this account'));

/** Waits until the scheduler has looked at every alert of an account. */
const handled = async (account: string, alerts: number): Promise<void> => {
  const { store } = await stack();
  const done = { account, unmailed: { $exists: false } };
  await eventuallyBy(
    mailAlerts,
    () => store.alerts.countDocuments(done),
    (count) => count === alerts,
  );
};

describe('alert emails', () => {
  it('reach every member once, however often the alert is raised, and say what to do', async () => {
    const { store } = await stack();
    const { address, account } = await newCustomer();
    const { address: other, account: theirs } = await newCustomer();
    await store.members.updateOne({ _id: other }, { $set: { account } });
    for (let time = 0; time < 3; time++) await notify(store, account, low('low_1'));
    for (const to of [address, other]) {
      const [mail] = await eventuallyBy(
        mailAlerts,
        () => alertsTo(to),
        (mails) => mails.length > 0,
      );
      equal(mail?.subject, 'Your balance is low: 1.5 credits');
      match(mail?.text ?? '', /below 2\.[\s\S]*Buy credits[\s\S]*\/account\/billing/);
    }
    await notify(store, account, low('low_1'));
    const data = { order: 'top_1', pack: 'small', credits: 500, price: 1000, currency: 'eur', why: 'card_declined' };
    await notify(store, account, { event: topUpFailed, data, id: 'failed_top_1', at: new Date() });
    const all = await eventuallyBy(
      mailAlerts,
      () => alertsTo(address),
      (mails) => mails.length > 1,
    );
    deepEqual(all.map(({ subject }) => subject).toSorted(), [
      'Your automatic top-up was declined and is now off',
      'Your balance is low: 1.5 credits',
    ]);
    equal(await store.alerts.countDocuments({ account: theirs }), 0);
  });

  it('stop when the settings switch them off, which also set the thresholds', async () => {
    const { store } = await stack();
    const { customer, address, account } = await newCustomer();
    match(await customer.page(PATH), /name="alert_mail" value="1" checked/);
    const wanted = { credits_low_below: '2', credits_low_days: '', errors_above_percent: '12.5' };
    equal((await customer.send(PATH, `${PATH}/alerts`, wanted)).status, 303);
    equal((await store.wallets.findOne({ _id: account }))?.low?.below, 2_000_000);
    const watch = await store.watches.findOne({ _id: account });
    deepEqual([watch?.errors?.percent, watch?.pace], [12.5, undefined]);
    const page = await customer.page(PATH);
    match(page, /name="errors_above_percent"[^>]*value="12.5"/);
    match(page, /name="alert_mail" value="1">/);
    await notify(store, account, low('low_1'));
    await handled(account, 1);

    equal((await customer.send(PATH, `${PATH}/alerts`, { ...wanted, credits_low_below: '-1' })).status, 422);
    equal((await customer.send(PATH, `${PATH}/alerts`, { ...wanted, alert_mail: '1' })).status, 303);
    equal((await store.watches.findOne({ _id: account }))?.errors?.crossings, watch?.errors?.crossings);
    await notify(store, account, { ...low('low_2'), data: { balance: 1, below: 2 } });
    const mails = await eventuallyBy(
      mailAlerts,
      () => alertsTo(address),
      (found) => found.length > 0,
    );
    deepEqual(
      mails.map(({ subject }) => subject),
      ['Your balance is low: 1 credits'],
    );
  });

  it('are not sent for old alerts', async () => {
    const { store } = await stack();
    const { address, account } = await newCustomer();
    await notify(store, account, { ...low('low_1'), at: new Date(Date.now() - 2 * 86_400_000) });
    await handled(account, 1);
    deepEqual(await alertsTo(address), []);
  });

  it('exist for every event that is a warning', () => {
    const warnings = allEvents.filter(({ name }) => /^(credits|budget|errors|top_up)\./.test(name));
    equal(warnings.length, 7);
    for (const { name, example } of warnings) {
      const email = writeAlertEmail({ event: name, data: example }, 'https://api.example/account');
      equal(email?.kind, 'notice', name);
    }
  });
});
