/** A TCP proxy that a benchmark can end (connections break, new ones are refused) or silence. */
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";

export class InterruptibleProxy {
  readonly port: number;
  readonly #server: Server;
  readonly #sockets: Set<Socket>;
  readonly #state: { isStalled: boolean };

  private constructor(server: Server, sockets: Set<Socket>, state: { isStalled: boolean }) {
    this.port = (server.address() as AddressInfo).port;
    this.#server = server;
    this.#sockets = sockets;
    this.#state = state;
  }

  /** Forwards from its own port to another. */
  static async open(host: string, port: number): Promise<InterruptibleProxy> {
    const sockets = new Set<Socket>();
    const state = { isStalled: false };
    const server = createServer((client) => {
      const target = connect(port, host);
      for (const [socket, other] of [
        [client, target],
        [target, client],
      ] as const) {
        sockets.add(socket);
        socket.on("error", () => socket.destroy());
        socket.on("close", () => {
          sockets.delete(socket);
          other.destroy();
        });
        socket.pipe(other);
        if (state.isStalled) socket.pause();
      }
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    return new InterruptibleProxy(server, sockets, state);
  }

  /** Like a killed server. */
  async end(): Promise<void> {
    const closed = once(this.#server, "close");
    this.#server.close();
    for (const socket of this.#sockets) socket.resetAndDestroy();
    await closed;
  }

  async reopen(): Promise<void> {
    this.#server.listen(this.port, "127.0.0.1");
    await once(this.#server, "listening");
  }

  /** Like a network that drops everything: connections stay. */
  stall(): void {
    this.#state.isStalled = true;
    for (const socket of this.#sockets) socket.pause();
  }

  resume(): void {
    this.#state.isStalled = false;
    for (const socket of this.#sockets) socket.resume();
  }
}
