import { deepEqual } from 'node:assert/strict';
import { parseRedisInfo, parseReplicaSetStatus } from './servers.js';

describe('the state of the servers', () => {
  it('has the memory of Redis and the lag of its slowest connected replica', () => {
    const info = [
      '# Memory',
      'used_memory:1048576',
      'used_memory_rss:2000000',
      'maxmemory:4194304',
      '# Replication',
      'role:master',
      'connected_slaves:3',
      'slave0:ip=10.0.0.2,port=6379,state=online,offset=98,lag=1',
      'slave1:ip=10.0.0.3,port=6379,state=online,offset=42,lag=7',
      'slave2:ip=10.0.0.4,port=6379,state=wait_bgsave,offset=0,lag=90',
    ].join('\r\n');
    deepEqual(parseRedisInfo(info), { usedBytes: 1_048_576, maxBytes: 4_194_304, replicas: 2, lagSeconds: 7 });
  });

  it('has no lag of a Redis without replicas', () => {
    deepEqual(parseRedisInfo('used_memory:10\r\nmaxmemory:0\r\nconnected_slaves:0\r\n'), {
      usedBytes: 10,
      maxBytes: 0,
      replicas: 0,
      lagSeconds: 0,
    });
  });

  it('has the lag of the slowest member of a replica set that has the data', () => {
    const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second));
    const [PRIMARY, SECONDARY, DOWN] = [1, 2, 8];
    const members = [
      { state: PRIMARY, optimeDate: at(30) },
      { state: SECONDARY, optimeDate: at(29) },
      { state: SECONDARY, optimeDate: at(18) },
      { state: DOWN, optimeDate: new Date(0) },
    ];
    deepEqual(parseReplicaSetStatus(members), { replicas: 2, lagSeconds: 12 });
  });
});
