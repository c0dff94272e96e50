import { deepEqual } from 'node:assert/strict';
import { parseRedisInfo } from './servers.js';

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
    const { usedBytes, maxBytes, replicas, lagSeconds } = parseRedisInfo(info, '');
    deepEqual([usedBytes, maxBytes, replicas, lagSeconds], [1_048_576, 4_194_304, 2, 7]);
  });

  it('has no limit and no lag of a Redis without them', () => {
    const { maxBytes, replicas, lagSeconds } = parseRedisInfo(
      'used_memory:10\r\nmaxmemory:0\r\nconnected_slaves:0\r\n',
      '',
    );
    deepEqual([maxBytes, replicas, lagSeconds], [null, 0, 0]);
  });
});
