import { equal } from 'node:assert/strict';
import { stack } from './stack.js';

/** Sets the records of a name in the DNS of the sandbox, or removes it. */
export async function setDnsRecords(name: string, records: { txt?: string[]; a?: string[] } = {}): Promise<void> {
  const { platform } = await stack();
  const body = JSON.stringify({ dns: { name, ...records } });
  const { status } = await fetch(`${platform.sandboxUrl}/_control`, { method: 'POST', body });
  equal(status, 200);
}
