/** Actions that the account log records, with what an entry says about each. */
export const accountActions = {
  'account.change': 'Changed name or billing details',
  'account.delete': 'Scheduled the deletion of the account',
  'account.restore': 'Cancelled the deletion of the account',
  'account.owner': 'Handed over ownership',
  'alerts.change': 'Changed alerts',
  'bodies.change': 'Changed whether bodies of requests are stored',
  'delivery.repeat': 'Sent a webhook delivery again',
  'key.create': 'Created key',
  'key.change': 'Changed key',
  'key.rotate': 'Replaced key',
  'key.revoke': 'Revoked key',
  'member.invite': 'Invited member',
  'member.resend': 'Sent invitation again',
  'member.withdraw': 'Withdrew invitation',
  'member.join': 'Joined the account',
  'member.role': 'Changed role of member',
  'member.remove': 'Removed member',
  'member.leave': 'Left the account',
  'order.create': 'Placed order',
  'order.cancel': 'Cancelled order',
  'page.change': 'Changed QR page',
  'page.restore': 'Restored version of QR page',
  'page.delete': 'Deleted QR page',
  'page.delete_events': 'Deleted events of QR page',
  'support.view': 'Viewed the account, without changing it',
  'top_up.change': 'Changed automatic top-up',
  'top_up.end': 'Turned off automatic top-up',
  'webhook.create': 'Created webhook',
  'webhook.change': 'Changed webhook',
  'webhook.rotate_secret': 'Replaced secret of webhook',
  'webhook.delete': 'Deleted webhook',
} as const;

export type AccountAction = keyof typeof accountActions;

export const isAccountAction = (name: string): name is AccountAction => Object.hasOwn(accountActions, name);
