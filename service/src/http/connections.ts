/** Bounds on connections; pace of callers. */

import { createServer, type IncomingMessage, type Server as Listener, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Lifecycle, Request, ResponseToolkit, Server } from "@hapi/hapi";
import type { Config } from "../config/settings.js";
import { connectionsByOpenFiles } from "../run-program.js";
import { addressGroup, clientAddress, forwardedFor, type TrustedProxies } from "./client-address.js";

/**
 * Releases the resources of a response once it is over, whether it was sent, cut or never started; at once if the
 * client has left already.
 */
export function endWithAnswer({ raw: { res } }: Pick<Request, "raw">, release: () => void): void {
  if (res.closed || res.destroyed) release();
  else res.once("close", release);
}

/** Answers of which each account gets one at a time from this instance: each reads much, for as long as its reader takes. */
export class OneAtATime {
  readonly #accounts = new Set<string>();

  /** False while another is under way. The answer to the request takes the account's place until it ends. */
  begin(accountId: string, request: Pick<Request, "raw">): boolean {
    if (this.#accounts.has(accountId)) return false;
    this.#accounts.add(accountId);
    endWithAnswer(request, () => this.#accounts.delete(accountId));
    return true;
  }
}

// Which connections stay open when there are too many: an address holds no more than its share, and those on which no request
// is under way go first, the oldest of the address with the most.

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

/** How much of the service one connection may hold, and for how long. */
export interface ConnectionLimits {
  /** Connections that are open at once. For one more, another is closed on which no request is under way, or itself. */
  readonly maxConnections: number;
  /** Those of one address; behind a trusted proxy, its requests under way. 0 sets no limit. */
  readonly maxConnectionsPerIp: number;
  /** From the start of a connection, or of its next request, to the end of the request's headers. */
  readonly headersTimeoutMs: number;
  /** Idle time between two requests of one connection. */
  readonly keepAliveMs: number;
  readonly uploads: PaceLimits;
  readonly downloads: PaceLimits;
}

/** The pace that a peer must keep while it sends a body or reads an answer. */
export interface PaceLimits {
  /** From the first byte to the last one. */
  readonly timeoutMs: number;
  readonly minBytesPerSecond: number;
  /** Time by which a peer may lag behind that rate. A peer that stops is cut after this time. */
  readonly stallMs: number;
}

/** Why a peer was cut: the name of the server's event, and of the label in the metrics. */
export type Cut = (typeof CUTS)[number];

export const CUTS = [
  "slow_upload",
  "late_upload",
  "slow_download",
  "late_download",
  "too_many_connections",
] as const;

/** The server event emitted for each cut. */
export const CUT_EVENT = "cut";

/** The limits of the settings. */
export function connectionLimits(config: Config): ConnectionLimits {
  const { maxConnectionsPerIp, headersTimeoutMs, keepAliveMs, minBytesPerSecond, stallMs } = config;
  return {
    maxConnections: Math.min(config.maxConnections, connectionsByOpenFiles()),
    maxConnectionsPerIp,
    headersTimeoutMs,
    keepAliveMs,
    uploads: { timeoutMs: config.uploadTimeoutMs, minBytesPerSecond, stallMs },
    downloads: { timeoutMs: config.downloadTimeoutMs, minBytesPerSecond, stallMs },
  };
}

/**
 * Checks a peer's rate with a balance of time. Waiting for the peer spends time, and bytes earn it at the minimum rate.
 * The balance never exceeds the permitted lag, so a fast start does not allow a later stall.
 *
 * It has no clock: the caller states how long it waited. Time that the service itself needs does not count.
 */
export class Pace {
  readonly #bytesPerMs: number;
  readonly #stallMs: number;
  #balanceMs: number;

  constructor({ minBytesPerSecond, stallMs }: Pick<PaceLimits, "minBytesPerSecond" | "stallMs">) {
    this.#bytesPerMs = minBytesPerSecond / 1_000;
    this.#stallMs = stallMs;
    this.#balanceMs = stallMs;
  }

  /** Records bytes that were received or sent. */
  moved(bytes: number): void {
    this.#balanceMs = Math.min(this.#stallMs, this.#balanceMs + bytes / this.#bytesPerMs);
  }

  /** Records time spent waiting for the peer. */
  waited(ms: number): void {
    this.#balanceMs -= ms;
  }

  /**
   * Time that may still be spent waiting for the peer; 0 means that it is too slow.
   *
   * @param underWayBytes bytes in flight or held by the peer's system, which may still be read in time.
   */
  leftMs(underWayBytes: number = 0): number {
    return this.#balanceMs + underWayBytes / this.#bytesPerMs;
  }
}

// Ends responses that clients do not read: a client that stops reading would hold a connection, memory and an open
// original for as long as it likes. It regularly checks how much of each answer the system has taken. It works from
// outside the routes, so that it covers all of them.

/** The longest time between two checks. */
const MAX_INTERVAL_MS = 1_000;

interface Watched {
  readonly socket: Socket;
  readonly pace: Pace;
  /** When its first byte was first seen as sent. */
  startedAtMs: number | null;
  takenBytes: number;
  /** At the last check. */
  lookedAtMs: number;
  wasWaiting: boolean;
}

export class AnswerWatch {
  readonly #limits: PaceLimits;
  readonly #onCut: (cut: Cut) => void;
  readonly #watched = new Map<ServerResponse, Watched>();
  #timer: NodeJS.Timeout | undefined;

  constructor(limits: PaceLimits, onCut: (cut: Cut) => void) {
    this.#limits = limits;
    this.#onCut = onCut;
  }

  /** Watches an answer until it is over. */
  watch(answer: ServerResponse): void {
    const { socket } = answer;
    if (socket === null) return;
    this.#watched.set(answer, {
      socket,
      pace: new Pace(this.#limits),
      startedAtMs: null,
      takenBytes: takenOf(socket),
      lookedAtMs: performance.now(),
      wasWaiting: false,
    });
    answer.once("close", () => this.#watched.delete(answer));
  }

  start(): void {
    this.#timer = setInterval(() => this.#look(), Math.min(MAX_INTERVAL_MS, this.#limits.stallMs / 4));
    this.#timer.unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #look(): void {
    const now = performance.now();
    for (const [answer, watched] of this.#watched) {
      const cut = answer.headersSent ? this.#cutOf(watched, now) : null;
      if (cut === null) continue;
      this.#watched.delete(answer);
      this.#onCut(cut);
      watched.socket.destroy();
    }
  }

  #cutOf(watched: Watched, now: number): Cut | null {
    const { socket, pace } = watched;
    watched.startedAtMs ??= now;
    const takenBytes = takenOf(socket);
    const underWayBytes = socket.writableLength;
    const isWaiting = underWayBytes > 0;
    // If nothing was in flight at either check, the service itself was slow.
    if (isWaiting && watched.wasWaiting) pace.waited(now - watched.lookedAtMs);
    pace.moved(takenBytes - watched.takenBytes);
    Object.assign(watched, { takenBytes, lookedAtMs: now, wasWaiting: isWaiting });
    if (!isWaiting) return null;
    if (now - watched.startedAtMs > this.#limits.timeoutMs) return "late_download";
    return pace.leftMs(underWayBytes) < 0 ? "slow_download" : null;
  }
}

/** Bytes of a connection that the system has taken. It takes each write as a whole. */
function takenOf(socket: Socket): number {
  return socket.bytesWritten - socket.writableLength;
}

// The limits of connections, on a server.

/** Every route limits the time to read its body. Node's limit is only a safety net. */
const BACKSTOP_MS = 60_000;

/** How often Node checks for late headers. */
const CHECK_MS = 2_000;

/** How much longer than announced an idle connection stays open: a request may be on its way when the time ends. */
const KEEP_ALIVE_GRACE_MS = 2_000;

/** What listens for the server. */
export function createListener(limits: ConnectionLimits): Listener {
  return createServer({
    // Repeated headers are joined (RFC 9110 section 5.3) and not dropped, so that two keys are not accepted as one.
    joinDuplicateHeaders: true,
    headersTimeout: limits.headersTimeoutMs,
    requestTimeout: limits.headersTimeoutMs + limits.uploads.timeoutMs + BACKSTOP_MS,
    keepAliveTimeout: limits.keepAliveMs + KEEP_ALIVE_GRACE_MS,
    connectionsCheckingInterval: CHECK_MS,
  });
}

/**
 * Watches a server's connections and reports cuts by its event. Call it before the server starts.
 *
 * @param proxies behind which requests are counted, not connections.
 */
export function limitConnections(server: Server, limits: ConnectionLimits, proxies: TrustedProxies): void {
  server.event(CUT_EVENT);
  const onCut = (cut: Cut): void => void server.events.emit(CUT_EVENT, cut);
  const watch = new AnswerWatch(limits.downloads, onCut);
  // Instead of Node's header, which announces the whole time.
  const keepAlive = `timeout=${Math.floor(limits.keepAliveMs / 1_000)}`;
  const maxEach = limits.maxConnectionsPerIp || Number.POSITIVE_INFINITY;
  const shares = new ConnectionShares(limits.maxConnections, maxEach);
  server.listener.on("connection", (socket: Socket) => {
    const address = clientAddress(socket.remoteAddress ?? "", undefined, proxies);
    const closed = shares.add(socket, addressGroup(address), !proxies.has(address));
    socket.once("close", () => shares.remove(socket));
    if (closed === null) return;
    onCut("too_many_connections");
    closed.destroy();
  });
  server.ext("onRequest", requestsByAddress(maxEach, proxies));
  // The second for requests that wait for `100 Continue`.
  for (const event of ["request", "checkContinue"] as const) {
    server.listener.on(event, ({ socket }: IncomingMessage, answer: ServerResponse) => {
      shares.count(socket, 1);
      answer.once("close", () => shares.count(socket, -1));
      answer.setHeader("keep-alive", keepAlive);
      watch.watch(answer);
    });
  }
  server.ext("onPreStart", () => watch.start());
  server.ext("onPostStop", () => watch.stop());
}

/** Behind a proxy, an address holds as many connections as it has requests under way. */
function requestsByAddress(
  maxEach: number,
  proxies: TrustedProxies,
): (request: Request, h: ResponseToolkit) => Lifecycle.ReturnValue {
  const underWay = new Map<string, number>();
  return (request, h) => {
    const peer = request.info.remoteAddress;
    const client = clientAddress(peer, forwardedFor(request.raw.req.headers), proxies);
    // A peer that is no proxy, or that names nobody, was counted with its connection.
    if (client === clientAddress(peer, undefined, proxies)) return h.continue;
    const address = addressGroup(client);
    const count = underWay.get(address) ?? 0;
    if (count >= maxEach) {
      const text = "too many requests of one address at once: try again in 1 s\n";
      return h.response(text).type("text/plain").code(429).header("retry-after", "1").takeover();
    }
    underWay.set(address, count + 1);
    endWithAnswer(request, () => {
      const left = underWay.get(address)! - 1;
      if (left === 0) underWay.delete(address);
      else underWay.set(address, left);
    });
    return h.continue;
  };
}
