import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { toCidr } from '../../shared/process/network.js';
import { addOperator, logInAs } from '../../test/helpers/add-operator.js';
import { PASSWORD, type PrivateFronts, startPrivateFronts } from '../../test/helpers/private-fronts.js';
import { eventually } from '../../test/helpers/stack.js';

describe('blocked networks', () => {
  let fronts: PrivateFronts;
  let support: string;
  let viewer: string;
  let supportName: string;

  before(async () => {
    fronts = await startPrivateFronts(2, { OPERATOR_NETWORKS: '10.0.0.0/8, 127.0.0.0/8, 192.0.2.9' });
    const operator = await addOperator(fronts.store, 'support');
    await addOperator(fronts.store, 'admin');
    [support, supportName] = [operator.token, operator.name];
    ({ token: viewer } = await addOperator(fronts.store, 'viewer'));
  });
  after(() => fronts.close());

  const open = async (path: string, address: string, front = 0) => {
    const response = await fetch(`${fronts.urls[front]}${path}`, { headers: { 'X-Forwarded-For': address } });
    return { status: response.status, text: await response.text() };
  };
  const add = (network: string, token = support) =>
    fronts.admin('POST', '/blocks', { network, reason: 'Guesses keys' }, token);

  it('are refused on every front within seconds, before authentication, and accepted again when the block is removed', async () => {
    equal((await add('198.51.100.0/24')).status, 200);
    for (const front of [0, 1]) {
      const refused = (path: string) => open(path, '198.51.100.77', front);
      const { text } = await eventually(
        () => refused('/v1/vat'),
        ({ status }) => status === 403,
      );
      equal(JSON.parse(text).type, 'address_blocked');
      for (const path of ['/docs', '/account/login', '/e/nothing', '/operator', '/'])
        equal((await refused(path)).status, 403, path);
      equal((await open('/docs', '198.51.100.77:4711', front)).status, 403, 'with the port that some proxies add');
      equal((await refused('/healthz')).status, 200);
      equal((await open('/docs', '198.51.101.77', front)).status, 200, 'of another network');
    }
    const metrics = await fetch(`${fronts.urls[0]}/metrics`, {
      headers: { ...fronts.headers, Authorization: `Bearer ${viewer}` },
    });
    match(await metrics.text(), /^utility_api_blocked_requests_total [1-9]/m);

    equal((await fronts.admin('POST', '/blocks/remove', { network: '198.51.100.9/24' }, support)).status, 200);
    await eventually(
      () => open('/docs', '198.51.100.77'),
      ({ status }) => status === 200,
    );
    equal((await fronts.admin('POST', '/blocks/remove', { network: '198.51.100.0/24' }, support)).status, 404);
  });

  it('expire, and never include the addresses of operators', async () => {
    await add('192.0.2.0/24');
    await eventually(
      () => open('/docs', '192.0.2.8'),
      ({ status }) => status === 403,
    );
    equal((await open('/docs', '192.0.2.9')).status, 200, 'of OPERATOR_NETWORKS');
    await fronts.store.blockedNetworks.updateOne({ _id: '192.0.2.0/24' }, { $set: { expires: new Date() } });
    await eventually(
      () => open('/docs', '192.0.2.8'),
      ({ status }) => status === 200,
    );
  });

  it('are refused themselves if they are too large, of the server, or the own one', async () => {
    const own = fronts.headers['X-Forwarded-For'] ?? '';
    for (const [network, type] of [
      ['198.0.0.0/8', 'invalid_field'],
      ['2001::/16', 'invalid_field'],
      ['127.0.0.1', 'invalid_field'],
      ['::ffff:0:0/96', 'invalid_field'],
      ['::ffff:8000:0/97', 'invalid_field'],
      ['::ff00:0:0/88', 'invalid_field'],
      ['nobody', 'invalid_field'],
      [own, 'blocks_operator'],
      [`${own}/16`, 'blocks_operator'],
    ] as const) {
      const { status, body } = await add(network);
      deepEqual([status, body.type], [422, type], network);
    }
    deepEqual(await fronts.store.blockedNetworks.countDocuments({ _id: { $regex: '^(198|127|10)' } }), 0);
  });

  it('are added and removed by support alone, with an entry in the audit trail', async () => {
    equal((await add('198.51.100.7', viewer)).body.type, 'role_too_low');
    await add('198.51.100.7');
    const { blocks } = (await fronts.admin('GET', '/blocks', undefined, viewer)).body;
    const networks: string[] = blocks.map((block: { network: string }) => block.network);
    ok(networks.includes('198.51.100.7/32'));
    const entry = await fronts.store.auditTrail.findOne({ operation: 'blocks add', 'subject.id': '198.51.100.7/32' });
    equal(entry?.actor, supportName);
  });

  it('are added in the console, which shows a refused form again', async () => {
    const cookie = await logInAs(fronts.urls[0] ?? '', supportName, PASSWORD, fronts.headers);
    const ask = (path: string, body?: Record<string, string>) =>
      fetch(`${fronts.urls[0]}/operator${path}`, {
        ...{ method: body ? 'POST' : 'GET', redirect: 'manual', headers: { ...fronts.headers, cookie } },
        ...(body && { body: new URLSearchParams(body) }),
      });
    const form_token = /name="form_token" value="(\w+)"/.exec(await (await ask('/blocks')).text())?.[1] ?? '';
    const refused = await ask('/blocks', { form_token, network: '203.0.0.0/8', reason: 'x', hours: '24' });
    match(await refused.text(), /must not be larger than \/16/);
    const added = await ask('/blocks', { form_token, network: '2001:db8::7', reason: 'floods us', hours: '1' });
    equal(added.headers.get('location'), '/operator/blocks?done=added');
    match(await (await ask('/blocks')).text(), /2001:db8::\/64[\s\S]*floods us/);
  });
});

describe('toCidr', () => {
  it('returns the network of a client, or of a range without host bits', () => {
    equal(toCidr('203.0.113.7'), '203.0.113.7/32');
    equal(toCidr('::ffff:203.0.113.7'), '203.0.113.7/32');
    equal(toCidr('203.0.113.7/24'), '203.0.113.0/24');
    equal(toCidr('::ffff:203.0.113.7/120'), '203.0.113.0/24');
    equal(toCidr('2001:db8:0:0::1'), '2001:db8::/64');
    equal(toCidr('2001:db8::1/48'), '2001:db8::/48');
    for (const other of ['', 'office', '203.0.113.7/33', '203.0.113']) equal(toCidr(other), undefined, other);
  });
});
