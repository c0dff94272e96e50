import { once } from 'node:events';
import { connect, type NetConnectOpts } from 'node:net';

/** Whether anybody accepts connections at an address. */
export async function acceptsConnections(address: NetConnectOpts): Promise<boolean> {
  const connection = connect(address);
  try {
    await once(connection, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    connection.destroy();
  }
}
