/**
 * Which connections stay open when there are too many: an address holds no more than its share, and those on which no request
 * is under way go first, the oldest of the address with the most.
 */
import type { Socket } from "node:net";

/** The connections of one address. */
interface Peer {
  /** Whether it has a share: a proxy speaks for many. */
  readonly isBounded: boolean;
  /** Requests under way by connection. */
  readonly requests: Map<Socket, number>;
  /** Those without a request, for the longest time first. */
  readonly silent: Set<Socket>;
}

export class ConnectionShares {
  readonly #max: number;
  readonly #maxEach: number;
  readonly #peers = new Map<string, Peer>();
  readonly #addresses = new Map<Socket, string>();

  /** @param max of all connections. @param maxEach of those of one address. */
  constructor(max: number, maxEach: number) {
    this.#max = max;
    this.#maxEach = maxEach;
  }

  /**
   * Adds a connection that was just accepted.
   *
   * @param address the unit of counting. @param isBounded whether it has a share.
   * @returns the connection to close in its favour, which may be itself; null when there is room.
   */
  add(socket: Socket, address: string, isBounded: boolean): Socket | null {
    const peer = this.#peers.get(address) ?? { isBounded, requests: new Map(), silent: new Set() };
    const isOverShare = isBounded && peer.requests.size >= this.#maxEach;
    const isOver = isOverShare || this.#addresses.size >= this.#max;
    const closed = isOver ? this.#silentOf(isOverShare ? peer : this.#greediest()) : null;
    if (closed === undefined) return socket;
    if (closed !== null) this.remove(closed);
    this.#peers.set(address, peer);
    peer.requests.set(socket, 0);
    peer.silent.add(socket);
    this.#addresses.set(socket, address);
    return closed;
  }

  /** A request begins on a connection, or ends. */
  count(socket: Socket, by: 1 | -1): void {
    const peer = this.#peerOf(socket);
    if (peer === undefined) return;
    const requests = peer.requests.get(socket)! + by;
    peer.requests.set(socket, requests);
    if (requests > 0) peer.silent.delete(socket);
    else peer.silent.add(socket);
  }

  /** The connection is closed. */
  remove(socket: Socket): void {
    const peer = this.#peerOf(socket);
    if (peer === undefined) return;
    const address = this.#addresses.get(socket)!;
    this.#addresses.delete(socket);
    peer.requests.delete(socket);
    peer.silent.delete(socket);
    if (peer.requests.size === 0) this.#peers.delete(address);
  }

  #peerOf(socket: Socket): Peer | undefined {
    const address = this.#addresses.get(socket);
    return address === undefined ? undefined : this.#peers.get(address);
  }

  #silentOf(peer: Peer | undefined): Socket | undefined {
    const [oldest] = peer?.silent ?? [];
    return oldest;
  }

  /** Of those with a silent connection, the one with the most; a proxy after all others. */
  #greediest(): Peer | undefined {
    let found: Peer | undefined;
    for (const peer of this.#peers.values()) {
      if (peer.silent.size > 0 && (found === undefined || rank(peer) > rank(found))) found = peer;
    }
    return found;
  }
}

function rank({ isBounded, requests }: Peer): number {
  return isBounded ? requests.size : 0;
}
