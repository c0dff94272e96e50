import { once } from 'node:events';
import { type AddressInfo, createServer, type NetConnectOpts, type Server, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { BSON, type Document, ObjectId } from 'mongodb';
import { EngineConnection } from './engine-connection.js';
import { type Command, type Fault, REFUSALS, type Refusal } from './fault.js';
import { createHello, type Standing, topologyVersion } from './hello.js';
import { type Asked, addressedTo, asPartOfStream, asReply, MessageCutter, readAsked, readReply } from './wire.js';

/** State that the members share. */
export interface Membership {
  readonly engine: NetConnectOpts;
  standing(): Standing;
  /** Resolves when the standing is another than this. */
  changed(since: Standing): Promise<unknown>;
  faultFor(command: Command): Fault | undefined;
  /** Does a command, or, when it is a write that has been done before in its session, gives the reply of that time. */
  done(command: Command, work: () => Promise<Buffer>): Promise<Buffer>;
}

/** Fields that drivers add for replica sets, which a standalone server may not know. */
const OF_SETS = ['lsid', 'txnNumber', '$clusterTime', '$readPreference'];
const GREETINGS = new Set(['hello', 'isMaster', 'ismaster']);

/** One member of a set: where it listens, and how it answers. */
export class Member {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #process = new ObjectId();
  #connections = 0;
  #replies = 0;

  private constructor(private readonly set: Membership) {
    this.#server = createServer((socket) => this.#converse(socket));
  }

  static async open(set: Membership): Promise<Member> {
    const member = new Member(set);
    member.#server.listen(0, '127.0.0.1');
    await once(member.#server, 'listening');
    return member;
  }

  get host(): string {
    return `127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    const closed = once(this.#server, 'close');
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  #converse(socket: Socket): void {
    this.#connections += 1;
    const connection = this.#connections;
    const cutter = new MessageCutter();
    const engine = new EngineConnection(this.set.engine);
    this.#sockets.add(socket);
    socket.setNoDelay(true);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => {
      this.#sockets.delete(socket);
      void engine.close();
    });
    socket.on('data', (bytes) => {
      for (const message of cutter.cut(bytes)) {
        // Whatever goes wrong behind it, a driver sees of it that its connection ends.
        this.#answer(socket, engine, readAsked(message), connection).catch(() => socket.destroy());
      }
    });
  }

  async #answer(socket: Socket, engine: EngineConnection, asked: Asked, connection: number): Promise<void> {
    const [name = ''] = Object.keys(asked.command);
    if (GREETINGS.has(name)) return this.#greet(socket, asked, connection);
    if (name === 'endSessions') return this.#say(socket, asked, { ok: 1 });
    const command = commandIn(name, asked.command);
    if (this.set.standing().primary !== this.host) return this.#refuse(socket, asked, command, 10107);
    const fault = this.set.faultFor(command);
    if (fault?.is === 'refused') return this.#refuse(socket, asked, command, fault.code);
    if (fault?.is === 'lost') return void socket.destroy();
    if (fault?.is === 'late') await pause(fault.ms);
    const reply = await this.set.done(command, () => engine.ask(withoutSessions(asked.command)));
    if (fault?.is === 'unanswered') return void socket.destroy();
    if (fault?.is === 'unreplicated') return this.#say(socket, asked, this.#unreplicated(readReply(reply)));
    socket.write(addressedTo(asked.id, reply));
  }

  /** Presents itself: at once, or when something has changed of what the driver knows, again and again if it likes. */
  async #greet(socket: Socket, asked: Asked, connection: number): Promise<void> {
    const { maxAwaitTimeMS, topologyVersion: known } = asked.command;
    const hello = () => createHello(this.set.standing(), this.host, this.#process, connection);
    let seen = this.set.standing();
    if (known && Number(known.counter) === seen.changes) {
      await Promise.race([this.set.changed(seen), pause(Number(maxAwaitTimeMS))]);
    }
    if (!asked.wantsStream) return this.#say(socket, asked, hello());
    for (let to = asked.id; !socket.destroyed; ) {
      seen = this.set.standing();
      this.#replies += 1;
      socket.write(asPartOfStream(to, hello(), this.#replies));
      to = this.#replies;
      await Promise.race([this.set.changed(seen), pause(Number(maxAwaitTimeMS), undefined, { ref: false })]);
    }
  }

  #say(socket: Socket, asked: Asked, reply: Document): void {
    this.#replies += 1;
    socket.write(asReply(asked, reply, this.#replies));
  }

  #refuse(socket: Socket, asked: Asked, { write }: Command, code: Refusal): void {
    this.#say(socket, asked, { ok: 0, errmsg: 'not the primary', ...this.#label(write !== undefined, code) });
  }

  /** The reply to a write, as a primary gives it that steps down before a majority has the write. */
  #unreplicated(reply: Document): Document {
    const { errorLabels, ...concern } = this.#label(true, 11602);
    return { ...reply, writeConcernError: { ...concern, errmsg: 'stepped down' }, errorLabels };
  }

  #label(isRetryable: boolean, code: Refusal): Document {
    return {
      ...{ code, codeName: REFUSALS[code], topologyVersion: topologyVersion(this.#process, this.set.standing()) },
      ...(isRetryable && { errorLabels: ['RetryableWriteError'] }),
    };
  }
}

function commandIn(name: string, document: Document): Command {
  const { [name]: target, collection, lsid, txnNumber } = document;
  const of = name === 'getMore' ? collection : target;
  return {
    name,
    collection: typeof of === 'string' ? of : undefined,
    session: lsid && Buffer.from(BSON.serialize(lsid)).toString('hex'),
    write: txnNumber === undefined ? undefined : String(txnNumber),
    document,
  };
}

const withoutSessions = (command: Document): Document =>
  Object.fromEntries(Object.entries(command).filter(([field]) => !OF_SETS.includes(field)));
