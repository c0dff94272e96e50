import { errors } from '../../shared/contract/errors.js';
import { settingsSubject } from '../accounts/index.js';
import { makePlanDue } from '../billing/index.js';
import { cancelDeletion, scheduleDeletion } from '../members/index.js';
import { handleForm, type PortalContext, type PortalRouter, type ShowRefused } from './pages.js';
import type { PortalServices } from './services.js';

const PATH = '/account/settings';

/** Adds the forms by which the owner schedules the deletion of the account and cancels it. @param refuse shows the settings again */
export function addDeletionForms(
  router: PortalRouter,
  { store, clock }: Pick<PortalServices, 'clock' | 'store'>,
  refuse: ShowRefused,
): void {
  const ofAccount = { subject: settingsSubject, id: ({ state }: PortalContext) => state.member.account };

  handleForm(router, '/settings/delete', {
    permission: 'ownership',
    mutates: { action: 'account.delete', ...ofAccount },
    fields: ['confirm'],
    async run({ state: { account } }, { confirm }) {
      if (String(confirm).trim() !== account.name.trim()) throw errors.accountNameNotRepeated();
      await scheduleDeletion(store, account._id, clock.now());
      // Its plan is not renewed from now on.
      await makePlanDue(store, account._id, clock.now());
      return `${PATH}?done=scheduled`;
    },
    refuse,
  });

  handleForm(router, '/settings/delete/cancel', {
    permission: 'ownership',
    mutates: { action: 'account.restore', ...ofAccount },
    fields: [],
    async run({ state: { member } }) {
      await cancelDeletion(store, member.account, `The owner, ${member._id},`, clock.now());
      return `${PATH}?done=cancelled`;
    },
    refuse,
  });
}
