import { deepEqual, equal, match } from 'node:assert/strict';
import { isPublic, Targets } from './targets.js';

describe('targets of webhooks', () => {
  it('are public addresses in any notation', () => {
    const inside =
      '0.0.0.0 10.0.0.1 100.64.0.1 127.0.0.1 169.254.169.254 172.16.0.1 192.0.2.1 192.168.0.1 198.18.0.1 224.0.0.1 240.0.0.1 ' +
      '255.255.255.255 :: ::1 ::a00:1 ::ffff:10.0.0.1 64:ff9b::a00:1 100::1 2001::1 2001:db8::1 2002:a00:1:: fc00::1 fd00::1 ' +
      'fe80::1 fec0::1 ff02::1 5f00::1';
    deepEqual(inside.split(' ').filter(isPublic), []);
    const outside = '1.1.1.1 8.8.8.8 193.0.6.139 ::ffff:8.8.8.8 2606:4700:4700::1111 2a00:1450:4001::1'.split(' ');
    deepEqual(outside.filter(isPublic), outside);
    equal(isPublic('example.com'), false);
  });

  it('include hosts, or single ports, that operators allow', () => {
    const targets = new Targets('127.0.0.1:4000, Hooks.internal');
    equal(targets.findProblem('http://127.0.0.1:4000/a'), undefined);
    equal(targets.findProblem('http://hooks.internal/'), undefined);
    equal(targets.findProblem('https://hooks.internal:25/'), undefined);
    match(targets.findProblem('http://127.0.0.1:4001/') ?? '', /https/);
    match(targets.findProblem('https://127.0.0.1:4001/') ?? '', /private/);
    match(targets.findProblem('http://more.hooks.internal/') ?? '', /https/);
    match(new Targets(undefined).findProblem('https://127.0.0.1/') ?? '', /private/);
  });
});
