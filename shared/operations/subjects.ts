import { queuesOf } from '../platform/machinery.js';
import type { Key } from '../store/collections.js';
import type { SubjectKind } from './operation.js';

/** What operations change, as the audit trail shows it before and after: everything but secrets. */

export const accountSubject: SubjectKind = {
  type: 'account',
  async read({ accounts, keys, experiences }, id) {
    // What waits for the scheduler changes by itself.
    const found = await accounts.findOne({ _id: id }, { projection: { notices: 0, clearing: 0, figures: 0 } });
    if (!found) return null;
    const active = await keys.find({ account: id, active: true }, { projection: { id: 1 } }).toArray();
    const pages = await experiences.countDocuments({
      account: id,
      deleted: { $exists: false },
      paused: { $exists: false },
    });
    return {
      account: id,
      state: { ...found, active_keys: active.map((key) => key.id).sort(), pages_not_paused: pages },
    };
  },
};

export const keySubject: SubjectKind = {
  type: 'key',
  async read({ keys }, id) {
    const key = await keys.findOne({ id });
    if (!key) return null;
    const successor = key.replaced_by === undefined ? null : await keys.findOne({ id: key.replaced_by });
    return { account: key.account, state: { ...shown(key), ...(successor && { successor: shown(successor) }) } };
  },
};

const shown = ({ _id, ...key }: Key) => key;

export const paymentSubject: SubjectKind = {
  type: 'payment',
  async read({ payments }, id) {
    const found = await payments.findOne({ _id: id });
    return found && { account: found.account, state: found };
  },
};

export const orderSubject: SubjectKind = {
  type: 'order',
  async read({ orders }, id) {
    const found = await orders.findOne({ _id: id });
    return found && { account: found.account, state: found };
  },
};

export const invitationSubject: SubjectKind = {
  type: 'invitation',
  async read({ invitations }, id) {
    const found = await invitations.findOne({ _id: id });
    if (!found) return null;
    // Whoever reads the trail is not to sign up for another.
    const { unmailed: _, link: __, ...state } = found;
    return { account: found.account ?? null, state };
  },
};

/** A call by its request id: what it cost, and whether that was given back. */
export const callSubject: SubjectKind = {
  type: 'call',
  async read({ usage, refunds }, id) {
    const call = await usage.findOne({ _id: id });
    if (!call) return null;
    const { account, endpoint, cost, status, state } = call;
    const refund = await refunds.findOne({ _id: id });
    const refunded = refund && { cost: refund.cost, reason: refund.reason, at: refund.at };
    return { account, state: { endpoint, cost, status, state, refunded } };
  },
};

export const experienceSubject: SubjectKind = {
  type: 'experience',
  async read({ experiences }, id) {
    const found = await experiences.findOne({ _id: Number(id) }, { projection: { page: 0 } });
    if (!found) return null;
    const { account, code, title, paused = false, taken_down = null, reported = null, reports = 0 } = found;
    return { account, state: { code, title, paused, taken_down, reported, reports, deleted: found.deleted ?? null } };
  },
};

export const deliverySubject: SubjectKind = {
  type: 'delivery',
  async read({ deliveries }, id) {
    const found = await deliveries.findOne({ _id: id });
    return found && { account: found.account, state: { webhook: found.webhook, state: found.state } };
  },
};

export const operatorSubject: SubjectKind = {
  type: 'operator',
  async read({ operators }, id) {
    const found = await operators.findOne({ _id: id });
    if (!found) return null;
    const { password, rights_version, ...state } = found;
    return { account: null, state };
  },
};

export const operatorTokenSubject: SubjectKind = {
  type: 'operator-token',
  async read({ operatorTokens }, id) {
    const found = await operatorTokens.findOne({ id });
    if (!found) return null;
    const { _id, last_used, ...state } = found;
    return { account: null, state };
  },
};

export const operatorSessionSubject: SubjectKind = {
  type: 'operator-session',
  async read({ operatorSessions }, id) {
    const found = await operatorSessions.findOne({ id });
    if (!found) return null;
    const { operator, opened, expires, from, agent } = found;
    return { account: null, state: { operator, opened, expires, from, agent } };
  },
};

/** A queue by its name: how many jobs it has, and whether it is paused. */
export const queueSubject: SubjectKind = {
  type: 'queue',
  async read(_, id, machinery) {
    const queue = machinery && queuesOf(machinery).find(({ name }) => name === id);
    if (!queue) return null;
    const [jobs, paused] = await Promise.all([queue.getJobCounts(), queue.isPaused()]);
    return { account: null, state: { jobs, paused } };
  },
};

/** A job by its id, in whichever queue. */
export const jobSubject: SubjectKind = {
  type: 'job',
  async read(_, id, machinery) {
    const queues = machinery ? queuesOf(machinery) : [];
    const found = await Promise.all(
      queues.map(async (queue) => ({ queue: queue.name, state: await queue.getJobState(id) })),
    );
    const state = found.find((one) => one.state !== 'unknown');
    return state ? { account: null, state } : null;
  },
};
