import { connect, type NetConnectOpts, type Socket } from 'node:net';
import type { Document } from 'mongodb';
import { asCommand, MessageCutter } from './wire.js';

/** A connection to the one server that does the work of all members. */
export class EngineConnection {
  readonly #socket: Socket;
  readonly #waiting = new Map<number, { resolve(reply: Buffer): void; reject(error: Error): void }>();
  #asked = 0;

  constructor(at: NetConnectOpts) {
    const cutter = new MessageCutter();
    this.#socket = connect(at);
    this.#socket.setNoDelay(true);
    this.#socket.on('data', (bytes) => {
      for (const message of cutter.cut(bytes)) {
        const to = message.readInt32LE(8);
        this.#waiting.get(to)?.resolve(message);
        this.#waiting.delete(to);
      }
    });
    this.#socket.on('error', () => this.#socket.destroy());
    this.#socket.on('close', () => {
      for (const { reject } of this.#waiting.values()) reject(new Error('the server behind the set is unavailable'));
      this.#waiting.clear();
    });
  }

  /** @returns the whole message that answers. @throws Error when the connection ends before */
  ask(command: Document): Promise<Buffer> {
    this.#asked += 1;
    const id = this.#asked;
    return new Promise((resolve, reject) => {
      if (this.#socket.destroyed) return reject(new Error('the server behind the set is unavailable'));
      this.#waiting.set(id, { resolve, reject });
      this.#socket.write(asCommand(id, command));
    });
  }

  /** Ends the connection when what was asked has been answered: a write that is under way is done, whoever hears of it. */
  async close(): Promise<void> {
    await Promise.allSettled(
      [...this.#waiting.values()].map(
        (one) =>
          new Promise<void>((resolve) => {
            const { resolve: answer, reject } = one;
            one.resolve = (reply) => {
              answer(reply);
              resolve();
            };
            one.reject = (error) => {
              reject(error);
              resolve();
            };
          }),
      ),
    );
    this.#socket.destroy();
  }
}
