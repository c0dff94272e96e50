import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type NetConnectOpts } from 'node:net';
import { StartError } from '../shared/process/run-process.js';

/**
 * Checks that a port is free.
 *
 * @param port 0 for any free port
 * @returns the port
 * @throws StartError if it is in use
 */
export async function findFreePort(host: string, port: number): Promise<number> {
  const server = createServer();
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (cause) {
    throw new StartError(`Port ${port} on ${host} is in use: set another with PORT, e.g. PORT=3001 npm start`, {
      cause,
    });
  }
  const { port: free } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return free;
}

/** True if a process accepts connections at an address. */
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
