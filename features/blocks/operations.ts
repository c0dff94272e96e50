import { errors, invalidInput } from '../../shared/contract/errors.js';
import { instant, integer, list, nullable, object, text, withDefault } from '../../shared/contract/fields.js';
import { isInRanges, toCidr } from '../../shared/process/network.js';
import { paged, readPage } from '../../shared/store/page.js';
import { type OperationContext, operation, type SubjectKind } from '../operators/index.js';
import { refuses } from './block-list.js';
import type { Block, BlockCollections } from './collections.js';

type Store = BlockCollections;

const MAX_BLOCKS = 500;
const MAX_BLOCK_DAYS = 30;
const HOUR_MS = 3_600_000;
/** Bits of the largest network that can be blocked. */
const FEWEST_BITS = { ipv4: 16, ipv6: 32 };
const LOOPBACK = ['127.0.0.0/8', '::1/128'];

const network = text({
  maxLength: 50,
  description: 'Address or network, e.g. 203.0.113.7 or 203.0.113.0/24; an IPv6 address stands for its /64',
});

const row = object({
  network: text(),
  reason: text(),
  by: text({ description: 'Operator who added it' }),
  created_at: instant(),
  expires_at: instant(),
});

const toRow = ({ _id, reason, by, created, expires }: Block) => ({
  ...{ network: _id, reason, by, created_at: created.toISOString(), expires_at: expires.toISOString() },
});

const blockSubject: SubjectKind = {
  type: 'block',
  async read({ blockedNetworks }: Store, id) {
    const found = await blockedNetworks.findOne({ _id: id });
    return found && { account: null, state: toRow(found) };
  },
};

/** Returns a typed network in CIDR notation. @throws ApiError 422 */
function readNetwork(typed: string): string {
  const found = toCidr(typed.trim());
  if (found === undefined)
    throw invalidInput(422, 'network must be an IP address, or a network in CIDR notation', 'network');
  return found;
}

/**
 * Refuses networks that are too large, or that the operators or the platform itself are in.
 *
 * @param from address of the operator
 * @throws ApiError 422
 */
function refuseTooMuch(cidr: string, from: string | null): void {
  const [address = '', bits] = cidr.split('/');
  const fewest = address.includes(':') ? FEWEST_BITS.ipv6 : FEWEST_BITS.ipv4;
  const isLoopback = isInRanges(LOOPBACK, address) || ['127.0.0.1', '::1'].some((loopback) => refuses(cidr, loopback));
  if (Number(bits) < fewest) throw invalidInput(422, `network must not be larger than /${fewest}`, 'network');
  if (isLoopback) throw invalidInput(422, 'network must not be that of the server itself', 'network');
  if (from !== null && refuses(cidr, from)) throw errors.blocksOperator({ address: from });
}

export const addBlock = operation({
  command: 'blocks add',
  role: 'support',
  method: 'POST',
  path: '/v1/admin/blocks',
  summary: 'Refuse all requests from an address or network for a time, or change the block of a network',
  request: object({
    network,
    reason: text({ maxLength: 500 }),
    hours: withDefault(
      integer({ minimum: 1, maximum: MAX_BLOCK_DAYS * 24, description: 'Hours until the block expires' }),
      24,
    ),
  }),
  response: row,
  errors: [errors.blocksOperator, errors.tooManyBlockedNetworks],
  example: { request: { network: '203.0.113.0/24', reason: 'Guesses keys', hours: 24 } },
  mutates: { subject: blockSubject, id: ({ network: typed }) => toCidr(typed.trim()) },
  async run({ network: typed, reason, hours }, { store, clock, actor }: OperationContext<Store>) {
    const _id = readNetwork(typed);
    refuseTooMuch(_id, actor?.from ?? null);
    const created = clock.now();
    const others = await store.blockedNetworks.countDocuments({ _id: { $ne: _id }, expires: { $gt: created } });
    if (others >= MAX_BLOCKS) throw errors.tooManyBlockedNetworks({ limit: MAX_BLOCKS });
    const expires = new Date(created.getTime() + hours * HOUR_MS);
    const block: Block = { _id, reason, by: actor?.name ?? '', created, expires };
    await store.blockedNetworks.replaceOne({ _id }, block, { upsert: true });
    return toRow(block);
  },
});

export const listBlocks = operation({
  command: 'blocks list',
  role: 'viewer',
  method: 'GET',
  path: '/v1/admin/blocks',
  summary: 'List the blocked addresses and networks',
  request: object({ ...paged }),
  response: object({ blocks: list(row), next: nullable(text()) }),
  errors: [errors.cursorInvalid],
  example: { request: {} },
  async run(page, { store, clock }: OperationContext<Store>) {
    const active = { expires: { $gt: clock.now() } };
    const { rows, next } = await readPage(store.blockedNetworks, active, { by: 'expires', id: '_id' }, page);
    return { blocks: rows.map(toRow), next };
  },
});

export const removeBlock = operation({
  command: 'blocks remove',
  role: 'support',
  method: 'POST',
  path: '/v1/admin/blocks/remove',
  summary: 'Accept requests from a blocked address or network again',
  request: object({ network }),
  response: row,
  errors: [errors.networkNotBlocked],
  example: { request: { network: '203.0.113.0/24' } },
  mutates: { subject: blockSubject, id: ({ network: typed }) => toCidr(typed.trim()) },
  async run({ network: typed }, { store }: OperationContext<Store>) {
    const found = await store.blockedNetworks.findOneAndDelete({ _id: readNetwork(typed) });
    if (!found) throw errors.networkNotBlocked({ network: typed });
    return toRow(found);
  },
});
