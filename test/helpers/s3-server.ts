import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

interface Server {
  run(): Promise<AddressInfo>;
  close(): Promise<void>;
}

/** It brings no types of its own. */
const S3rver = createRequire(import.meta.url)('@20minutes/s3rver') as new (options: object) => Server;

/** A store that speaks S3, over HTTP on this machine, with one empty bucket. */
export async function startS3() {
  const directory = await mkdtemp(join(tmpdir(), 's3-'));
  const bucket = 'pictures';
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: bucket }],
  });
  const { port } = await server.run();
  return {
    /** Settings that a disk needs for the bucket, with the key pair that the server knows. */
    options: {
      bucket,
      region: 'us-east-1',
      endpoint: `http://127.0.0.1:${port}`,
      access_key_id: 'S3RVER',
      secret_access_key: 'S3RVER',
    },
    async stop() {
      await server.close();
      await rm(directory, { recursive: true });
    },
  };
}
