import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generate } from 'selfsigned';

/** A self-signed certificate for 127.0.0.1, in files. */
export interface SelfSignedCertificate {
  /** PEM, which those who are to believe it are given. */
  certificate: string;
  certificateFile: string;
  keyFile: string;
  remove(): Promise<void>;
}

export async function createSelfSignedCertificate(): Promise<SelfSignedCertificate> {
  const folder = await mkdtemp(join(tmpdir(), 'ua-tls-'));
  const [certificateFile, keyFile] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')];
  const { cert, private: key } = await generate([{ name: 'commonName', value: 'of a test' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'subjectAltName', altNames: [{ type: 7, ip: '127.0.0.1' }] },
    ],
  });
  await Promise.all([writeFile(certificateFile, cert), writeFile(keyFile, key, { mode: 0o600 })]);
  return { certificate: cert, certificateFile, keyFile, remove: () => rm(folder, { recursive: true, force: true }) };
}
