import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type NetConnectOpts } from 'node:net';
import { StartError } from '../shared/process/run-process.js';

/**
 * Makes sure that a port can be listened on.
 *
 * @param port 0 lets the system choose
 * @returns the port
 * @throws StartError when something else listens there
 */
export async function freePort(host: string, port: number): Promise<number> {
  const server = createServer();
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (cause) {
    throw new StartError(`Port ${port} on ${host} is in use: choose another with PORT`, { cause });
  }
  const { port: free } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return free;
}

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
