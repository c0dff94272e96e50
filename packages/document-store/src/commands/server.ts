import { hostname } from 'node:os';
import { type Doc, MAX_DOCUMENT } from '../language/values.js';
import { MAX_MESSAGE } from '../wire.js';
import type { Command, Context } from './command.js';
import { parseCommandFields } from './fields.js';

/** MongoDB release that the store imitates. */
const VERSION = '7.0.0';
/** Version of its wire protocol: MongoDB's specification of wire versions. */
const MAX_WIRE_VERSION = 21;

function hello(_command: Doc, context: Context): Doc {
  return {
    helloOk: true,
    isWritablePrimary: true,
    ismaster: true,
    maxBsonObjectSize: MAX_DOCUMENT,
    maxMessageSizeBytes: MAX_MESSAGE,
    maxWriteBatchSize: 100_000,
    localTime: new Date(),
    logicalSessionTimeoutMinutes: 30,
    connectionId: context.connection,
    minWireVersion: 0,
    maxWireVersion: MAX_WIRE_VERSION,
    readOnly: false,
    ok: 1,
  };
}

/** Creates a command without specific fields. */
function createPlainCommand(run: Command['run']): Command {
  return { fields: parseCommandFields(''), run };
}

export const serverCommands: Readonly<Record<string, Command>> = {
  hello: { fields: 'any', run: hello },
  isMaster: { fields: 'any', run: hello },
  ismaster: { fields: 'any', run: hello },
  ping: createPlainCommand(() => ({ ok: 1 })),
  endSessions: createPlainCommand(() => ({ ok: 1 })),
  refreshSessions: createPlainCommand(() => ({ ok: 1 })),
  buildInfo: createPlainCommand(() => ({
    version: VERSION,
    versionArray: [...VERSION.split('.').map(Number), 0],
    gitVersion: 'embedded store',
    modules: ['embedded'],
    bits: 64,
    debug: false,
    maxBsonObjectSize: MAX_DOCUMENT,
    storageEngines: ['embedded'],
    ok: 1,
  })),
  whatsmyuri: createPlainCommand(() => ({ you: '', ok: 1 })),
  connectionStatus: {
    fields: parseCommandFields('showPrivileges:bool'),
    run: () => ({ authInfo: { authenticatedUsers: [], authenticatedUserRoles: [] }, ok: 1 }),
  },
  getLog: createPlainCommand(() => ({ totalLinesWritten: 0, log: [], ok: 1 })),
  getParameter: {
    fields: parseCommandFields('featureCompatibilityVersion allParameters'),
    run: () => ({ featureCompatibilityVersion: { version: '7.0' }, ok: 1 }),
  },
  hostInfo: createPlainCommand(() => ({
    system: { hostname: hostname(), currentTime: new Date() },
    os: { type: process.platform },
    ok: 1,
  })),
  serverStatus: { fields: 'any', run: serverStatus },
};

/** Returns the counters in MongoDB's format, and `byShape`, the collection scans by the shape of their filter. */
function serverStatus(_command: Doc, context: Context): Doc {
  const { counters, collections } = context.store;
  const memory = process.memoryUsage();
  return {
    host: hostname(),
    version: VERSION,
    process: 'embedded store',
    pid: BigInt(process.pid),
    uptime: Math.round(process.uptime()),
    localTime: new Date(),
    opcounters: Object.fromEntries(Object.entries(counters.operations).map(([kind, count]) => [kind, BigInt(count)])),
    connections: { current: context.openConnections() },
    mem: { bits: 64, resident: Math.round(memory.rss / 2 ** 20) },
    storageEngine: { name: 'embedded', persistent: true },
    catalogStats: { collections: collections.size },
    metrics: {
      cursor: { open: { total: BigInt(context.cursors.size) } },
      queryExecutor: {
        scannedObjects: BigInt(counters.examined),
        collectionScans: {
          nonTailable: BigInt(counters.totalScans),
          total: BigInt(counters.totalScans),
          byShape: [...counters.scans].map(([shape, count]) => ({ shape, count })),
        },
      },
    },
    ok: 1,
  };
}
